import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { loadCrs } from '../../raster/grid/crs.ts'
import { reprojectedGrid } from '../../raster/grid/rescale-grid.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument, methodArgument } from './arguments.ts'
import { assertCodesFit, heldBy, meaningWords, saveDerived } from './derived.ts'
import { ontoGrid } from './onto-grid.ts'

export const reprojectRasterTool = defineTool({
  name: 'reproject_raster',
  family: 'preprocess',
  title: 'Reproject to another coordinate system',
  summary:
    'Brings a raster or band into another coordinate reference system by its EPSG code, such as 4326 (longitude and latitude), 3857 (web map) or a UTM zone like 32633.',
  source: 'https://proj.org/en/stable/',
  needs: { layer: anyRaster },
  gives: anyRaster,
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene to reproject.'),
    band: bandArgument,
    epsg: z
      .int()
      .min(1024)
      .max(32767)
      .describe('EPSG code of the new coordinate system, such as 4326 or 32633.'),
    pixel_metres: z
      .number()
      .min(0.01)
      .max(1_000_000)
      .optional()
      .describe('Side of the new pixels in metres; by default the area of the old ones is kept.'),
    method: methodArgument,
  }),
  examples: [
    { layer: 'layer-1', epsg: 4326 },
    { layer: 'scene-1', band: 'nir', epsg: 32633, pixel_metres: 30 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    const crs = await loadCrs(input.epsg)
    if (crs.proj4 === null) {
      throw new AppError(
        'crs_unknown',
        `EPSG:${input.epsg} is not among the systems that places can be told in; give another code, such as 4326 or that of a UTM zone`,
      )
    }
    const { grid } = raster.source
    const target = reprojectedGrid(grid, crs, input.pixel_metres)
    await assertCodesFit(context, raster, held)
    const { source, how } = ontoGrid(raster.source, target, { held, method: input.method })
    const made = await saveDerived(context, {
      source,
      held,
      title: `${meaningWords(held)} in ${crs.id}`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} holds a value in ${crs.id}; give another layer or system`,
    })
    return {
      text: `${made.layer.id} is ${meaningWords(held)} of ${raster.layer.id} by ${how}: ${describeGrid(target)}; ${made.words}.`,
      numbers: made.numbers,
      layers: [made.layer],
      warnings:
        crs.accuracyMetres === undefined
          ? []
          : [
              `Places in ${crs.id} may be off by ${crs.accuracyMetres} m, as its datum is tied to WGS 84 that well.`,
            ],
    }
  },
})
