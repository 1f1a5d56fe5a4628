import type { Outline, Ring } from './outlines.ts'

/** Side of the cells that corners are looked up by, in pixels. */
const CELL = 16
/** A ring of fewer corners would lose what makes it an area. */
const FEWEST_CORNERS = 4

/**
 * Outlines with fewer corners (Visvalingam and Whyatt, doi:10.1179/000870493786962263): again and again the corner goes
 * that makes the smallest triangle with its neighbours, as long as that is smaller than `area` (pixels).
 *
 * A corner stays where another one lies in its triangle, of whatever ring: so no rings come to cross or touch, holes
 * stay in their polygons, and places that rings share stay, borders between classes among them. Each ring keeps four
 * corners at least. `pixels` and `area` of the outlines stay those of the pixels.
 */
export function simplifyOutlines(outlines: readonly Outline[], area: number): Outline[] {
  const net = new CornerNet(outlines.flatMap(({ polygons }) => polygons.flat()))
  net.simplify(area)
  const rings = net.rings()
  return outlines.map((outline) => ({
    ...outline,
    polygons: outline.polygons.map((polygon) => polygon.map(() => rings.next().value!)),
  }))
}

/** All corners of all rings, each linked to those before and after it, and found by place. */
class CornerNet {
  readonly #cols: Int32Array
  readonly #rows: Int32Array
  readonly #before: Int32Array
  readonly #after: Int32Array
  readonly #ringOf: Int32Array
  /** Corners left, and one that is left, by ring. */
  readonly #counts: number[] = []
  readonly #anchors: number[] = []
  readonly #cells = new Map<string, Set<number>>()

  constructor(rings: readonly Ring[]) {
    const total = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
    this.#cols = new Int32Array(total)
    this.#rows = new Int32Array(total)
    this.#before = new Int32Array(total)
    this.#after = new Int32Array(total)
    this.#ringOf = new Int32Array(total)
    let corner = 0
    for (const [index, ring] of rings.entries()) {
      const count = ring.length / 2
      this.#counts.push(count)
      this.#anchors.push(corner)
      const first = corner
      for (let at = 0; at < count; at++, corner++) {
        this.#cols[corner] = ring[2 * at]!
        this.#rows[corner] = ring[2 * at + 1]!
        this.#before[corner] = first + ((at + count - 1) % count)
        this.#after[corner] = first + ((at + 1) % count)
        this.#ringOf[corner] = index
        const key = cellKey(this.#cols[corner]! / CELL, this.#rows[corner]! / CELL)
        const cell = this.#cells.get(key)
        if (cell) cell.add(corner)
        else this.#cells.set(key, new Set([corner]))
      }
    }
  }

  simplify(most: number): void {
    const heap = new Heap()
    for (let corner = 0; corner < this.#cols.length; corner++) heap.push(this.#triangle(corner), corner)
    const gone = new Uint8Array(this.#cols.length)
    // The area that a corner was last queued with; older entries of the heap are stale.
    const queued = Float64Array.from(gone, (_, corner) => this.#triangle(corner))
    for (let top = heap.pop(); top && top.key < most; top = heap.pop()) {
      const corner = top.item
      const ring = this.#ringOf[corner]!
      if (gone[corner] || top.key !== queued[corner] || this.#counts[ring]! <= FEWEST_CORNERS) continue
      if (this.#isBlocked(corner)) continue
      gone[corner] = 1
      this.#counts[ring]!--
      const [before, after] = [this.#before[corner]!, this.#after[corner]!]
      this.#after[before] = after
      this.#before[after] = before
      this.#anchors[ring] = before
      this.#cells.get(cellKey(this.#cols[corner]! / CELL, this.#rows[corner]! / CELL))!.delete(corner)
      for (const neighbour of [before, after]) {
        // Never below what has gone already, so that corners go in the order of their weight.
        queued[neighbour] = Math.max(top.key, this.#triangle(neighbour))
        heap.push(queued[neighbour], neighbour)
      }
    }
  }

  *rings(): Generator<Ring, undefined> {
    for (const anchor of this.#anchors) {
      const ring: number[] = []
      let corner = anchor
      do {
        ring.push(this.#cols[corner]!, this.#rows[corner]!)
        corner = this.#after[corner]!
      } while (corner !== anchor)
      yield ring
    }
  }

  #triangle(corner: number): number {
    return Math.abs(this.#side(this.#before[corner]!, corner, this.#after[corner]!)) / 2
  }

  /** Twice the signed area of a triangle. */
  #side(a: number, b: number, c: number): number {
    const [cols, rows] = [this.#cols, this.#rows]
    return (cols[b]! - cols[a]!) * (rows[c]! - rows[a]!) - (cols[c]! - cols[a]!) * (rows[b]! - rows[a]!)
  }

  /** Whether another corner lies in a corner's triangle or on its sides, the places of its two neighbours left out. */
  #isBlocked(corner: number): boolean {
    const [before, after] = [this.#before[corner]!, this.#after[corner]!]
    const [cols, rows] = [this.#cols, this.#rows]
    const [x, y] = [
      [before, corner, after].map((each) => cols[each]!),
      [before, corner, after].map((each) => rows[each]!),
    ]
    const toCell = (value: number) => Math.floor(value / CELL)
    for (let row = toCell(Math.min(...y)); row <= toCell(Math.max(...y)); row++) {
      for (let col = toCell(Math.min(...x)); col <= toCell(Math.max(...x)); col++) {
        for (const other of this.#cells.get(cellKey(col, row)) ?? []) {
          if (other === before || other === corner || other === after) continue
          if (this.#isAt(other, before) || this.#isAt(other, after)) continue
          const sides = [
            this.#side(before, corner, other),
            this.#side(corner, after, other),
            this.#side(after, before, other),
          ]
          if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return true
        }
      }
    }
    return false
  }

  #isAt(one: number, other: number): boolean {
    return this.#cols[one] === this.#cols[other] && this.#rows[one] === this.#rows[other]
  }
}

const cellKey = (col: number, row: number) => `${Math.floor(col)} ${Math.floor(row)}`

/** A binary heap, smallest key first. */
class Heap {
  readonly #keys: number[] = []
  readonly #items: number[] = []

  push(key: number, item: number): void {
    let at = this.#keys.length
    for (let up = (at - 1) >> 1; at > 0 && this.#keys[up]! > key; at = up, up = (at - 1) >> 1)
      this.#move(up, at)
    this.#keys[at] = key
    this.#items[at] = item
  }

  pop(): { readonly key: number; readonly item: number } | null {
    const [key, item] = [this.#keys[0], this.#items[0]]
    if (key === undefined || item === undefined) return null
    const [lastKey, lastItem] = [this.#keys.pop()!, this.#items.pop()!]
    const length = this.#keys.length
    if (length > 0) {
      let at = 0
      for (let down = 1; down < length; down = 2 * at + 1) {
        if (down + 1 < length && this.#keys[down + 1]! < this.#keys[down]!) down++
        if (this.#keys[down]! >= lastKey) break
        this.#move(down, at)
        at = down
      }
      this.#keys[at] = lastKey
      this.#items[at] = lastItem
    }
    return { key, item }
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!
    this.#items[to] = this.#items[from]!
  }
}
