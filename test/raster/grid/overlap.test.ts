import { describe, expect, it } from 'vitest'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Affine, Grid } from '../../../src/raster/grid/grid.ts'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'
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

  const globe = grid(360, 180, [1, 0, -180, 0, -1, 90], 4326)
  const turned = grid(360, 180, [1, 0, 0, 0, -1, 90], 4326)

  it('meets across 180°, whichever way either counts', () => {
    // 175° to 185°, and −180° to −170°: they share 180° to 185°.
    const east = grid(10, 4, [1, 0, 175, 0, -1, 2], 4326)
    const west = grid(10, 4, [1, 0, -180, 0, -1, 2], 4326)
    expect(overlap(east, west)).toEqual({ col: 5, row: 0, width: 5, height: 4 })
    expect(overlap(west, east)).toEqual({ col: 0, row: 0, width: 5, height: 4 })
  })

  it('finds nothing where only half a globe of turns lies between', () => {
    const east = grid(10, 4, [1, 0, 160, 0, -1, 2], 4326)
    const west = grid(10, 4, [1, 0, -180, 0, -1, 2], 4326)
    expect(overlap(east, west)).toBeNull()
  })

  it('is the whole of a globe from −180° with one from 0°', () => {
    const whole = { col: 0, row: 0, width: 360, height: 180 }
    expect(overlap(globe, turned)).toEqual(whole)
    expect(overlap(turned, globe)).toEqual(whole)
    // −10° to 10°: in the grid that counts from 0° its two ends, and so all columns.
    expect(overlap(turned, grid(20, 2, [1, 0, -10, 0, -1, 1], 4326))).toMatchObject({ col: 0, width: 360 })
  })

  it('joins the first and the last UTM zone', () => {
    // 400 km are 3.64° here: from the middle of zone 60 at 177° to 180.64°, and from −177° back to −180.64°.
    const last = grid(100, 10, [4000, 0, 500000, 0, -4000, 1000000], 32660)
    const first = grid(100, 10, [4000, 0, 100000, 0, -4000, 1000000], 32601)
    const window = overlap(last, first)!
    const [x] = fromLonLat(last.crs)(...toLonLat(first.crs)(100000, 980000))
    expect(Math.abs(window.col - (x - 500000) / 4000)).toBeLessThan(1.1)
    expect(window.col + window.width).toBe(100)
  })

  it('places a grid that crosses 180° in one in degrees', () => {
    const zone = grid(100, 10, [4000, 0, 500000, 0, -4000, 1000000], 32660)
    const window = overlap(grid(40, 40, [1, 0, 160, 0, -1, 30], 4326), zone)!
    // Zone 60 has its middle at 177°; 400 km east of it are 3.65° further.
    expect([window.col, window.col + window.width]).toEqual([17, 21])
    expect(overlap(globe, zone)).toMatchObject({ col: 0, width: 360 })
  })

  it('finds a UTM scene in a grid of the globe, and the globe around a UTM scene', () => {
    expect(overlap(globe, BASE)).toEqual({ col: 195, row: 43, width: 1, height: 1 })
    expect(overlap(BASE, globe)).toEqual({ col: 0, row: 0, width: 100, height: 100 })
    expect(overlap(BASE, turned)).toEqual({ col: 0, row: 0, width: 100, height: 100 })
  })

  it('holds the pole that a polar grid lies around', () => {
    const polar = grid(20, 20, [100000, 0, -1000000, 0, -100000, 1000000], 3031)
    // Its corners lie √2 · 1,000 km from the pole, 77.0° south by rasterio 1.4.4: 13 rows of a degree.
    expect(overlap(globe, polar)).toEqual({ col: 0, row: 167, width: 360, height: 13 })
  })
})
