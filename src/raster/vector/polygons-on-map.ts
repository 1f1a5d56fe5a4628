import { apply, invert } from '../grid/affine.ts'
import type { Crs, Grid } from '../grid/grid.ts'
import { fromLonLat } from '../grid/lon-lat.ts'
import type { Polygon } from '../kernels/polygon-coverage.ts'
import type { Window } from '../source.ts'

/** Longest step along an edge: over two kilometres no map bends by a pixel. */
const STEP_DEGREES = 0.02
const MOST_STEPS = 2000

type LonLatRings = readonly (readonly (readonly [longitude: number, latitude: number])[])[]

/**
 * Polygons of lon/lat, whose edges are straight in degrees (RFC 7946), on the map of a CRS, where they bend. On a
 * geographic map each stands three times, a turn of longitude apart, so that it meets grids that count longitudes
 * otherwise. Corners without a place on the map are left out. Throws crs_unknown.
 */
export function polygonsOnMap(polygons: readonly LonLatRings[], crs: Crs): Polygon[] {
  const place = fromLonLat(crs)
  const isGeographic = crs.kind === 'geographic'
  const turns = isGeographic ? [0, -360, 360] : [0]
  const isPlain = crs.id === 'EPSG:4326'
  return polygons.flatMap((rings) =>
    turns.flatMap((turn) => {
      const mapped = rings
        .map((ring) => {
          const points = isPlain
            ? ring
            : unrolled(
                stepped(ring).map(([x, y]) => place(x, y)),
                isGeographic,
              )
          return points
            .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
            .map(([x, y]) => [x + turn, y] as const)
        })
        .filter(({ length }) => length >= 3)
      return mapped.length > 0 ? [mapped] : []
    }),
  )
}

function stepped(ring: LonLatRings[number]): (readonly [number, number])[] {
  return ring.flatMap(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    const length = Math.max(Math.abs(nextX - x), Math.abs(nextY - y))
    const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(length / STEP_DEGREES)))
    return Array.from(
      { length: steps },
      (_, step) => [x + ((nextX - x) * step) / steps, y + ((nextY - y) * step) / steps] as const,
    )
  })
}

/** Longitudes that go on beyond 180° instead of leaping back. */
function unrolled(points: readonly (readonly [number, number])[], isGeographic: boolean) {
  if (!isGeographic) return points
  let before = NaN
  return points.map(([x, y]) => {
    const near = Number.isFinite(before) ? x - 360 * Math.round((x - before) / 360) : x
    before = near
    return [near, y] as const
  })
}

/** The smallest window that holds each pixel of a grid whose centre polygons on its map may cover; null where none is. */
export function windowOfPolygons(polygons: readonly Polygon[], grid: Grid): Window | null {
  const toPixels = invert(grid.transform)
  let [left, top, right, bottom] = [grid.width, grid.height, 0, 0]
  for (const [outer] of polygons) {
    const points = outer!.map(([x, y]) => apply(toPixels, x, y))
    const [cols, rows] = [range(points, 0, grid.width), range(points, 1, grid.height)]
    if (!cols || !rows) continue
    left = Math.min(left, cols[0])
    right = Math.max(right, cols[1])
    top = Math.min(top, rows[0])
    bottom = Math.max(bottom, rows[1])
  }
  return right > left && bottom > top
    ? { col: left, row: top, width: right - left, height: bottom - top }
    : null
}

/** The pixels of an axis with a centre between the least and the greatest position; null where there is none. */
function range(
  points: readonly (readonly [number, number])[],
  axis: 0 | 1,
  length: number,
): readonly [from: number, to: number] | null {
  let [least, most] = [Infinity, -Infinity]
  for (const point of points) {
    least = Math.min(least, point[axis])
    most = Math.max(most, point[axis])
  }
  const from = Math.max(0, Math.ceil(least - 0.5))
  const to = Math.min(length, Math.floor(most + 0.5))
  return to > from ? [from, to] : null
}
