import { describe, expect, it } from 'vitest'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Affine, Grid } from '../../../src/raster/grid/grid.ts'
import { fromLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { overlap } from '../../../src/raster/grid/overlap.ts'

const grid = (width: number, height: number, transform: Affine, code = 32633): Grid => ({
  width,
  height,
  crs: crsFromEpsg(code),
  transform,
})
const BASE = grid(100, 100, [10, 0, 500000, 0, -10, 5200000])

describe('overlap', () => {
  it('is the whole window of a grid with itself', () => {
    expect(overlap(BASE, BASE)).toEqual({ col: 0, row: 0, width: 100, height: 100 })
  })

  it('holds the pixels that the other touches', () => {
    // From 30 m before the left edge to 55 m in; 20 to 60 m down.
    const other = grid(1, 1, [85, 0, 499970, 0, -40, 5199980])
    expect(overlap(BASE, other)).toEqual({ col: 0, row: 2, width: 6, height: 4 })
  })

  it('is null where grids do not meet', () => {
    expect(overlap(BASE, grid(5, 5, [10, 0, 501000, 0, -10, 5200000]))).toBeNull()
  })

  it('works across systems', () => {
    const [x, y] = fromLonLat(BASE.crs)(15.005, 46.95)
    const degrees = grid(10, 10, [0.0001, 0, 15.005, 0, -0.0001, 46.95], 4326)
    const window = overlap(BASE, degrees)!
    expect([window.col, window.row]).toEqual([Math.floor((x - 500000) / 10), Math.floor((5200000 - y) / 10)])
    // 0.001° are 76 m by 111 m here.
    expect([8, 9]).toContain(window.width)
    expect([12, 13]).toContain(window.height)
  })
})
