import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { alignTo } from '../../raster/grid/align.ts'
import { cropGrid } from '../../raster/grid/crop-grid.ts'
import { overlap } from '../../raster/grid/overlap.ts'
import { withinPolygons } from '../../raster/kernels/within-polygons.ts'
import { polygonsOnMap, windowOfPolygons } from '../../raster/vector/polygons-on-map.ts'
import type { RasterSource } from '../../raster/source.ts'
import { figure } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument } from './arguments.ts'
import { assertCodesFit, heldBy, meaningWords, saveDerived } from './derived.ts'

export const clipToBoxTool = defineTool({
  name: 'clip_to_box',
  family: 'preprocess',
  title: 'Clip to a box',
  summary:
    'Cuts a raster or one band to a rectangle given by west, south, east and north in degrees, or to the extent of another layer (subset, crop, area of interest). Pixels keep their values and places.',
  source: 'https://gdal.org/en/stable/programs/gdal_translate.html',
  needs: { layer: anyRaster, extent_of: anyRaster },
  gives: anyRaster,
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene to cut.'),
    band: bandArgument,
    west: z.number().min(-180).max(180).optional().describe('Western edge, longitude in degrees.'),
    south: z.number().min(-90).max(90).optional().describe('Southern edge, latitude in degrees.'),
    east: z
      .number()
      .min(-180)
      .max(180)
      .optional()
      .describe('Eastern edge, longitude in degrees; less than west where the box crosses 180 degrees.'),
    north: z.number().min(-90).max(90).optional().describe('Northern edge, latitude in degrees.'),
    extent_of: layerRef('Id of a raster whose extent is taken instead of the four edges.').optional(),
  }),
  examples: [
    { layer: 'layer-1', west: 15.0002, south: 45.1526, east: 15.002, north: 45.1532 },
    { layer: 'scene-1', band: 'nir', extent_of: 'layer-2' },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    const { west, south, east, north, extent_of: other } = input
    const edges = [west, south, east, north]
    if ((other === undefined) === edges.some((edge) => edge === undefined)) {
      throw new AppError('invalid_input', 'give west, south, east and north, or extent_of alone')
    }
    await assertCodesFit(context, raster, held)
    const { source, place } =
      other === undefined
        ? inBox(raster.source, edges as number[])
        : underLayer(raster.source, { id: other, grid: context.layer(other).grid })
    const made = await saveDerived(context, {
      source,
      held,
      title: `${meaningWords(held)}, clipped,`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} in ${place} holds a value; choose a larger box or another layer`,
    })
    return {
      text: `${made.layer.id} is ${meaningWords(held)} of ${raster.layer.id} cut to ${place}: ${describeGrid(source.grid)}, ${made.words}.`,
      numbers: made.numbers,
      layers: [made.layer],
    }
  },
})

interface Cut {
  readonly source: RasterSource
  readonly place: string
}

function inBox(source: RasterSource, edges: readonly number[]): Cut {
  const [west, south, east, north] = edges as [number, number, number, number]
  if (!(south < north) || west === east) {
    throw new AppError(
      'invalid_input',
      `a box from ${figure(south)} to ${figure(north)} degrees north and ${figure(west)} to ${figure(east)} east has no area; give south below north and west beside east`,
    )
  }
  const end = east > west ? east : east + 360
  const ring = [
    [west, south],
    [end, south],
    [end, north],
    [west, north],
  ] as const
  const box = polygonsOnMap([[ring]], source.grid.crs)
  const window = windowOfPolygons(box, source.grid)
  const place = `the box ${figure(west)} to ${figure(east)} degrees east, ${figure(south)} to ${figure(north)} north`
  if (!window) throw outside(place)
  const cropped = alignTo(source, cropGrid(source.grid, window), 'nearest')
  return { source: withinPolygons(cropped, box), place: `${place} (pixels with their centre inside)` }
}

function underLayer(source: RasterSource, other: { id: string; grid: RasterSource['grid'] | null }): Cut {
  const window = other.grid && overlap(source.grid, other.grid)
  const place = `the extent of ${other.id}`
  if (!window) throw outside(place)
  return { source: alignTo(source, cropGrid(source.grid, window), 'nearest'), place }
}

const outside = (place: string) =>
  new AppError('grid_mismatch', `${place} holds no pixel of the raster; give a place that the raster covers`)
