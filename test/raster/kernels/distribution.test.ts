import { describe, expect, it } from 'vitest'
import { DistributionReducer } from '../../../src/raster/kernels/distribution.ts'
import { alone, randomRaster, raster } from './rasters.ts'

const distributionOf = (source: Parameters<typeof alone>[0]) => alone(source, new DistributionReducer())

describe('DistributionReducer', () => {
  it('counts whole numbers of 16 bits one by one', async () => {
    const found = await distributionOf(raster([[65_535, -32_768, 3, 3, NaN, 0]]))
    expect(found.isExact).toBe(true)
    expect([...found.lows]).toEqual([-32_768, 0, 3, 65_535])
    expect([...found.counts]).toEqual([1, 1, 2, 1])
    expect(found.valid).toBe(5)
    expect(found.quantile(0.5)).toEqual({ value: 3, error: 0 })
  })

  it('goes on in buckets where a value is not whole, and forgets none', async () => {
    const { valid, lows, highs } = await distributionOf(raster([[1, 2, -3], [0.5, NaN, 2], [70_000, 1, 1]])) // prettier-ignore
    expect(valid).toBe(8)
    for (const value of [-3, 0.5, 1, 2, 70_000]) {
      expect(lows.some((low, entry) => low <= value && value <= highs[entry]!)).toBe(true)
    }
  })

  it('makes no bucket wider than 2⁻¹³ of its values', async () => {
    const { lows, highs } = await distributionOf(randomRaster(4, 200, 50))
    const widths = lows.map((low, entry) => (highs[entry]! - low) / Math.max(Math.abs(low), 1e-30))
    expect(Math.max(...widths)).toBeLessThanOrEqual(2 ** -13)
    expect(lows.slice(1).every((low, entry) => low > highs[entry]!)).toBe(true)
  })

  it('holds infinities, and no NaN whatever its bits', () => {
    const values = new Float32Array([Infinity, -Infinity, 0.5, 0])
    // A NaN with none of the upper bits of its mantissa set, as a file may hold.
    new Uint32Array(values.buffer)[3] = 0x7f800001
    const reducer = new DistributionReducer()
    reducer.add(values)
    const { valid, lows, counts } = reducer.result()
    expect(valid).toBe(3)
    expect([lows[0], lows[2]]).toEqual([-Infinity, Infinity])
    expect([...counts]).toEqual([1, 1, 1])
  })
})

describe('Distribution', () => {
  it('gives quantiles within the error it states', async () => {
    // numpy.percentile([2, 50, 98]) and the median absolute deviation of (mulberry32(7) as float32, 97 × 61).
    const found = await distributionOf(randomRaster(7, 97, 61))
    const truth = [0.016622607037425043, 0.4976143538951874, 0.9780240035057068]
    for (const [index, fraction] of [0.02, 0.5, 0.98].entries()) {
      const { value, error } = found.quantile(fraction)
      expect(error).toBeLessThanOrEqual(value * 2 ** -13)
      expect(Math.abs(value - truth[index]!)).toBeLessThanOrEqual(error + 1e-7)
    }
    const { value, error } = found.medianDeviation()
    expect(Math.abs(value - 0.2419971525669098)).toBeLessThanOrEqual(error)
    expect(error).toBeLessThan(2 ** -12)
  })

  it('mirrors its quantiles where all signs turn', async () => {
    const values = (await randomRaster(8, 30, 30).read({ col: 0, row: 0, width: 30, height: 30 })).map(
      (value) => value - 0.3,
    )
    const one = await distributionOf(raster([[...values]]))
    const other = await distributionOf(raster([[...values.map((value) => -value)]]))
    for (const fraction of [0, 0.1, 0.5, 0.93, 1]) {
      const [low, high] = [one.quantile(fraction), other.quantile(1 - fraction)]
      expect(Math.abs(low.value + high.value)).toBeLessThanOrEqual(low.error + high.error)
    }
  })

  it('is exact for the deviation of whole numbers', async () => {
    // Median 2; distances 1 1 0 0 2 4 7, in order 0 0 1 1 2 4 7.
    const found = await distributionOf(raster([[1, 1, 2, 2, 4, 6, 9]]))
    expect(found.medianDeviation()).toEqual({ value: 1, error: 0 })
  })

  it('is NaN where nothing is valid', async () => {
    const found = await distributionOf(raster(['??']))
    expect(found.quantile(0.5).value).toBeNaN()
    expect(found.medianDeviation().value).toBeNaN()
  })
})
