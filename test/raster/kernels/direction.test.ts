import { describe, expect, it } from 'vitest'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { MomentsReducer, metresPerUnit, shapeOf } from '../../../src/raster/kernels/moments.ts'
import { bearingOf, SectorReducer, sectorNames, sectorOf } from '../../../src/raster/kernels/sectors.ts'
import { alone, drawn, LONLAT, raster } from './rasters.ts'

const momentsOf = (mask: RasterSource) => alone(mask, new MomentsReducer(mask.grid))

/** A bar that leans from the lower left to the upper right: towards the north-east on a north-up grid. */
const LEANING = ['....##', '...##.', '..##..', '.##...', '##....']

const bearing = async (rows: readonly string[], transform?: Affine) => {
  const mask = raster(rows, transform ? { transform } : {})
  return shapeOf(await momentsOf(mask), mask.grid).axisBearingDegrees
}

describe('shapeOf', () => {
  it('has the bearing of a line', async () => {
    expect(await bearing(['..#', '.#.', '#..'])).toBeCloseTo(45, 9)
    expect(await bearing(['#..', '.#.', '..#'])).toBeCloseTo(135, 9)
    expect(await bearing(['###'])).toBeCloseTo(90, 9)
    expect((await bearing(['#', '#', '#'])) % 180).toBeCloseTo(0, 9)
  })

  it('is two-way: always in [0, 180)', async () => {
    const found = await bearing(LEANING)
    expect(found).toBeGreaterThan(45)
    expect(found).toBeLessThan(60)
  })

  it('keeps its map bearing when rows run north', async () => {
    const flipped = [...LEANING].reverse()
    expect(await bearing(flipped, [10, 0, 500_000, 0, 10, 4_999_950])).toBeCloseTo(await bearing(LEANING), 9)
  })

  it('keeps its map bearing on a grid turned by a quarter', async () => {
    // Rows run east and columns north: the raster is the transpose of the north-up one, read from the lower left.
    const upward = [...LEANING].reverse()
    const turned = Array.from({ length: 6 }, (_, col) => upward.map((row) => row[col]).join(''))
    expect(await bearing(turned, [0, 10, 500_000, 10, 0, 4_999_950])).toBeCloseTo(await bearing(LEANING), 9)
  })

  it('has no bearing where width and length are equal', async () => {
    const mask = raster(['##', '##'])
    const shape = shapeOf(await momentsOf(mask), mask.grid)
    expect(shape.axisBearingDegrees).toBeNaN()
    expect(shape.axisRatio).toBe(1)
    expect(shape.centroid).toEqual([500_010, 4_999_990])
  })

  it('is NaN throughout for an empty mask', async () => {
    const mask = raster(['..?'])
    expect(shapeOf(await momentsOf(mask), mask.grid)).toEqual({
      centroid: [NaN, NaN],
      axisBearingDegrees: NaN,
      axisRatio: NaN,
    })
  })

  it('sees ground distances on a geographic grid', async () => {
    // At 60° N a degree of longitude is half as long as one of latitude: the diagonal bears atan(0.5), about 26.6°.
    const place = { transform: [0.01, 0, 10, 0, -0.01, 60.015] as Affine, crs: LONLAT }
    const mask = raster(['..#', '.#.', '#..'], place)
    const { axisBearingDegrees } = shapeOf(await momentsOf(mask), mask.grid)
    expect(axisBearingDegrees).toBeCloseTo(26.6, 0)
  })
})

describe('metresPerUnit', () => {
  it('agrees with positions on WGS 84', () => {
    // numpy: chords between ECEF positions 1e-4° apart on WGS 84 around 45° N, per degree.
    const [east, north] = metresPerUnit(LONLAT, 45)
    expect(east).toBeCloseTo(78_846.835, 2)
    expect(north).toBeCloseTo(111_131.777, 1)
  })
})

describe('sectorOf', () => {
  it('turns clockwise from north with the first edge of each sector included', () => {
    const name = (bearing: number) => sectorNames(8)[sectorOf(bearing, 8)]
    expect([0, 22.4, 22.5, 90, 180, 270, 337.4, 337.5].map(name)).toEqual([
      'N', 'N', 'NE', 'E', 'S', 'W', 'NW', 'N',
    ]) // prettier-ignore
    expect([44.9, 45, 315].map((bearing) => sectorNames(4)[sectorOf(bearing, 4)])).toEqual(['N', 'E', 'N'])
  })
})

describe('bearingOf', () => {
  it('is clockwise from north', () => {
    expect([bearingOf(0, 1), bearingOf(1, 0), bearingOf(0, -1), bearingOf(-1, 0)]).toEqual([0, 90, 180, 270])
  })
})

describe('SectorReducer', () => {
  // Centre of the 3×3 grid.
  const origin = [500_015, 4_999_985] as const
  const sectorsOf = (mask: RasterSource) => alone(mask, new SectorReducer(mask.grid, { origin, sectors: 8 }))

  it('counts pixels by the sector they lie in, the centre in none', async () => {
    const counts = await sectorsOf(raster(['#.#', '.##', '...']))
    expect(counts).toEqual([0, 1, 1, 0, 0, 0, 0, 1])
  })

  it('sees the same ground in rows that run north', async () => {
    const mask = raster(['#..', '#..', '.#.'])
    const flipped = raster((await drawn(mask)).reverse(), { transform: [10, 0, 500_000, 0, 10, 4_999_970] })
    expect(await sectorsOf(flipped)).toEqual(await sectorsOf(mask))
  })
})
