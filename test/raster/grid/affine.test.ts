import { describe, expect, it } from 'vitest'
import { apply, compose, invert, isAxisAligned, pixelSize } from '../../../src/raster/grid/affine.ts'
import type { Affine } from '../../../src/raster/grid/grid.ts'

const ROTATED: Affine = [17.3, 5, 100, 10, -8.66, 200]

describe('invert', () => {
  it('takes every place back to its pixel', () => {
    for (const [col, row] of [
      [0, 0],
      [12.5, 7.25],
      [-3, 400],
    ] as const) {
      const [x, y] = apply(ROTATED, col, row)
      const [ownCol, ownRow] = apply(invert(ROTATED), x, y)
      expect(ownCol).toBeCloseTo(col, 9)
      expect(ownRow).toBeCloseTo(row, 9)
    }
  })

  it('refuses a transform without area', () => {
    expect(() => invert([1, 2, 0, 2, 4, 0])).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

describe('compose', () => {
  it('applies the first, then the second', () => {
    const both = compose([2, 0, 1, 0, 3, 0], ROTATED)
    const [x, y] = apply(ROTATED, 9, 15)
    expect(apply(both, 4, 5)[0]).toBeCloseTo(x, 9)
    expect(apply(both, 4, 5)[1]).toBeCloseTo(y, 9)
  })
})

describe('pixelSize', () => {
  it('measures the sides of a rotated pixel', () => {
    // 3-4-5 triangles.
    expect(pixelSize([3, -8, 0, 4, 6, 0])).toEqual({ width: 5, height: 10 })
  })
})

describe('isAxisAligned', () => {
  it('is true of south-up grids and false of rotated ones', () => {
    expect(isAxisAligned([1, 0, 0, 0, 1, 0])).toBe(true)
    expect(isAxisAligned(ROTATED)).toBe(false)
  })
})
