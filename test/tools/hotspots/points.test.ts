import { describe, expect, it } from 'vitest'
import oracle from '../../oracles/hotspots.json' with { type: 'json' }
import { clarkEvans, nearestDistances } from '../../../src/raster/kernels/nearest-neighbours.ts'
import { activeFiresTool } from '../../../src/tools/hotspots/active-fires.ts'
import { densityOfPointsTool } from '../../../src/tools/hotspots/density-of-points.ts'
import { nearestNeighbourIndexTool } from '../../../src/tools/hotspots/nearest-neighbour-index.ts'
import type { Column, TableCell } from '../../../src/trace/table.ts'
import { pixels } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const PLACE: readonly Column[] = [
  { name: 'longitude', unit: 'deg' },
  { name: 'latitude', unit: 'deg' },
]

function withTable(columns: readonly Column[], rows: readonly (readonly TableCell[])[]): MemoryContext {
  const made = new MemoryContext()
  made.addTable('points', { columns: [...PLACE, ...columns], rows })
  return made
}

describe('nearest_neighbour_index', () => {
  it('has the distances that numpy finds by looking at all pairs', () => {
    const { points } = oracle.nearest
    const distances = nearestDistances(
      Float64Array.from(points, ([x]) => x!),
      Float64Array.from(points, ([, y]) => y!),
    )
    const found = clarkEvans(distances, 1e6)
    expect(found.mean).toBeCloseTo(oracle.nearest.mean, 9)
    expect(found.index).toBeCloseTo(oracle.nearest.index, 9)
    // numpy was given the rounded constant 0.26136.
    expect(found.z).toBeCloseTo(oracle.nearest.z, 3)
  })

  it('finds a square lattice spread as evenly as can be: twice the distance of chance', async () => {
    // 11 × 11 places 0.001° apart; each stands for one cell of the lattice.
    const rows = Array.from({ length: 121 }, (_, at) => [15 + (at % 11) * 0.001, Math.floor(at / 11) * 0.001])
    // On the equator a degree is 111319.5 m along and 110574.3 m across.
    const cell = 111.3195 * 110.5743
    const result = await runTool(
      nearestNeighbourIndexTool,
      { table: 'points', area: (121 * cell) / 10_000 },
      withTable([], rows),
    )
    expect(number(result, 'mean_distance')).toBeCloseTo(110.574, 2)
    // The nearest lies across; 0.5 √(cell) is what chance would give.
    expect(number(result, 'nearest_neighbour_index')).toBeCloseTo(110.5743 / (0.5 * Math.sqrt(cell)), 4)
    expect(result.text).toContain('more evenly')
  })

  it('asks for one kind of points, and for an area where they lie on a line', async () => {
    const made = withTable([], [[15, 45], [15.1, 45], [15.2, 45]]) // prettier-ignore
    await expect(runTool(nearestNeighbourIndexTool, {}, made)).rejects.toHaveProperty('code', 'invalid_input')
    await expect(runTool(nearestNeighbourIndexTool, { table: 'points' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('density_of_points', () => {
  const near = [[15.0001, 45], [15.0002, 45], [15.0201, 45.0101]] // prettier-ignore

  it('counts every point once, in cells of UTM', async () => {
    const made = withTable([], near)
    const result = await runTool(densityOfPointsTool, { table: 'points', cell_size: 500 }, made)
    const counts = await pixels(await made.raster(made.saved[0]!.id))
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3)
    expect(number(result, 'max')).toBe(2)
    expect(made.saved[0]!.grid!.crs.id).toBe('EPSG:32633')
    // 15° E is the meridian of the zone: easting 500,000; the first two lie 8 and 16 m east of it.
    expect(made.saved[0]!.grid!.transform[2]).toBe(500_000)
  })

  it('spreads each point over one square kilometre times its density', async () => {
    const made = withTable([], near)
    await runTool(
      densityOfPointsTool,
      { table: 'points', method: 'kernel', cell_size: 50, radius: 1500 },
      made,
    )
    const density = await pixels(await made.raster(made.saved[0]!.id))
    // Density times 0.0025 km² of a cell sums to the number of points.
    expect(density.reduce((sum, each) => sum + each, 0) * 0.0025).toBeCloseTo(3, 2)
    // The peak of one quartic kernel is 3 / (π r²); two points lie together.
    expect(Math.max(...density)).toBeCloseTo((2 * 3) / (Math.PI * 1.5 ** 2), 2)
  })

  it('refuses points all over the world', async () => {
    const made = withTable([], [[-60, 10], [60, 10]]) // prettier-ignore
    await expect(runTool(densityOfPointsTool, { table: 'points' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('active_fires', () => {
  const columns: readonly Column[] = [
    { name: 'acq_date', unit: 'date' },
    { name: 'confidence', unit: 'text' },
    { name: 'frp', unit: 'MW' },
  ]
  const rows = [
    [-57.6, -19, '2019-08-09', 'n', 10.5],
    [-57.5, -19, '2019-08-09', 'h', 20],
    [-57.5, -18.9, '2019-08-10', 'l', 1.5],
    [-57.6, -18.9, '2019-08-11', 'nominal', null],
    [-57.55, -18.95, null, '85', 8],
    [null, -18.95, '2019-08-11', 'h', 8],
  ]

  it('counts by day and confidence, sums power, measures the hull', async () => {
    const made = withTable(columns, rows)
    const result = await runTool(activeFiresTool, { table: 'points' }, made)
    expect(number(result, 'detections')).toBe(5)
    expect(['low', 'nominal', 'high'].map((each) => number(result, 'detections', each))).toEqual([1, 2, 2])
    expect(number(result, 'days_with_fire')).toBe(3)
    expect(number(result, 'total_power')).toBeCloseTo(40, 9)
    expect(number(result, 'mean_power')).toBeCloseTo(10, 9)
    expect(number(result, 'max_power')).toBe(20)
    // pyproj.Geod(ellps='WGS84').polygon_area_perimeter([-57.6, -57.5, -57.5, -57.6], [-19, -19, -18.9, -18.9])
    expect(number(result, 'hull_area')).toBeCloseTo(116.58404890907288, 6)
    expect((await made.table(made.saved[0]!.id)).rows).toEqual([
      ['2019-08-09', 2, 30.5],
      ['2019-08-10', 1, 1.5],
      ['2019-08-11', 1, null],
    ])
    expect(result.warnings!.join(' ')).toContain('1 detection without a date')
    expect(result.warnings!.join(' ')).toContain('1 row of points without a place')
  })

  it('keeps those of enough confidence', async () => {
    const result = await runTool(
      activeFiresTool,
      { table: 'points', least_confidence: 'high' },
      withTable(columns, rows),
    )
    expect(number(result, 'detections')).toBe(2)
    expect(number(result, 'total_power')).toBe(28)
  })

  it('reads points of a vector layer as well', async () => {
    const made = new MemoryContext()
    made.addVector('fires', {
      type: 'FeatureCollection',
      features: rows.slice(0, 3).map(([longitude, latitude, date, confidence, frp]) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: { acq_date: date!, confidence: confidence!, frp: frp! },
      })),
    })
    const result = await runTool(activeFiresTool, { points: 'fires' }, made)
    expect(number(result, 'detections', 'high')).toBe(1)
    expect(number(result, 'total_power')).toBeCloseTo(32, 9)
  })
})
