import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../../src/raster/blocks.ts'
import { correlate } from '../../../../src/raster/kernels/focal/correlate.ts'
import { focal, type FocalStatistic } from '../../../../src/raster/kernels/focal/focal.ts'
import type { Neighbourhood } from '../../../../src/raster/kernels/focal/shape.ts'
import type { RasterSource } from '../../../../src/raster/source.ts'
import { gridOf, pixels, randomRaster, raster } from '../rasters.ts'

const SQUARE: Neighbourhood = { shape: 'square', radius: 1 }
const ROUND = (radius: number): Neighbourhood => ({ shape: 'circle', radius })
const STATISTICS: readonly FocalStatistic[] = [
  'count',
  'sum',
  'mean',
  'variance',
  'std',
  'min',
  'max',
  'median',
  { percentile: 90 },
]
/** Rows 10, 15, 19, 12 and columns 10, 20, 29, 33 of the 40 × 30 raster of oracle.py. */
const POINTS = [
  [10, 10],
  [15, 20],
  [19, 29],
  [12, 33],
] as const
const ORACLE_RASTER = memorySource(
  gridOf(40, 30),
  Float32Array.from({ length: 1200 }, (_, index) => ((index * 7919) % 1013) / 8),
)
const atPoints = async (source: RasterSource) => {
  const values = await pixels(source)
  return POINTS.map(([row, col]) => values[row * 40 + col]!)
}
const expectClose = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((value, index) => expect(value / wanted[index]!).toBeCloseTo(1, 6))

/** A raster with gaps, in which one value in five is missing. */
async function gappy(): Promise<RasterSource> {
  const values = await pixels(randomRaster(7, 61, 47))
  return memorySource(
    gridOf(61, 47),
    Float32Array.from(values, (value, index) => ((index * 31) % 5 === 0 ? NaN : 1000 + value)),
  )
}

async function expectSameFromParts(source: RasterSource): Promise<void> {
  const { width, height } = source.grid
  const whole = await pixels(source)
  for (const [wide, high] of [
    [61, 1],
    [7, 5],
    [16, 16],
  ] as const) {
    for (let row = 0; row < height; row += high) {
      for (let col = 0; col < width; col += wide) {
        const part = { col, row, width: Math.min(wide, width - col), height: Math.min(high, height - row) }
        const values = await source.read(part)
        const cut = Array.from(values, (_, index) => {
          const [x, y] = [col + (index % part.width), row + Math.floor(index / part.width)]
          return whole[y * width + x]!
        })
        expect([...values]).toEqual(cut)
      }
    }
  }
}

describe('focal', () => {
  // 1 2 3 / 4 ? 6 / 7 8 9: the corner window holds 1 2 4, the middle one all but the gap.
  const gap = raster([
    [1, 2, 3],
    [4, NaN, 6],
    [7, 8, 9],
  ])

  it.each([
    ['count', [3, 5, 3, 5, 8, 5, 3, 5, 3]],
    ['sum', [7, 16, 11, 22, 40, 28, 19, 34, 23]],
    ['mean', [7 / 3, 16 / 5, 11 / 3, 22 / 5, 5, 28 / 5, 19 / 3, 34 / 5, 23 / 3]],
    ['min', [1, 1, 2, 1, 1, 2, 4, 4, 6]],
    ['max', [4, 6, 6, 8, 9, 9, 8, 9, 9]],
    ['median', [2, 3, 3, 4, 5, 6, 7, 7, 8]],
  ] as const)('gives the %s of the valid pixels around', async (statistic, wanted) => {
    expect(await pixels(focal(gap, SQUARE, statistic))).toEqual(wanted.map(Math.fround))
  })

  it('divides squared deviations by the number of valid pixels', async () => {
    const [first] = await pixels(focal(gap, SQUARE, 'variance'))
    // 1 2 4 around 7/3: (16 + 1 + 25) / 9 / 3.
    expect(first).toBeCloseTo(42 / 27, 6)
  })

  it('reaches no further than the radius in a circle', async () => {
    const cross = await pixels(focal(gap, ROUND(1), 'sum'))
    expect(cross).toEqual([7, 6, 11, 12, 20, 18, 19, 24, 23])
  })

  it('is NaN, and counts 0, where nothing around is valid', async () => {
    const empty = raster([[NaN, NaN, NaN, 5]])
    expect(await pixels(focal(empty, SQUARE, 'mean'))).toEqual([NaN, NaN, 5, 5])
    expect(await pixels(focal(empty, SQUARE, 'median'))).toEqual([NaN, NaN, 5, 5])
    expect(await pixels(focal(empty, SQUARE, 'max'))).toEqual([NaN, NaN, 5, 5])
    expect(await pixels(focal(empty, SQUARE, 'count'))).toEqual([0, 0, 1, 1])
  })

  it('leaves a raster as it is with a radius of 0', async () => {
    for (const statistic of ['sum', 'min', 'median'] as const) {
      expect(await pixels(focal(gap, { shape: 'square', radius: 0 }, statistic))).toEqual(await pixels(gap))
    }
  })

  it('has no data beyond the grid', async () => {
    const values = await focal(gap, SQUARE, 'sum').read({ col: 2, row: 2, width: 2, height: 2 })
    expect([...values]).toEqual([23, NaN, NaN, NaN])
  })

  it.each([
    ...STATISTICS.map((statistic) => [{ shape: 'square', radius: 3 }, statistic] as const),
    ...STATISTICS.map((statistic) => [{ shape: 'circle', radius: 4 }, statistic] as const),
  ] as const)('gives the same to the last bit from any parts: %o %o', async (window, statistic) => {
    await expectSameFromParts(focal(await gappy(), window, statistic))
  })

  /** Oracle: python3 oracle.py (numpy 2.4, scipy 1.17: generic_filter, minimum_filter, maximum_filter, median_filter). */
  it.each([
    ['sum', [1530.25, 1557.375, 1608.75, 1623.75], [1719.375, 1821.75, 1942.125, 1908.875]],
    ['mean', [61.21, 62.295, 64.35, 64.95], [59.288793103, 62.818965517, 66.969827586, 65.823275862]],
    [
      'variance',
      [1287.1134, 1325.5061, 1284.02375, 1363.7975],
      [1281.377266647, 1293.121321344, 1298.541654281, 1329.181591855],
    ],
    [
      'std',
      [35.876362692, 36.407500601, 35.833277132, 36.929629026],
      [35.796330352, 35.959996125, 36.035283463, 36.457942781],
    ],
    ['min', [0.125, 2.125, 3.875, 1], [0.125, 2.125, 3.875, 1]],
    ['max', [119.125, 124, 122.625, 124.5], [119.125, 124, 125.75, 124.5]],
    ['median', [61.875, 59.125, 65.625, 65.875], [61.875, 59.125, 65.625, 65.875]],
    [{ percentile: 90 }, [108.2, 110.1, 113.75, 114.975], [105.15, 109.45, 115.625, 113.075]],
    ['count', [25, 25, 25, 25], [29, 29, 29, 29]],
  ] as const)('agrees with scipy for %o', async (statistic, square, circle) => {
    expectClose(await atPoints(focal(ORACLE_RASTER, { shape: 'square', radius: 2 }, statistic)), square)
    expectClose(await atPoints(focal(ORACLE_RASTER, ROUND(3), statistic)), circle)
  })

  it('keeps a small variance of large values', async () => {
    // ±1/64 around 65536 in equal numbers: sums of squares in 64 bits would be off by 1e-6, a third of it.
    const large = memorySource(
      gridOf(8, 8),
      Float32Array.from({ length: 64 }, (_, index) => 65536 + (index % 2 === 0 ? 1 : -1) / 64),
    )
    const values = await pixels(focal(large, { shape: 'square', radius: 7 }, 'variance'))
    for (const value of values) expect(value * 64 * 64).toBeCloseTo(1, 6)
  })

  it('computes wide windows in parts that can be held', async () => {
    const width = 1300
    const wide = memorySource(gridOf(width, 300), new Float32Array(width * 300).fill(2))
    const values = await pixels(focal(wide, { shape: 'square', radius: 100 }, 'sum'))
    // The corner's window holds 101², one far from borders 201².
    expect([values[0], values[150 * width + 650]]).toEqual([2 * 101 ** 2, 2 * 201 ** 2])
    expect(values[600]).toBe(2 * 101 * 201)
  })

  it('refuses a radius that is no number of pixels', () => {
    for (const radius of [-1, 1.5, NaN, 1e6]) {
      expect(() => focal(gap, { shape: 'square', radius }, 'mean')).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
    expect(() => focal(gap, SQUARE, { percentile: 101 })).toThrow('101')
  })
})

describe('correlate', () => {
  const SOBEL = [
    [-1, 0, 1],
    [-2, 0, 2],
    [-1, 0, 1],
  ]
  const GAUSS = [1, 4, 6, 4, 1].map((down) => [1, 4, 6, 4, 1].map((across) => (down * across) / 256))
  const CROSS = [
    [0, 1, 0],
    [1, 2, 1],
    [0, 1, 0],
  ].map((row) => row.map((weight) => weight / 6))

  /** Oracle: python3 oracle.py (scipy.ndimage.correlate). */
  it.each([
    ['a product of two lines', GAUSS, [59.646972656, 67.577636719, 63.063964844, 57.431640625]],
    ['negative weights', SOBEL, [194.875, -58.375, 68.25, -58.375]],
    ['no product', CROSS, [57.833333333, 76.645833333, 72.791666667, 39.625]],
  ] as const)('agrees with scipy for a kernel of %s', async (_name, kernel, wanted) => {
    expectClose(await atPoints(correlate(ORACLE_RASTER, kernel)), wanted)
  })

  it('counts valid pixels alone in a smoothing, and asks for all in an edge', async () => {
    const gap = raster([
      [1, 2, 3],
      [4, NaN, 6],
      [7, 8, 9],
    ])
    const box = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]
    // The corner 1 2 4 has a mean of 7/3, taken for all nine.
    expect((await pixels(correlate(gap, box)))[0]).toBe(21)
    // -1 + 3 + 2 · (-4 + 6) - 7 + 9 = 8 in the middle, whose own pixel has a weight of 0; at the border some lack.
    expect(await pixels(correlate(gap, SOBEL))).toEqual(
      Array.from({ length: 9 }, (_, at) => (at === 4 ? 8 : NaN)),
    )
    expect(await pixels(correlate(raster([[1, 5, NaN, 4, 7]]), [[1, 0, -1]]))).toEqual([
      NaN,
      NaN,
      1,
      NaN,
      NaN,
    ])
    expect((await pixels(correlate(gap, [[1, 0, -1]])))[7]).toBe(-2)
  })

  it.each([
    ['a product', GAUSS],
    ['no product', CROSS],
    ['negative weights', SOBEL],
  ])('gives the same to the last bit from any parts: %s', async (_name, kernel) => {
    await expectSameFromParts(correlate(await gappy(), kernel))
  })

  it('refuses kernels without a middle or without weight', () => {
    for (const kernel of [[], [[1, 1]], [[1], [1, 2, 3], [1]], [[0]], [[NaN]]]) {
      expect(() => correlate(ORACLE_RASTER, kernel)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
  })
})
