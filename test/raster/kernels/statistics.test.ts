import { describe, expect, it } from 'vitest'
import { summarise } from '../../../src/raster/kernels/statistics.ts'
import { randomRaster, raster } from './rasters.ts'

describe('summarise', () => {
  it('gives the figures of a 3×3 raster and leaves no data out', async () => {
    // Valid: 1 2 3 4 5 6 7 8: mean 4.5, population variance (3.5² + 2.5² + 1.5² + 0.5²) · 2 / 8 = 5.25.
    const source = raster([
      [1, 2, 3],
      [4, NaN, 5],
      [6, 7, 8],
    ])
    const summary = await summarise(source)
    expect(summary).toMatchObject({ valid: 8, nodata: 1, min: 1, max: 8, mean: 4.5 })
    expect(summary.std).toBeCloseTo(Math.sqrt(5.25), 12)
  })

  it('agrees with numpy on random numbers', async () => {
    // numpy float64 over the same float32 values: mean(), std(), min(), max() of mulberry32(7), 97 × 61.
    const summary = await summarise(randomRaster(7, 97, 61))
    expect(summary.mean).toBeCloseTo(0.4940328496905415, 12)
    expect(summary.std).toBeCloseTo(0.28582290111846614, 12)
    expect(summary.min).toBeCloseTo(0.0005249898, 9)
    expect(summary.max).toBeCloseTo(0.9996907, 7)
  })

  it('keeps the spread of small steps on a large offset', async () => {
    const summary = await summarise(
      raster([
        [8_000_000, 8_000_001],
        [8_000_002, 8_000_003],
      ]),
    )
    expect(summary.std).toBeCloseTo(Math.sqrt(1.25), 9)
  })

  it('gives NaN where nothing is valid', async () => {
    expect(await summarise(raster(['??', '??']))).toEqual({
      valid: 0, nodata: 4, min: NaN, max: NaN, mean: NaN, std: NaN,
    }) // prettier-ignore
  })

  it('stops when asked', async () => {
    const signal = AbortSignal.abort()
    await expect(summarise(randomRaster(1, 4, 4), { signal })).rejects.toHaveProperty('name', 'AbortError')
  })
})
