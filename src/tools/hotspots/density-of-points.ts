import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { memorySource } from '../../raster/blocks.ts'
import { crsFromEpsg } from '../../raster/grid/crs.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { fromLonLat } from '../../raster/grid/lon-lat.ts'
import { countPoints, pointDensity } from '../../raster/kernels/point-density.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { count, counted, figure, quantity, ratio } from '../support/figures.ts'
import { pointArguments, POINT_NEEDS, pointSet } from '../support/point-set.ts'
import { defineTool } from '../tool.ts'

/** Cells held at once, twice. */
const MOST_CELLS = 4_000_000
/** Cells looked at for a kernel, all points together. */
const MOST_STEPS = 2e9
/** Degrees from the middle meridian of a UTM zone up to which its map is true enough. */
const WIDEST = 6

export const densityOfPointsTool = defineTool({
  name: 'density_of_points',
  family: 'hotspots',
  title: 'Density of points',
  summary:
    'Density map of points such as fire detections or sightings on a grid: how many lie in each cell, or kernel density (heat map) per square kilometre.',
  source: 'https://ned.ipac.caltech.edu/level5/March02/Silverman/Silver_contents.html',
  needs: POINT_NEEDS,
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'point_density' },
  measures: [
    { name: 'points', dimension: 'count' },
    { name: 'max', dimension: 'ratio' },
    { name: 'cell_size', dimension: 'length' },
  ],
  input: z.object({
    ...pointArguments,
    method: z
      .enum(['count', 'kernel'])
      .default('count')
      .describe('Points in each cell, or points a square kilometre smoothed by a quartic kernel.'),
    cell_size: z.number().min(1).max(100_000).default(1000).describe('Side of a cell in metres.'),
    radius: z
      .number()
      .min(1)
      .max(500_000)
      .default(5000)
      .describe('Radius of the kernel in metres, for method "kernel".'),
  }),
  examples: [
    { table: 'table-1', cell_size: 20 },
    { points: 'points-1', method: 'kernel' },
  ],
  async run(input, context) {
    throwIfAborted(context.signal)
    const { layer, places, notes } = await pointSet(context, input)
    const isKernel = input.method === 'kernel'
    const { grid, onMap } = gridAround(places, input.cell_size, isKernel ? input.radius : 0)
    if (isKernel && places.length * (2 * (input.radius / input.cell_size) + 1) ** 2 > MOST_STEPS) {
      throw new AppError(
        'limit_reached',
        `${counted(places.length, 'point')} with a radius of ${figure(input.radius / input.cell_size)} cells are too much work; give larger cells or a smaller radius`,
      )
    }
    const values = isKernel
      ? pointDensity(grid, onMap, input.radius).map((each) => each * 1e6)
      : countPoints(grid, onMap)
    throwIfAborted(context.signal)
    const source = memorySource(grid, values)
    const summary = await summarise(source, { signal: context.signal })
    const saved = await context.saveRaster(
      {
        title: isKernel ? 'kernel density of points' : 'points in each cell',
        port: { kind: 'raster', quantity: 'retrieval', meaning: isKernel ? 'point_density' : 'point_count' },
        unit: isKernel ? '1' : 'count',
        date: layer.date,
        style: { ramp: 'viridis', min: 0, max: summary.max },
      },
      source,
      'float32',
    )
    const filled = values.reduce((sum, value) => sum + Number(value > 0), 0)
    const on = { layer: saved.id }
    return {
      text: [
        `${saved.id} holds ${isKernel ? `the kernel density (points a km², quartic kernel of ${figure(input.radius)} m)` : 'the number of points in each cell'} of ${counted(places.length, 'point')} of ${layer.id}, in cells of ${figure(input.cell_size)} m (${grid.width} × ${grid.height}, ${grid.crs.id}):`,
        `up to ${figure(summary.max)}, above 0 in ${counted(filled, 'cell')}.`,
        ...notes,
      ].join(' '),
      numbers: [
        count('points', places.length, on),
        ratio('max', summary.max, on),
        count('cells_above_zero', filled, on),
        quantity('cell_size', input.cell_size, { unit: 'm', dimension: 'length', ...on }),
      ],
      layers: [saved],
      warnings: notes,
    }
  },
})

/** A grid of whole cells in the UTM zone of the middle of the places, `margin` metres wider to each side. */
function gridAround(
  places: readonly LonLat[],
  cell: number,
  margin: number,
): { readonly grid: Grid; readonly onMap: readonly (readonly [number, number])[] } {
  const [west, east] = rangeOf(places.map(([longitude]) => longitude))
  const [south, north] = rangeOf(places.map(([, latitude]) => latitude))
  const zone = Math.min(60, Math.floor(((west + east) / 2 + 180) / 6) + 1)
  const meridian = zone * 6 - 183
  if (Math.max(east - meridian, meridian - west) > WIDEST || south < -80 || north > 84) {
    throw new AppError(
      'invalid_input',
      `the points reach from ${figure(west)} to ${figure(east)} degrees of longitude and from ${figure(south)} to ${figure(north)} of latitude, too far for one map true to size; give points of a smaller region`,
    )
  }
  const crs = crsFromEpsg((south + north >= 0 ? 32600 : 32700) + zone)
  const project = fromLonLat(crs)
  const onMap = places.map(([longitude, latitude]) => project(longitude, latitude))
  const [left, right] = rangeOf(onMap.map(([x]) => x))
  const [bottom, top] = rangeOf(onMap.map(([, y]) => y))
  const [x0, y0] = [Math.floor((left - margin) / cell) * cell, (Math.floor((top + margin) / cell) + 1) * cell]
  const width = Math.floor((right + margin - x0) / cell) + 1
  const height = Math.ceil((y0 - (bottom - margin)) / cell)
  if (width * height > MOST_CELLS) {
    throw new AppError(
      'limit_reached',
      `cells of ${figure(cell)} m make a grid of ${width} × ${height}, more than ${MOST_CELLS} cells; give larger cells`,
    )
  }
  return { grid: { width, height: Math.max(1, height), crs, transform: [cell, 0, x0, 0, -cell, y0] }, onMap }
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
