import { describe, expect, it } from 'vitest'
import { exactQuantiles, quantiles } from '../../../src/raster/kernels/quantiles.ts'
import { DistributionReducer } from '../../../src/raster/kernels/distribution.ts'
import { alone, randomRaster, raster } from './rasters.ts'

describe('quantiles', () => {
  it('finds the middle of an odd count and the mean of the middle two of an even one', async () => {
    expect(await quantiles(raster([[3, -1, 2]]), [0.5])).toEqual([2])
    expect(await quantiles(raster([[3, -1, 2, 10]]), [0.5])).toEqual([2.5])
  })

  it('orders negative numbers, zero and infinity', async () => {
    const source = raster([[0, -5, Infinity, -0.25, 1e-30]])
    expect(await quantiles(source, [0, 0.25, 0.5, 0.75])).toEqual([-5, -0.25, 0, Math.fround(1e-30)])
  })

  it('agrees with numpy.percentile and median on random numbers', async () => {
    // numpy.percentile([5, 37.3, 50, 95]) of mulberry32(7) as float32, 97 × 61.
    const found = await quantiles(randomRaster(7, 97, 61), [0.05, 0.373, 0.5, 0.95])
    const truth = [0.04655692, 0.37048566, 0.4976143538951874, 0.94504651]
    for (const [index, value] of truth.entries()) expect(found[index]).toBeCloseTo(value, 7)
  })

  it('gives NaN where nothing is valid', async () => {
    expect(await quantiles(raster(['??']), [0.5])).toEqual([NaN])
  })
})

describe('exactQuantiles', () => {
  it('needs no walk where all values are whole', async () => {
    const source = raster([[3, -1, 2, 10]])
    const distribution = await alone(source, new DistributionReducer())
    const unreadable = { ...source, read: () => Promise.reject(new Error('read')) }
    expect(await exactQuantiles(unreadable, { distribution, fractions: [0.5, 1] })).toEqual([2.5, 10])
  })

  it('tells values of one bucket apart, of either sign', async () => {
    const close = [1, 1 + 2 ** -20, 1 + 2 ** -19]
    const source = raster([[...close, ...close.map((value) => -value)]])
    expect(await quantiles(source, [0, 0.2, 0.4, 0.6, 0.8, 1])).toEqual([
      -close[2]!, -close[1]!, -1, 1, close[1], close[2],
    ]) // prettier-ignore
  })
})
