import { describe, expect, it } from 'vitest'
import { IntegerHistogramReducer } from '../../../src/raster/kernels/integer-histogram.ts'
import { alone, raster } from './rasters.ts'

const count = (rows: Parameters<typeof raster>[0]) => alone(raster(rows), new IntegerHistogramReducer())

describe('IntegerHistogramReducer', () => {
  it('counts whole numbers in order, also beyond 16 bits', async () => {
    const { counts, nodata } = await count([[3, 3, -40_000, 0, 1e6, NaN, 1e6, -5]])
    expect([...counts]).toEqual([
      [-40_000, 1],
      [-5, 1],
      [0, 1],
      [3, 2],
      [1e6, 2],
    ])
    expect(nodata).toBe(1)
  })

  it('refuses what is not whole', async () => {
    await expect(count([[1, 1.5]])).rejects.toMatchObject({ code: 'invalid_input', message: /1\.5/ })
    await expect(count([[Infinity]])).rejects.toHaveProperty('code', 'invalid_input')
  })

  it('takes 65,536 different values and no more', async () => {
    const values = Array.from({ length: 65_536 }, (_, index) => index + 50_000)
    expect((await count([values])).counts.size).toBe(65_536)
    await expect(count([[...values, 1]])).rejects.toHaveProperty('code', 'limit_reached')
  })
})
