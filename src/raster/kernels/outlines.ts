import { AppError } from '../../lib/errors.ts'
import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea, RowAreas } from '../grid/row-area.ts'
import type { RasterSource } from '../source.ts'
import { growing, pushNumber, type Growing } from './growing.ts'
import { splitRing } from './split-ring.ts'

/**
 * A closed line along pixel edges: col, row, col, row, … of its corners, the first one not repeated. Walking it, what
 * it bounds lies to the right where rows run down: outer rings have a positive `ringArea`, holes a negative one.
 */
export type Ring = readonly number[]

/** One outer ring and its holes. */
export type RingPolygon = readonly Ring[]

/** A connected part of a mask or class. */
export interface Outline {
  /** The value of its pixels. */
  readonly value: number
  readonly pixels: number
  /** In the unit of `rowArea`. */
  readonly area: number
  /** Pieces that are connected by sides; with 8 neighbours a part may have several, which touch in corners. */
  readonly polygons: readonly RingPolygon[]
}

export interface OutlineOptions extends WalkOptions {
  /** Neighbours of a pixel: 4 (sides) or 8 (sides and corners). */
  readonly connectivity: 4 | 8
  readonly rowArea: RowArea
  /** Corners of all rings together beyond which it gives up; the default takes about 150 MB. */
  readonly mostCorners?: number
}

const MOST_CORNERS = 4_000_000
const OUTSIDE = 0

/**
 * Outlines of the connected parts of a raster along its pixel edges, largest area first, equal ones in order of their
 * first pixel. Pixels above 0 lie inside, and neighbours belong together where their values are equal: a mask has one
 * kind of part, a class raster one a class. NaN lies outside.
 *
 * Polygons are valid (OGC 06-103): rings neither cross nor touch themselves, two rings share points at most. Where
 * pixels meet in a corner only, rings keep to their own pixel; a ring that comes back to a corner is cut in two there.
 *
 * The raster is read once, row by row; what is kept are the corners. Throws limit_reached.
 */
export async function traceOutlines(raster: RasterSource, options: OutlineOptions): Promise<Outline[]> {
  const tracer = new Tracer(raster.grid.width, options)
  await walkBlocks(
    [raster],
    ([block], window) => {
      for (let line = 0; line < window.height; line++) {
        const from = line * window.width
        tracer.addRow(block!.subarray(from, from + window.width), window.row + line)
      }
    },
    options,
  )
  return tracer.finish(raster.grid.height)
}

/** Signed area in pixels by the shoelace formula: positive for outer rings, negative for holes. */
export function ringArea(ring: Ring): number {
  let sum = 0
  let [x, y] = [ring.at(-2)!, ring.at(-1)!]
  for (let at = 0; at < ring.length; at += 2) {
    sum += x * ring[at + 1]! - ring[at]! * y
    x = ring[at]!
    y = ring[at + 1]!
  }
  return sum / 2
}

/** Which of the four pixels around a corner hold one value: north-west, north-east, south-west, south-east. */
const [NW, NE, SW, SE] = [8, 4, 2, 1] as const

/** Rows in, corners out. Columns of its arrays are shifted by one: what lies beside the raster is outside. */
class Tracer {
  readonly #corners: Corners
  readonly #pieces = new UnionFind()
  /** Of the same labels as the pieces, joined by corners as well where 8 neighbours count. */
  readonly #parts = new UnionFind()
  /** Value, area and pixels by label. */
  readonly #sums: Growing<Float64Array> = growing(Float64Array)
  #above: Float64Array
  #below: Float64Array
  #labelsAbove: Int32Array
  #labelsBelow: Int32Array
  /** By line between columns: the corner that a line going down comes from, and the one that a line going up leads to. */
  readonly #downFrom: Int32Array
  readonly #upTo: Int32Array

  constructor(
    private readonly width: number,
    private readonly options: OutlineOptions,
  ) {
    const length = width + 2
    this.#corners = new Corners(options.mostCorners ?? MOST_CORNERS)
    this.#above = new Float64Array(length)
    this.#below = new Float64Array(length)
    this.#labelsAbove = new Int32Array(length)
    this.#labelsBelow = new Int32Array(length)
    this.#downFrom = new Int32Array(length)
    this.#upTo = new Int32Array(length)
  }

  addRow(values: Float32Array, row: number): void {
    for (let col = 0; col < values.length; col++) {
      const value = values[col]!
      this.#below[col + 1] = value > 0 ? value : OUTSIDE
    }
    this.#labelRuns(this.options.rowArea(row))
    this.#traceLine(row)
    ;[this.#above, this.#below] = [this.#below, this.#above]
    ;[this.#labelsAbove, this.#labelsBelow] = [this.#labelsBelow, this.#labelsAbove]
  }

  finish(height: number): Outline[] {
    this.#below.fill(OUTSIDE)
    this.#traceLine(height)
    return this.#gather()
  }

  /** Gives each run of equal pixels of the lower row the label of what it touches above, or a new one. */
  #labelRuns(areas: RowAreas): void {
    const [above, below] = [this.#above, this.#below]
    const [labelsAbove, labels] = [this.#labelsAbove, this.#labelsBelow]
    for (let start = 1; start <= this.width;) {
      const value = below[start]!
      let end = start + 1
      while (end <= this.width && below[end] === value) end++
      if (value !== OUTSIDE) {
        let label = -1
        for (let col = start; col < end; col++) {
          if (above[col] !== value || (col > start && above[col - 1] === value)) continue
          const touched = labelsAbove[col]!
          if (label < 0) label = touched
          this.#pieces.join(label, touched)
          this.#parts.join(label, touched)
        }
        if (label < 0) label = this.#newLabel(value)
        if (this.options.connectivity === 8) {
          if (above[start - 1] === value) this.#parts.join(label, labelsAbove[start - 1]!)
          if (above[end] === value) this.#parts.join(label, labelsAbove[end]!)
        }
        labels.fill(label, start, end)
        this.#sums.items[3 * label + 1]! += areaOfRun(areas, start - 1, end - 1)
        this.#sums.items[3 * label + 2]! += end - start
      }
      start = end
    }
  }

  #newLabel(value: number): number {
    for (const number of [value, 0, 0]) pushNumber(this.#sums, number)
    this.#parts.add()
    return this.#pieces.add()
  }

  /** Corners on the line above row `row`, from left to right, each linked to the corners before and after it. */
  #traceLine(row: number): void {
    const [above, below] = [this.#above, this.#below]
    const corners = this.#corners
    // Lines along this one: the corner that the one going right comes from, and the one that the one going left leads to.
    let rightFrom = -1
    let leftTo = -1
    for (let col = 0; col <= this.width; col++) {
      const [nw, ne, sw, se] = [above[col]!, above[col + 1]!, below[col]!, below[col + 1]!]
      // Without an upright line here there is no corner.
      if (nw === ne && sw === se) continue
      const [down, up, right, left] = [this.#downFrom[col]!, this.#upTo[col]!, rightFrom, leftTo]
      const trace = (value: number, label: number) => {
        const held =
          (nw === value ? NW : 0) |
          (ne === value ? NE : 0) |
          (sw === value ? SW : 0) |
          (se === value ? SE : 0)
        const pinched = held === (NW | SE) || held === (NE | SW)
        // One of the four, or two that meet in the corner alone: each turns around its own pixel.
        if (held === NW || held === (NW | SE)) {
          const corner = corners.add({ col, row, label: this.#labelsAbove[col]!, pinched })
          corners.link(down, corner)
          corners.link(corner, left)
        }
        if (held === NE || held === (NE | SW)) {
          const corner = corners.add({ col, row, label: this.#labelsAbove[col + 1]!, pinched })
          corners.link(corner, up)
          leftTo = corner
        }
        if (held === SW || held === (NE | SW)) {
          const corner = corners.add({ col, row, label: this.#labelsBelow[col]!, pinched })
          corners.link(right, corner)
          this.#downFrom[col] = corner
        }
        if (held === SE || held === (NW | SE)) {
          const corner = corners.add({ col, row, label: this.#labelsBelow[col + 1]!, pinched })
          this.#upTo[col] = corner
          rightFrom = corner
        }
        // Three of the four: the turn is around the one that is missing.
        if (held === (NE | SW | SE)) {
          const corner = corners.add({ col, row, label, pinched })
          corners.link(right, corner)
          corners.link(corner, up)
        } else if (held === (NW | SW | SE)) {
          const corner = corners.add({ col, row, label, pinched })
          corners.link(down, corner)
          rightFrom = corner
        } else if (held === (NW | NE | SE)) {
          const corner = corners.add({ col, row, label, pinched })
          corners.link(corner, left)
          this.#upTo[col] = corner
        } else if (held === (NW | NE | SW)) {
          const corner = corners.add({ col, row, label, pinched })
          this.#downFrom[col] = corner
          leftTo = corner
        }
      }
      if (nw !== OUTSIDE) trace(nw, this.#labelsAbove[col]!)
      if (ne !== OUTSIDE && ne !== nw) trace(ne, this.#labelsAbove[col + 1]!)
      if (sw !== OUTSIDE && sw !== nw && sw !== ne) trace(sw, this.#labelsBelow[col]!)
      if (se !== OUTSIDE && se !== nw && se !== ne && se !== sw) trace(se, this.#labelsBelow[col + 1]!)
    }
  }

  /** Rings by piece, pieces by part. */
  #gather(): Outline[] {
    const rings = new Map<number, Ring[]>()
    this.#corners.forEachRing((ring, label) => {
      const piece = this.#pieces.root(label)
      const known = rings.get(piece)
      if (!known) rings.set(piece, [ring])
      else if (ringArea(ring) > 0) known.unshift(ring)
      else known.push(ring)
    })
    const { items, length } = this.#sums
    for (let label = 0; 3 * label < length; label++) {
      const root = this.#parts.root(label)
      if (root === label) continue
      for (const sum of [1, 2]) items[3 * root + sum]! += items[3 * label + sum]!
    }
    const parts = new Map<number, RingPolygon[]>()
    // Roots are the lowest labels of what they join, so their order is that of the first pixels; sort is stable.
    for (const piece of [...rings.keys()].sort((first, second) => first - second)) {
      const part = this.#parts.root(piece)
      const known = parts.get(part)
      if (known) known.push(rings.get(piece)!)
      else parts.set(part, [rings.get(piece)!])
    }
    return [...parts]
      .map(([part, polygons]) => ({
        value: items[3 * part]!,
        area: items[3 * part + 1]!,
        pixels: items[3 * part + 2]!,
        polygons,
      }))
      .sort((first, second) => second.area - first.area)
  }
}

/** Labels in the order of their making; the root of a set is its lowest one. */
class UnionFind {
  readonly #parents: Growing<Int32Array> = growing(Int32Array)

  add(): number {
    pushNumber(this.#parents, this.#parents.length)
    return this.#parents.length - 1
  }

  join(first: number, second: number): void {
    const [one, other] = [this.root(first), this.root(second)]
    if (one < other) this.#parents.items[other] = one
    else this.#parents.items[one] = other
  }

  root(label: number): number {
    const { items } = this.#parents
    let root = label
    while (items[root] !== root) {
      // Path halving keeps trees flat without a second pass.
      items[root] = items[items[root]!]!
      root = items[root]!
    }
    return root
  }
}

/** The corners of all rings, each with the one after it. */
class Corners {
  readonly #cols: Growing<Int32Array> = growing(Int32Array)
  readonly #rows: Growing<Int32Array> = growing(Int32Array)
  readonly #next: Growing<Int32Array> = growing(Int32Array)
  readonly #labels: Growing<Int32Array> = growing(Int32Array)
  /** 1 where another corner of the same value lies at the same place. */
  readonly #pinched: Growing<Uint8Array> = growing(Uint8Array)

  constructor(private readonly most: number) {}

  add(at: {
    readonly col: number
    readonly row: number
    readonly label: number
    readonly pinched: boolean
  }): number {
    const { col, row, label, pinched } = at
    const corner = this.#cols.length
    if (corner >= this.most) {
      throw new AppError(
        'limit_reached',
        `the outlines have more than ${this.most} corners by row ${row}; remove small patches first, or cut out a smaller area`,
      )
    }
    pushNumber(this.#cols, col)
    pushNumber(this.#rows, row)
    pushNumber(this.#next, -1)
    pushNumber(this.#labels, label)
    pushNumber(this.#pinched, pinched ? 1 : 0)
    return corner
  }

  link(from: number, to: number): void {
    this.#next.items[from] = to
  }

  forEachRing(visit: (ring: Ring, label: number) => void): void {
    const [cols, rows, next] = [this.#cols.items, this.#rows.items, this.#next.items]
    for (let first = 0; first < this.#cols.length; first++) {
      if (next[first]! < 0) continue
      const ring: number[] = []
      let isPinched = false
      for (let corner = first; next[corner]! >= 0;) {
        ring.push(cols[corner]!, rows[corner]!)
        isPinched ||= this.#pinched.items[corner] === 1
        const after = next[corner]!
        next[corner] = -1
        corner = after
      }
      const label = this.#labels.items[first]!
      if (!isPinched) visit(ring, label)
      else for (const part of splitRing(ring)) visit(part, label)
    }
  }
}
