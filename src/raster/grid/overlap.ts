import type { Window } from '../source.ts'
import { apply, invert } from './affine.ts'
import type { Grid } from './grid.ts'
import { convert } from './lon-lat.ts'

/** Points along each edge of a grid that are placed on the other; edges curve between unlike systems. */
const EDGE_POINTS = 21
/** Part of a pixel by which edges that should meet a border may miss it. */
const ROUNDING = 1e-6

/**
 * The smallest window of `a` that holds all of `b` that lies within `a`; null where they do not meet. Longitudes mean
 * the same place a whole turn on, so grids that cross 180° or run from 0° to 360° meet those that do not.
 * Throws crs_unknown where the systems differ and one is not known.
 */
export function overlap(a: Grid, b: Grid): Window | null {
  const found = new Extent()
  for (const turned of turns(a, unrolled(a, b))) found.include(clipped(a, turned))
  // Where one system has no answer at the edge of the other, as UTM has none for the whole globe, a's own edge tells.
  found.include(ownEdge(a, b))
  const { left, top, right, bottom } = found
  const col = Math.max(0, Math.floor(left + ROUNDING))
  const row = Math.max(0, Math.floor(top + ROUNDING))
  const width = Math.min(a.width, Math.ceil(right - ROUNDING)) - col
  const height = Math.min(a.height, Math.ceil(bottom - ROUNDING)) - row
  return width > 0 && height > 0 ? { col, row, width, height } : null
}

type Point = readonly [x: number, y: number]

/** A box in pixels; empty until points are included. */
class Extent {
  left = Infinity
  top = Infinity
  right = -Infinity
  bottom = -Infinity

  include(points: Iterable<Point>): void {
    for (const [col, row] of points) {
      this.left = Math.min(this.left, col)
      this.right = Math.max(this.right, col)
      this.top = Math.min(this.top, row)
      this.bottom = Math.max(this.bottom, row)
    }
  }
}

/** b's outline on the map of a; along it longitudes go on beyond 180° instead of leaping back. */
function unrolled(a: Grid, b: Grid): Point[] {
  const place = convert(b.crs, a.crs)
  const points: Point[] = []
  const isGeographic = a.crs.kind === 'geographic'
  let before = NaN
  for (const [col, row] of outline(b)) {
    const [x, y] = place(...apply(b.transform, col, row))
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue
    const turn = isGeographic && b.crs.id !== a.crs.id && Number.isFinite(before) ? nearest(x, before) : x
    points.push([turn, y])
    before = turn
  }
  const [first, last] = [points[0], points.at(-1)]
  if (isGeographic && first && last && Math.abs(last[0] - first[0]) > 180) {
    // The outline went around a pole, which b then holds.
    const pole = first[1] < 0 ? -90 : 90
    points.push([first[0], pole], [last[0], pole])
  }
  return points
}

const nearest = (longitude: number, to: number) => longitude - 360 * Math.round((longitude - to) / 360)

/** The points as they are, and on geographic grids also whole turns on, so far as they may meet the grid. */
function* turns(a: Grid, points: readonly Point[]): Generator<readonly Point[]> {
  if (a.crs.kind !== 'geographic' || points.length === 0) {
    yield points
    return
  }
  const xs = points.map(([x]) => x)
  const own = [...outline(a)].map(([col, row]) => apply(a.transform, col, row)[0])
  const first = Math.ceil((Math.min(...own) - Math.max(...xs)) / 360)
  const last = Math.floor((Math.max(...own) - Math.min(...xs)) / 360)
  // More turns than three would be a grid of several globes, or of coordinates that are no degrees.
  for (let turn = first; turn <= Math.min(last, first + 3); turn++) {
    yield points.map(([x, y]) => [x + 360 * turn, y])
  }
}

/** The box around points on the map of a, cut to a, as two corners in pixels; none where it lies outside. */
function clipped(a: Grid, points: readonly Point[]): readonly Point[] {
  const inverse = invert(a.transform)
  const box = new Extent()
  box.include(points.map(([x, y]) => apply(inverse, x, y)))
  const [left, right] = [Math.max(0, box.left), Math.min(a.width, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(a.height, box.bottom)]
  return left < right && top < bottom
    ? [
        [left, top],
        [right, bottom],
      ]
    : []
}

/** The points of a's outline that lie within b. */
function* ownEdge(a: Grid, b: Grid): Generator<Point> {
  const place = convert(a.crs, b.crs)
  const inverse = invert(b.transform)
  const [middle] = apply(b.transform, b.width / 2, b.height / 2)
  for (const point of outline(a)) {
    const [x, y] = place(...apply(a.transform, ...point))
    const [col, row] = apply(inverse, b.crs.kind === 'geographic' ? nearest(x, middle) : x, y)
    if (col > ROUNDING && row > ROUNDING && col < b.width - ROUNDING && row < b.height - ROUNDING) yield point
  }
}

/** Once around a grid, back to its first corner. */
function* outline({ width, height }: Grid): Generator<Point> {
  const corners: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ]
  for (let side = 0; side < 4; side++) {
    const [[col, row], [endCol, endRow]] = [corners[side]!, corners[side + 1]!]
    for (let step = side === 0 ? 0 : 1; step < EDGE_POINTS; step++) {
      const share = step / (EDGE_POINTS - 1)
      yield [col + share * (endCol - col), row + share * (endRow - row)]
    }
  }
}
