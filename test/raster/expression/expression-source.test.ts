import { describe, expect, it } from 'vitest'
import { expressionSource } from '../../../src/raster/expression/expression-source.ts'
import { pixels, raster } from '../kernels/rasters.ts'

const nir = raster([[0.5, 0.5], [NaN, 0]]) // prettier-ignore
const red = raster([[0.25, 0.5], [0.1, 0]]) // prettier-ignore
const unread = { ...raster([[1, 1], [1, 1]]), read: () => Promise.reject(new Error('read')) } // prettier-ignore

describe('expressionSource', () => {
  it('computes when it is read, from the bands that it names', async () => {
    const source = expressionSource('(nir - red) / (nir + red)', { unread, red, nir })
    expect(await pixels(source)).toEqual([Math.fround(1 / 3), 0, NaN, NaN])
    expect([...(await source.read({ col: 1, row: 0, width: 1, height: 2 }))]).toEqual([0, NaN])
  })

  it('lists what is there where a name is missing', () => {
    expect(() => expressionSource('nir / toString', { nir, red })).toThrow(
      'the expression needs toString, but there are nir, red',
    )
  })

  it('refuses unlike grids, and expressions of no band', () => {
    expect(() => expressionSource('nir + b', { nir, b: raster([[1]]) })).toThrow('align one to the other')
    expect(() => expressionSource('1 + 1', { nir })).toThrow('names no band; there are nir')
  })
})
