import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { alignTo } from '../../raster/grid/align.ts'
import { cropGrid } from '../../raster/grid/crop-grid.ts'
import { withinPolygons } from '../../raster/kernels/within-polygons.ts'
import { polygonsOnMap, windowOfPolygons } from '../../raster/vector/polygons-on-map.ts'
import { shapedLayer, withParts } from '../support/features.ts'
import { counted } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument } from './arguments.ts'
import { assertCodesFit, heldBy, meaningWords, saveDerived } from './derived.ts'

export const clipToPolygonsTool = defineTool({
  name: 'clip_to_polygons',
  family: 'preprocess',
  title: 'Clip to polygons',
  summary:
    'Cuts a raster or one band to the polygons of a vector layer (a boundary, district, field or park): pixels outside become no data and the grid shrinks to the polygons. Or leaves out what lies inside them.',
  source: 'https://gdal.org/en/stable/programs/gdalwarp.html',
  needs: { layer: anyRaster, polygons: { kind: 'vector' } },
  gives: anyRaster,
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene to cut.'),
    band: bandArgument,
    polygons: layerRef('Id of the vector layer whose polygons are kept.'),
    keep: z
      .enum(['inside', 'outside'])
      .default('inside')
      .describe('Which pixels stay: inside the polygons, or outside of them all, on the whole grid.'),
  }),
  examples: [
    { layer: 'layer-1', polygons: 'layer-2' },
    { layer: 'scene-1', band: 'nir', polygons: 'layer-2' },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    const { features, notes } = withParts(await shapedLayer(context, input.polygons), ['polygons'])
    const { grid } = raster.source
    const polygons = polygonsOnMap(
      features.flatMap(({ shape }) => shape.polygons),
      grid.crs,
    )
    const window = windowOfPolygons(polygons, grid)
    if (!window) {
      throw new AppError(
        'grid_mismatch',
        `no pixel of ${raster.layer.id} has its centre in a polygon of ${input.polygons}; give polygons that the raster covers`,
      )
    }
    await assertCodesFit(context, raster, held)
    const kept =
      input.keep === 'inside' ? alignTo(raster.source, cropGrid(grid, window), 'nearest') : raster.source
    const made = await saveDerived(context, {
      source: withinPolygons(kept, polygons, input.keep),
      held,
      title: `${meaningWords(held)}, ${input.keep === 'inside' ? 'clipped' : 'outside the polygons'},`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} ${input.keep} the polygons of ${input.polygons} holds a value; give other polygons`,
    })
    return {
      text: [
        `${made.layer.id} is ${meaningWords(held)} of ${raster.layer.id} ${input.keep} ${counted(features.length, 'feature')} of ${input.polygons}, by pixel centres: ` +
          `${describeGrid(kept.grid)}, ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.layer],
      warnings: notes,
    }
  },
})
