import type { Window } from '../source.ts'
import { apply, invert } from './affine.ts'
import type { Grid } from './grid.ts'
import { convert } from './lon-lat.ts'

/** Points along each edge of a grid that are placed on the other; edges curve between unlike systems. */
const EDGE_POINTS = 21

/**
 * The smallest window of `a` that holds all of `b` that lies within `a`; null where they do not meet.
 * Throws crs_unknown where the systems differ and one is not known.
 */
export function overlap(a: Grid, b: Grid): Window | null {
  const place = convert(b.crs, a.crs)
  const inverse = invert(a.transform)
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [col, row] of outline(b)) {
    const [x, y] = place(...apply(b.transform, col, row))
    const [at, down] = apply(inverse, x, y)
    if (!Number.isFinite(at) || !Number.isFinite(down)) continue
    left = Math.min(left, at)
    right = Math.max(right, at)
    top = Math.min(top, down)
    bottom = Math.max(bottom, down)
  }
  const col = Math.max(0, Math.floor(left + ROUNDING))
  const row = Math.max(0, Math.floor(top + ROUNDING))
  const width = Math.min(a.width, Math.ceil(right - ROUNDING)) - col
  const height = Math.min(a.height, Math.ceil(bottom - ROUNDING)) - row
  return width > 0 && height > 0 ? { col, row, width, height } : null
}

/** Part of a pixel by which edges that should meet a border may miss it. */
const ROUNDING = 1e-6

function* outline({ width, height }: Grid): Generator<readonly [col: number, row: number]> {
  for (let step = 0; step < EDGE_POINTS; step++) {
    const share = step / (EDGE_POINTS - 1)
    yield [share * width, 0]
    yield [share * width, height]
    yield [0, share * height]
    yield [width, share * height]
  }
}
