import { apply } from './affine.ts'
import type { Grid } from './grid.ts'

/**
 * Areas of the pixels of one row: a number where all have the same, else what its first 0, 1, … width pixels have
 * together, width + 1 numbers. These are good until the next row is asked for.
 */
export type RowAreas = number | Float64Array

/** Areas of pixels by row. */
export type RowArea = (row: number) => RowAreas

/** Area of the pixels of a row from column `start` up to `end`. */
export const areaOfRun = (areas: RowAreas, start: number, end: number): number =>
  typeof areas === 'number' ? (end - start) * areas : areas[end]! - areas[start]!

/** Metres along a row, and down the rows, between which the ground under a map is never followed by one curve. */
const LONGEST = 200_000
const TALLEST = 100_000
/** Pixels of more metres than this are looked at in two places from top to bottom. */
const TALL = 5000
/** Share of a pixel's area by which a curve may miss it, where it is checked. */
const TOLERANCE = 1e-6
/** Rows below which a band is not worth its curve. */
const FEWEST_ROWS = 8

/**
 * Areas of pixels that differ along a row: `ground`, the area on the ground of one square unit of the map at a place, is
 * integrated along the middle of each row, by adaptive quadratic pieces. Rows between those that are computed follow
 * quadratic curves of their own. Where `ground` is NaN there is no area. `metresPerUnit` need be right to a factor.
 */
export function integratedRowArea(
  grid: Grid,
  ground: (x: number, y: number) => number,
  metresPerUnit: number,
): RowArea {
  const { width, height, transform } = grid
  const [a, b, , d, e] = transform
  const mapArea = Math.abs(a * e - b * d)
  const across = Math.hypot(a, d) * metresPerUnit
  const down = Math.hypot(b, e) * metresPerUnit
  const longest = Math.max(1, Math.floor(LONGEST / across))
  // Two places of Gauss make large pixels right to the fourth power of their size.
  const places = down > TALL ? [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)] : [0.5]
  const compute = (row: number): Float64Array => {
    const density = (col: number): number => {
      let sum = 0
      for (const place of places) {
        const value = ground(...apply(transform, col, row + place))
        if (Number.isFinite(value)) sum += value
      }
      return (sum / places.length) * mapArea
    }
    return integrate(density, width, longest)
  }
  const rows = Math.min(height, Math.floor(TALLEST / down))
  return rows < FEWEST_ROWS ? compute : alongBands(compute, rows)
}

/** Sums of a function of the column, from the first column up to each. */
function integrate(density: (col: number) => number, width: number, longest: number): Float64Array {
  const sums = new Float64Array(width + 1)
  const piece = (start: number, end: number, first: number, last: number): void => {
    const length = end - start
    const [quarter, middle, third] = [0.25, 0.5, 0.75].map((share) => density(start + length * share)) as [
      number,
      number,
      number,
    ]
    const most = TOLERANCE * middle
    const fits =
      Math.abs(quarter - (3 * first + 6 * middle - last) / 8) <= most &&
      Math.abs(third - (3 * last + 6 * middle - first) / 8) <= most
    if (!fits && length > 1) {
      const cut = start + (length >> 1)
      const between = density(cut)
      piece(start, cut, first, between)
      piece(cut, end, between, last)
      return
    }
    const half = length / 2
    const [before, after] = [quadratic(first, quarter, middle), quadratic(middle, third, last)]
    const from = sums[start]!
    const toMiddle = from + half * before(1)
    for (let col = start + 1; col <= end; col++) {
      const at = (col - start) / half
      sums[col] = at <= 1 ? from + half * before(at) : toMiddle + half * after(at - 1)
    }
  }
  let first = density(0)
  for (let start = 0; start < width; start += longest) {
    const end = Math.min(width, start + longest)
    const last = density(end)
    piece(start, end, first, last)
    first = last
  }
  return sums
}

/** Integral from 0 on of the quadratic curve with these values at 0, ½ and 1. */
function quadratic(start: number, middle: number, end: number): (at: number) => number {
  const slope = -3 * start + 4 * middle - end
  const bend = 2 * start - 4 * middle + 2 * end
  return (at) => at * (start + at * (slope / 2 + (at * bend) / 3))
}

/** Computes the first, middle and last of a band of rows, and takes the others from curves through them where these fit. */
function alongBands(compute: (row: number) => Float64Array, rows: number): RowArea {
  const half = rows >> 1
  let band: { readonly first: number; readonly known: readonly Float64Array[] | null } | null = null
  let out = new Float64Array(0)
  const between = (known: readonly Float64Array[], at: number): Float64Array => {
    const [top, middle, bottom] = known as readonly [Float64Array, Float64Array, Float64Array]
    const weights = [((at - 1) * (at - 2)) / 2, at * (2 - at), (at * (at - 1)) / 2] as const
    if (out.length !== top.length) out = new Float64Array(top.length)
    const [one, two, three] = weights
    for (let col = 0; col < top.length; col++) {
      out[col] = one * top[col]! + two * middle[col]! + three * bottom[col]!
    }
    return out
  }
  const look = (first: number): readonly Float64Array[] | null => {
    const known = [0, 1, 2].map((step) => compute(first + step * half))
    const row = half >> 1
    return known.every(isAllGround) && agree(between(known, row / half), compute(first + row)) ? known : null
  }
  return (row) => {
    const first = Math.floor(row / (2 * half)) * 2 * half
    if (band?.first !== first) band = { first, known: look(first) }
    return band.known ? between(band.known, (row - first) / half) : compute(row)
  }
}

function isAllGround(sums: Float64Array): boolean {
  for (let col = 1; col < sums.length; col++) if (!(sums[col]! > sums[col - 1]!)) return false
  return true
}

function agree(some: Float64Array, others: Float64Array): boolean {
  for (let col = 1; col < some.length; col++) {
    const [one, other] = [some[col]! - some[col - 1]!, others[col]! - others[col - 1]!]
    if (!(Math.abs(one - other) <= 2 * TOLERANCE * other)) return false
  }
  return true
}
