import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { DistributionReducer } from '../../../src/raster/kernels/distribution.ts'
import { HistogramReducer } from '../../../src/raster/kernels/histogram.ts'
import { otsuEstimate, otsuThreshold, SeparabilityReducer } from '../../../src/raster/kernels/otsu.ts'
import { summarise } from '../../../src/raster/kernels/statistics.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { alone, raster } from './rasters.ts'

const histogram = (source: RasterSource, range: ConstructorParameters<typeof HistogramReducer>[0]) =>
  alone(source, new HistogramReducer(range))
const separability = (source: RasterSource, threshold: number) =>
  alone(source, new SeparabilityReducer(threshold))

describe('HistogramReducer', () => {
  it('puts a value on an edge into the bin above it, and the largest into the last', async () => {
    const source = raster([[0, 0.25, 0.5, 1, 2, -1, NaN]])
    const { counts, sums, edges } = await histogram(source, { min: 0, max: 1, bins: 4 })
    expect([...edges]).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect([...counts]).toEqual([1, 1, 1, 1])
    expect([...sums]).toEqual([0, 0.25, 0.5, 1])
  })
})

/** Two groups around 0.2 and 0.75. */
function twoGroups() {
  const random = seededRandom(11)
  const value = () => ((random() + random() + random()) / 3) * 0.4 + (random() < 0.3 ? 0.55 : 0)
  return raster([Array.from({ length: 4000 }, value)])
}

describe('otsuThreshold', () => {
  it('lies in the middle of the gap between two single values', async () => {
    const source = raster([[1, 1, 1, 9]])
    const threshold = otsuThreshold(await histogram(source, { min: 1, max: 9, bins: 8 }))
    // Edges 2 to 8 separate them equally well.
    expect(threshold).toBe(5)
  })

  it('splits two groups as an exhaustive search over the same edges does', async () => {
    const source = twoGroups()
    const { min, max } = await summarise(source)
    const threshold = otsuThreshold(await histogram(source, { min, max, bins: 256 }))
    // numpy, every edge of linspace(min, max, 257) tried: 0.39439 is the first of the equally good ones in the gap.
    expect(threshold).toBeGreaterThanOrEqual(0.3943942 - 1e-6)
    expect(await separability(source, threshold)).toBeCloseTo(0.9342876264882952, 9)
  })

  it('is NaN where all values are alike', async () => {
    expect(otsuThreshold(await histogram(raster([[2, 2]]), { min: 1, max: 3, bins: 4 }))).toBeNaN()
  })
})

describe('otsuEstimate', () => {
  const estimate = async (source: RasterSource) =>
    otsuEstimate(await alone(source, new DistributionReducer()))

  it('lies in the middle of the gap between whole numbers, exactly', async () => {
    expect(await estimate(raster([[1, 1, 1, 9]]))).toEqual({ value: 5, error: 0 })
  })

  it('splits two groups as an exhaustive search does, without a range', async () => {
    const { value, error } = await estimate(twoGroups())
    // numpy, every edge of linspace(min, max, 257) tried: see above. Values lie below 1: buckets of at most 2⁻¹⁴.
    expect(error).toBeLessThanOrEqual(2 ** -14)
    expect(await separability(twoGroups(), value)).toBeCloseTo(0.9342876264882952, 9)
  })

  it('parts neighbours of float32', async () => {
    const next = Math.fround(1 + 2 ** -13)
    const before = Math.fround(1 + 2 ** -13 - 2 ** -23)
    const { value } = await estimate(raster([[before, next]]))
    expect([before >= Math.fround(value), next >= Math.fround(value)]).toEqual([false, true])
  })

  it('is NaN where all values are alike', async () => {
    expect((await estimate(raster([[2, 2]]))).value).toBeNaN()
  })
})

describe('SeparabilityReducer', () => {
  it('agrees with the variances computed by numpy', async () => {
    // between-class / total variance of the two groups at 0.2.
    expect(await separability(twoGroups(), 0.2)).toBeCloseTo(0.39101199040343304, 9)
  })

  it('is 1 for two single values and 0 where one side is empty', async () => {
    expect(await separability(raster([[0, 0, 4]]), 1)).toBeCloseTo(1, 12)
    expect(await separability(raster([[0, 0, 4]]), 5)).toBe(0)
  })
})
