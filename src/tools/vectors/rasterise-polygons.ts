import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { polygonMask } from '../../raster/kernels/polygon-mask.ts'
import { tap } from '../../raster/reduce.ts'
import { polygonsOnMap } from '../../raster/vector/polygons-on-map.ts'
import { BAND_NAMES, isQualityBand } from '../../trace/port.ts'
import { count, counted, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { shapedLayer, withParts } from '../support/features.ts'
import { maskPort, maskStyle } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { areaNotes } from '../support/area-notes.ts'
import { ANY_RASTER } from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const rasterisePolygonsTool = defineTool({
  name: 'rasterise_polygons',
  family: 'vectors',
  title: 'Mask of polygons',
  summary:
    'Turns the polygons of a vector layer into a mask on the grid of a raster or scene: pixels whose centre lies in a polygon are inside. For comparing perimeters with masks.',
  source: 'https://gdal.org/en/stable/programs/gdal_rasterize.html',
  needs: {
    polygons: { kind: 'vector' },
    layer: ANY_RASTER,
  },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    polygons: layerRef('Id of the vector layer of polygons.'),
    layer: layerRef('Id of the raster or scene whose grid is taken.'),
    band: z
      .enum(BAND_NAMES)
      .optional()
      .describe('Band whose grid is taken, for a scene of several grids; by default the finest.'),
  }),
  examples: [{ polygons: 'layer-1', layer: 'layer-2' }],
  async run(input, context) {
    const listed = context.layer(input.layer)
    const finest = listed.scene?.bands
      .filter(({ name }) => !isQualityBand(name))
      .find(({ grid }) => grid.width === listed.grid?.width && grid.height === listed.grid.height)
    const band = input.band ?? finest?.name
    const { layer, source } = await singleRaster(context, input.layer, band)
    const shaped = await shapedLayer(context, input.polygons)
    const { features, notes } = withParts(shaped, ['polygons'])
    const polygons = features.flatMap(({ shape }) => shape.polygons)
    const mask = tap(polygonMask(source, polygonsOnMap(polygons, source.grid.crs)), {
      areas: new CodeAreaReducer(cellArea(source.grid)),
    })
    const saved = await context.saveRaster(
      {
        title: `polygons of ${input.polygons}`,
        port: maskPort('polygons'),
        unit: '1',
        date: shaped.layer.date ?? layer.date,
        style: maskStyle('polygons'),
      },
      mask.source,
      'uint8',
    )
    const { inside } = maskAreaOf((await mask.finish({ signal: context.signal })).areas)
    const total = source.grid.width * source.grid.height
    return {
      text:
        `${saved.id} marks ${counted(features.length, 'polygon feature')} of ${input.polygons} on the grid of ${input.layer}: ` +
        (inside.pixels === 0
          ? 'no pixel centre lies in one; the polygons lie elsewhere or are smaller than pixels.'
          : `${counted(inside.pixels, 'pixel')}, ${figure(inside.area / 10_000)} ha.`),
      numbers: [
        hectares('area', inside.area, { layer: saved.id }),
        percent('share', shareOf(inside.pixels, total), { layer: saved.id }),
        count('pixels', inside.pixels, { layer: saved.id }),
      ],
      layers: [saved],
      warnings: [...notes, ...areaNotes(source.grid)],
    }
  },
})
