import { describe, expect, it } from 'vitest'
import { apply, invert } from '../../../src/raster/grid/affine.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Affine, Crs, Grid } from '../../../src/raster/grid/grid.ts'
import { convert } from '../../../src/raster/grid/lon-lat.ts'
import { pixelMapper } from '../../../src/raster/grid/pixel-mapper.ts'
import { wholeWindow, type Window } from '../../../src/raster/source.ts'

const SINUSOIDAL = crsFromDefinition({
  definition: '+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m +no_defs',
  name: 'MODIS sinusoidal',
})
const MOLLWEIDE = crsFromDefinition({
  definition: '+proj=moll +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  name: 'Mollweide',
})
const NORTH = crsFromDefinition({
  definition: '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  name: 'Polar stereographic',
})
const LONLAT = crsFromEpsg(4326)
const grid = (crs: Crs, transform: Affine, width = 500, height = 400): Grid => ({
  width,
  height,
  crs,
  transform,
})
const GLOBE = grid(LONLAT, [0.05, 0, -180, 0, -0.05, 90], 7200, 3600)
const GLOBE_FROM_0 = grid(LONLAT, [0.05, 0, 0, 0, -0.05, 90], 7200, 3600)

/** Each: the grid that is wanted, and the one that is read. */
const PAIRS: readonly (readonly [name: string, from: Grid, to: Grid])[] = [
  [
    'UTM read in degrees, out to six degrees from its meridian',
    grid(LONLAT, [0.012, 0, 15, 0, -0.012, 49]),
    grid(crsFromEpsg(32633), [100, 0, 300000, 0, -100, 5500000], 8000, 8000),
  ],
  [
    'one UTM zone read in the next',
    grid(crsFromEpsg(32620), [400, 0, 900000, 0, -400, -2100000]),
    grid(crsFromEpsg(32621), [100, 0, 200000, 0, -100, -2100000], 4000, 4000),
  ],
  ['the globe about a pole', grid(NORTH, [20000, 0, -5000000, 0, -20000, 4000000]), GLOBE],
  [
    'the globe about a pole, longitudes from 0',
    grid(NORTH, [9000, 500, -2200000, 400, -9000, 1800000]),
    GLOBE_FROM_0,
  ],
  [
    'a polar grid in degrees',
    grid(LONLAT, [0.72, 0, -180, 0, -0.1, 90]),
    grid(NORTH, [5000, 0, -3e6, 0, -5000, 3e6], 1200, 1200),
  ],
  [
    'the globe in sinusoidal, to its edges and beyond',
    grid(SINUSOIDAL, [81000, 0, -20250000, 0, -51000, 10200000]),
    GLOBE,
  ],
  [
    'the globe in Mollweide, to its edges and beyond',
    grid(MOLLWEIDE, [73000, 0, -18250000, 0, -46000, 9200000]),
    GLOBE_FROM_0,
  ],
  [
    'sinusoidal read in degrees',
    grid(LONLAT, [0.05, 0, 120, 0, -0.05, 70]),
    grid(SINUSOIDAL, [1000, 0, 4e6, 0, -1000, 7.8e6], 8000, 3000),
  ],
  [
    'UTM read across the antimeridian',
    grid(LONLAT, [0.01, 0, 178, 0, -0.01, 66]),
    grid(crsFromEpsg(32601), [200, 0, 200000, 0, -200, 7400000], 3000, 3000),
  ],
  [
    'the globe read across the antimeridian',
    grid(crsFromEpsg(32660), [1000, 0, 400000, 0, -1000, 7000000]),
    GLOBE,
  ],
  ['Europe, equal in area', grid(crsFromEpsg(3035), [9000, 0, 2500000, 0, -9000, 5500000]), GLOBE],
]

function placesOf(from: Grid, to: Grid, maxError: number, window: Window = wholeWindow(from)) {
  const length = window.width * window.height
  const positions = { xs: new Float64Array(length), ys: new Float64Array(length) }
  pixelMapper(from, to, maxError).centres(window, positions)
  return positions
}

/** The truth, point by point: a place counts where it leads back to itself. */
function truth(from: Grid, to: Grid): (col: number, row: number) => readonly [number, number] {
  const [there, back, inverse] = [convert(from.crs, to.crs), convert(to.crs, from.crs), invert(to.transform)]
  const [middle] = apply(to.transform, to.width / 2, to.height / 2)
  return (col, row) => {
    const map = apply(from.transform, col, row)
    const [x, y] = there(...map)
    const [backX, backY] = back(x, y)
    const turn = from.crs.kind === 'geographic' ? 360 : Infinity
    const off = Math.abs(backX - map[0]) % turn
    const isBack = Math.min(off, turn - off) < 1e-3 * from.width * Math.abs(from.transform[0])
    if (!isBack || !(Math.abs(backY - map[1]) < 1e-3 * from.height * Math.abs(from.transform[4])))
      return [NaN, NaN]
    return apply(inverse, to.crs.kind === 'geographic' ? x - 360 * Math.round((x - middle) / 360) : x, y)
  }
}

describe('pixelMapper', { timeout: 30_000 }, () => {
  it.each(PAIRS)('keeps positions within the error that is stated: %s', (_name, from, to) => {
    // One pixel in seven, spread so that all columns and rows of cells are met.
    const exact = truth(from, to)
    const looked = Array.from({ length: (from.width * from.height) / 7 }, (_, index) => {
      const [col, row] = [(7 * index) % from.width, Math.floor((7 * index) / from.width)]
      return { at: row * from.width + col, place: exact(col + 0.5, row + 0.5) }
    })
    const isOn = (x: number, y: number) => x >= 0 && y >= 0 && x <= to.width && y <= to.height
    for (const maxError of [0, 0.125]) {
      const { xs, ys } = placesOf(from, to, maxError)
      let [worst, seen, lost, invented] = [0, 0, 0, 0]
      for (const {
        at,
        place: [x, y],
      } of looked) {
        const [ownX, ownY] = [xs[at]!, ys[at]!]
        if (Number.isNaN(ownX)) lost += isOn(x, y) ? 1 : 0
        else if (Number.isNaN(x)) invented += isOn(ownX, ownY) ? 1 : 0
        else {
          worst = Math.max(worst, Math.hypot(ownX - x, ownY - y))
          seen++
        }
      }
      expect(seen).toBeGreaterThan(1000)
      expect({ maxError, lost, invented }).toEqual({ maxError, lost: 0, invented: 0 })
      expect(worst).toBeLessThanOrEqual(maxError + 1e-9)
    }
  })

  it('gives the same positions whatever the window', () => {
    const [, from, to] = PAIRS[2]!
    const whole = placesOf(from, to, 0.125)
    const window = { col: 111, row: 150, width: 97, height: 41 }
    const part = placesOf(from, to, 0.125, window)
    for (let index = 0; index < part.xs.length; index++) {
      const at = (150 + Math.floor(index / 97)) * from.width + 111 + (index % 97)
      expect(part.xs[index]).toBe(whole.xs[at])
      expect(part.ys[index]).toBe(whole.ys[at])
    }
  })

  it('has no position beyond its own grid', () => {
    const [, from, to] = PAIRS[0]!
    const { xs } = placesOf(from, to, 0.125, { col: -1, row: 0, width: 2, height: 1 })
    expect(xs[0]).toBeNaN()
    expect(xs[1]).not.toBeNaN()
  })

  it('takes whole turns off longitudes', () => {
    const from = grid(LONLAT, [1, 0, 170, 0, -1, 10], 20, 1)
    const { xs } = placesOf(from, GLOBE, 0)
    // 170.5° and 179.5° are columns of 0.05°; 180.5° is -179.5°.
    expect([xs[0], xs[9], xs[10], xs[19]].map((x) => Math.round(x! * 1e6) / 1e6)).toEqual([
      7010, 7190, 10, 190,
    ])
  })
})
