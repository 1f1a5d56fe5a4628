import { AppError } from '../../lib/errors.ts'
import { apply, invert } from '../grid/affine.ts'
import type { Grid } from '../grid/grid.ts'

/** Corners in map coordinates of the grid; the last one may repeat the first, or not. Either direction. */
export type Ring = readonly (readonly [x: number, y: number])[]

/** An outer ring and its holes. */
export type Polygon = readonly Ring[]

/** 'centre': a pixel belongs to a polygon that covers its centre. 'fraction': by the share of it that is covered. */
export type CoverageRule = 'centre' | 'fraction'

export interface Coverage {
  /** First column and row of the part of the grid that it tells of. */
  readonly col: number
  readonly row: number
  readonly width: number
  readonly height: number
  /** Share of each pixel that is covered, 0 … 1, row-major. */
  readonly shares: Float64Array
}

/** Shares of less than this, or as little below 1, are the rounding of sums. */
const ROUNDING = 1e-12

/** Numbers of an edge: its two ends in pixels, and +1 or −1 as what lies right of it is added or taken away. */
const STRIDE = 5

/**
 * Polygons on a grid, as edges in pixels. Where its parts overlap, 'fraction' adds their shares, up to 1; rings that cross
 * themselves cover what they go round, either way. Keeps five numbers a corner.
 */
export class PolygonOnGrid {
  private readonly edges: Float64Array
  private readonly cols: readonly [from: number, to: number]
  private readonly rows: readonly [from: number, to: number]

  /** Throws invalid_input where a ring has fewer than three corners or one of them is no place. */
  constructor(polygons: readonly Polygon[], grid: Grid) {
    const toPixels = invert(grid.transform)
    const edges: number[] = []
    for (const polygon of polygons) {
      for (const [place, ring] of polygon.entries()) {
        addEdges(
          edges,
          ring.map(([x, y]) => apply(toPixels, x, y)),
          place === 0,
        )
      }
    }
    this.edges = Float64Array.from(edges)
    this.cols = rangeOf(this.edges, 0, grid.width)
    this.rows = rangeOf(this.edges, 1, grid.height)
  }

  /** The part of a band of rows that it may cover; null where it covers none of them. */
  coverage(rule: CoverageRule, band: { readonly row: number; readonly height: number }): Coverage | null {
    const row = Math.max(this.rows[0], band.row)
    const height = Math.min(this.rows[1], band.row + band.height) - row
    const [col, end] = this.cols
    const width = end - col
    if (height <= 0 || width <= 0) return null
    const part = { col, row, width, height }
    return { ...part, shares: rule === 'centre' ? this.centres(part) : this.fractions(part) }
  }

  /** Spans along the middle of each row. A centre on an edge belongs to what lies left of it or below. */
  private centres({ col, row, width, height }: Omit<Coverage, 'shares'>): Float64Array {
    const { edges } = this
    const crossings: { readonly x: number; readonly step: number }[][] = Array.from(
      { length: height },
      () => [],
    )
    for (let at = 0; at < edges.length; at += STRIDE) {
      const [x0, y0, x1, y1] = downwards(edges, at)
      // An upper end counts, a lower one does not, so that a corner is met once.
      const first = Math.max(row, Math.ceil(y0 - 0.5))
      const last = Math.min(row + height, Math.ceil(y1 - 0.5))
      for (let line = first; line < last; line++) {
        const x = x0 + ((line + 0.5 - y0) / (y1 - y0)) * (x1 - x0)
        crossings[line - row]!.push({ x, step: edges[at + 4]! })
      }
    }
    const shares = new Float64Array(width * height)
    for (const [line, found] of crossings.entries()) {
      found.sort((first, second) => first.x - second.x)
      let depth = 0
      let from = 0
      for (const { x, step } of found) {
        const place = Math.min(width, Math.max(0, Math.floor(x + 0.5) - col))
        if (depth === 0) from = place
        depth += step
        if (depth === 0) shares.fill(1, line * width + from, line * width + place)
      }
    }
    return shares
  }

  /**
   * Signed areas to the right of each edge, summed along the row: exact for straight edges, whatever they cross
   * (the accumulation buffer of font renderers; the shares are those of https://github.com/isciences/exactextract).
   */
  private fractions({ col, row, width, height }: Omit<Coverage, 'shares'>): Float64Array {
    const { edges } = this
    const shares = new Float64Array(width * height)
    for (let at = 0; at < edges.length; at += STRIDE) {
      const [x0, y0, x1, y1] = downwards(edges, at)
      const first = Math.max(row, Math.floor(y0))
      const last = Math.min(row + height, Math.ceil(y1))
      for (let line = first; line < last; line++) {
        const top = Math.max(y0, line)
        const bottom = Math.min(y1, line + 1)
        const left = top === y0 ? x0 : x0 + ((top - y0) / (y1 - y0)) * (x1 - x0)
        const right = bottom === y1 ? x1 : x0 + ((bottom - y0) / (y1 - y0)) * (x1 - x0)
        const depth = (bottom - top) * edges[at + 4]!
        addSegment(
          shares.subarray((line - row) * width, (line - row + 1) * width),
          left - col,
          right - col,
          depth,
        )
      }
    }
    for (let line = 0; line < height; line++) {
      let sum = 0
      for (let index = line * width; index < (line + 1) * width; index++) {
        sum += shares[index]!
        // A lobe of a ring that crosses itself runs the other way round and is covered all the same.
        const share = Math.abs(sum)
        shares[index] = share < ROUNDING ? 0 : share > 1 - ROUNDING ? 1 : share
      }
    }
    return shares
  }
}

/** An edge from its upper to its lower end. */
function downwards(edges: Float64Array, at: number): readonly [number, number, number, number] {
  const [x0, y0, x1, y1] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!]
  return y0 <= y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
}

/**
 * Adds to the steps of one row's shares what lies to the right of a piece of edge within the row: `depth` of each
 * pixel beyond it, and in the pixels that it crosses the part to its right.
 */
function addSegment(steps: Float64Array, start: number, end: number, depth: number): void {
  const left = Math.min(start, end)
  const right = Math.max(start, end)
  if (right <= 0) {
    steps[0]! += depth
    return
  }
  let x = left
  let rest = depth
  if (x < 0) {
    const share = (depth * -x) / (right - left)
    steps[0]! += share
    rest -= share
    x = 0
  }
  for (let cell = Math.floor(x); cell < steps.length; cell++) {
    const stop = Math.min(right, cell + 1)
    const isLast = stop === right
    // What is left goes to the last pixel, so that the shares sum to the whole.
    const share = isLast ? rest : (depth * (stop - x)) / (right - left)
    const covered = share * (cell + 1 - (x + stop) / 2)
    steps[cell]! += covered
    if (cell + 1 < steps.length) steps[cell + 1]! += share - covered
    if (isLast) return
    rest -= share
    x = stop
  }
}

function addEdges(edges: number[], corners: readonly (readonly [number, number])[], isOuter: boolean): void {
  const [first, last] = [corners[0], corners.at(-1)]
  const open = first && last && first[0] === last[0] && first[1] === last[1] ? corners.slice(0, -1) : corners
  if (open.length < 3 || !open.flat().every(Number.isFinite)) {
    throw new AppError(
      'invalid_input',
      `a ring of a polygon has ${open.length} corners, or corners that are no places; it needs at least three, each a pair of numbers`,
    )
  }
  let twiceArea = 0
  for (const [index, [x0, y0]] of open.entries()) {
    const [x1, y1] = open[(index + 1) % open.length]!
    // From the first corner, so that large coordinates cost no digits.
    twiceArea += (x0 - open[0]![0]) * (y1 - open[0]![1]) - (x1 - open[0]![0]) * (y0 - open[0]![1])
  }
  // Where rows go down, a ring whose left side goes down has a negative area by this sum.
  const direction = twiceArea < 0 === isOuter ? 1 : -1
  for (const [index, [x0, y0]] of open.entries()) {
    const [x1, y1] = open[(index + 1) % open.length]!
    if (y0 !== y1) edges.push(x0, y0, x1, y1, y0 < y1 ? direction : -direction)
  }
}

/** Whole columns (axis 0) or rows (axis 1) that edges reach into, within 0 … size. */
function rangeOf(edges: Float64Array, axis: 0 | 1, size: number): readonly [from: number, to: number] {
  let [low, high] = [Infinity, -Infinity]
  for (let at = 0; at < edges.length; at += STRIDE) {
    low = Math.min(low, edges[at + axis]!, edges[at + 2 + axis]!)
    high = Math.max(high, edges[at + axis]!, edges[at + 2 + axis]!)
  }
  return [Math.max(0, Math.floor(low)), Math.min(size, Math.ceil(high))]
}
