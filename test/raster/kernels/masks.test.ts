import { describe, expect, it } from 'vitest'
import { CodeAreaReducer, maskAreaOf } from '../../../src/raster/kernels/areas.ts'
import { combineMasks, subtract } from '../../../src/raster/kernels/combine.ts'
import { classify, thresholdMask } from '../../../src/raster/kernels/threshold.ts'
import { zonalSummary } from '../../../src/raster/kernels/zones.ts'
import { cellArea } from '../../../src/raster/grid/cell-area.ts'
import type { RowArea } from '../../../src/raster/grid/row-area.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { alone, drawn, LONLAT, pixels, randomRaster, raster } from './rasters.ts'

describe('thresholdMask', () => {
  // As float32 0.7 lies below the double 0.7 and 0.27 above its own.
  const source = raster([[0.26, 0.27, 0.28, NaN]])
  const other = raster([[0.69, 0.7, 0.71, NaN]])
  it.each([
    ['at_or_above', '.##?'],
    ['above', '..#?'],
    ['at_or_below', '##.?'],
    ['below', '#..?'],
  ] as const)('cuts %s the threshold', async (side, row) => {
    expect(await drawn(thresholdMask(source, 0.27, side))).toEqual([row])
    expect(await drawn(thresholdMask(other, 0.7, side))).toEqual([row])
  })
})

describe('classify', () => {
  it('puts a value on a break into the class above it', async () => {
    const classes = classify(raster([[-1, 0, 0.5, 0.7, 2, NaN]]), [0, 0.7])
    expect(await pixels(classes)).toEqual([1, 2, 2, 3, 3, NaN])
  })
})

describe('combineMasks', () => {
  const first = raster(['..##?#'])
  const second = raster(['.#.##?'])
  it.each([
    ['and', '...#??'],
    ['or', '.###??'],
    ['and_not', '..#.??'],
    ['xor', '.##.??'],
  ] as const)('joins by %s and has no value where either has none', async (operation, row) => {
    expect(await drawn(combineMasks(first, second, operation))).toEqual([row])
  })

  it('refuses masks of unlike grids', () => {
    expect(() => combineMasks(first, raster(['##']), 'and')).toThrow(/align one to the other/)
  })
})

describe('subtract', () => {
  it('takes the second from the first, and no data wins', async () => {
    expect(await pixels(subtract(raster([[3, 1, NaN]]), raster([[1, 3, 1]])))).toEqual([2, -2, NaN])
  })
})

const areaOf = async (mask: RasterSource, rowArea: RowArea) =>
  maskAreaOf(await alone(mask, new CodeAreaReducer(rowArea)))

describe('maskAreaOf', () => {
  it('counts inside, valid and no data', async () => {
    const mask = raster(['##.', '.?#', '?..'])
    const { inside, valid, nodata } = await areaOf(mask, cellArea(mask.grid))
    expect(inside).toEqual({ pixels: 3, area: 300 })
    expect(valid).toEqual({ pixels: 7, area: 700 })
    expect(nodata).toBe(2)
  })

  it('adds up with its complement', async () => {
    const source = randomRaster(3, 40, 30)
    const rowArea = (row: number) => 100 + row
    const [low, high] = await Promise.all(
      (['below', 'at_or_above'] as const).map((side) => areaOf(thresholdMask(source, 0.3, side), rowArea)),
    )
    expect(low!.inside.area + high!.inside.area).toBeCloseTo(low!.valid.area, 6)
    expect(low!.inside.pixels + high!.inside.pixels).toBe(1200)
  })

  it('weighs rows of a geographic grid by their own area', async () => {
    // One degree cells from 60° N down; the one at the equator is marked. numpy: integral of
    // a²(1 − e²)cosφ / (1 − e²sin²φ)² over 0–1° of latitude times one degree of longitude = 12,308.463894 km².
    const mask = raster([...Array<string>(59).fill('.'), '#'], {
      transform: [1, 0, 0, 0, -1, 60],
      crs: LONLAT,
    })
    const { inside } = await areaOf(mask, cellArea(mask.grid))
    expect(inside.area / 1e6).toBeCloseTo(12_308.463894, 3)
  })
})

describe('CodeAreaReducer', () => {
  it('sums pixels by code', async () => {
    const { codes, nodata } = await alone(raster([[1, 1, 7, NaN]]), new CodeAreaReducer(() => 2))
    expect([...codes]).toEqual([
      [1, { pixels: 2, area: 4 }],
      [7, { pixels: 1, area: 2 }],
    ])
    expect(nodata).toBe(1)
  })

  it.each([256, -1, 0.5])('refuses %d, which is no code', async (value) => {
    await expect(alone(raster([[value]]), new CodeAreaReducer(() => 1))).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('zonalSummary', () => {
  it('gives figures by zone and counts what has no value or no zone', async () => {
    const values = raster([[1, 3, 10, NaN, 5]])
    const zones = raster([[2, 2, 1, 1, NaN]])
    expect(await zonalSummary(values, zones)).toEqual({
      zones: [
        { code: 1, pixels: 1, weight: 1, area: NaN, sum: 10, mean: 10, std: 0, min: 10, max: 10 },
        { code: 2, pixels: 2, weight: 2, area: NaN, sum: 4, mean: 2, std: 1, min: 1, max: 3 },
      ],
      leftOut: 2,
    })
  })

  it('keeps the spread of small steps on a large offset and adds up the area of rows', async () => {
    const values = raster([
      [1, 8_000_001],
      [8_000_002, 8_000_003],
    ])
    const zones = raster([
      [1, 2],
      [2, 2],
    ])
    const found = await zonalSummary(values, zones, { rowArea: (row) => 1 + row })
    expect(found.zones[1]).toMatchObject({ pixels: 3, area: 5, mean: 8_000_002 })
    expect(found.zones[1]!.std).toBeCloseTo(Math.sqrt(2 / 3), 9)
  })

  it('refuses zones that are no map of classes', async () => {
    const source = randomRaster(5, 50, 50)
    await expect(zonalSummary(source, source)).rejects.toHaveProperty('code', 'limit_reached')
  })
})
