import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import { addRun } from './moments.ts'

/** Sums of one component: its area, the place of its first pixel in scan order, its pixels, and moments where asked. */
export const AREA = 0
export const FIRST = 1
export const PIXELS = 2

export interface LabelRunsOptions {
  readonly width: number
  readonly height: number
  /** Neighbours of a pixel: 4 (sides) or 8 (sides and corners). */
  readonly connectivity: 4 | 8
  readonly rowArea: RowArea
  /** Sum `Moments` from PIXELS on, else the pixels alone. */
  readonly withMoments: boolean
  /** A component is complete: its sums lie from `at` on, and are overwritten after this call. */
  readonly complete: (sums: Float64Array, at: number, slot: number) => void
  readonly log?: RunLog
}

/** Follows which runs make up which component; a slot stands for one component at a time. */
export interface RunLog {
  /** A component begins in this slot. */
  begin(slot: number): void
  /** The next run in scan order belongs to it. */
  run(slot: number): void
  /** What is in `slot` turns out to be part of what is in `into`. */
  merge(slot: number, into: number): void
}

/**
 * Connected parts of a mask, row by row: runs of a row join those of the row above that they touch, by union–find
 * (He, Chao and Suzuki, doi:10.1109/TIP.2008.919369). A component is handed over, and its slot used again, as soon as
 * a row does not touch it; so what is kept is two rows of runs and the sums of the components that meet them
 * (Bailey and Johnston, doi:10.1145/1290672.1290688), whatever the height.
 */
export class RunLabeller {
  private readonly options: LabelRunsOptions
  private readonly stride: number
  /** Runs of the row above and of the row at hand: first column, one past the last, slot. */
  private above: Runs
  private current: Runs
  private readonly parents: Int32Array
  /** The last row that a slot had a run in; FREE where it stands for nothing. */
  private readonly lastRow: Int32Array
  private readonly sums: Float64Array
  private readonly free: Int32Array
  private freeCount: number

  constructor(options: LabelRunsOptions) {
    this.options = options
    const runs = (options.width >> 1) + 1
    // Components alive meet the row above or begin in this one.
    const slots = 2 * runs
    this.stride = options.withMoments ? 8 : 3
    this.above = emptyRuns(runs)
    this.current = emptyRuns(runs)
    this.parents = new Int32Array(slots)
    this.lastRow = new Int32Array(slots).fill(FREE)
    this.sums = new Float64Array(slots * this.stride)
    this.free = new Int32Array(slots)
    this.freeCount = slots
    for (let slot = 0; slot < slots; slot++) {
      this.parents[slot] = slot
      this.free[slots - 1 - slot] = slot
    }
  }

  /** The next row: `width` values from `from` on, above zero inside; NaN is outside. */
  addRow(values: Float32Array, from: number, row: number): void {
    const { above, current, sums, stride, parents, lastRow } = this
    const { width, height, rowArea, withMoments, log } = this.options
    const reach = this.options.connectivity === 8 ? 1 : 0
    const aboveCount = above.count
    const { starts, ends, slots } = above
    const areas = rowArea(row)
    const down = row + 0.5 - height / 2
    const last = from + width
    let count = 0
    let touch = 0
    let col = from
    for (;;) {
      while (col < last && !(values[col]! > 0)) col++
      if (col >= last) break
      const start = col - from
      do col++
      while (col < last && values[col]! > 0)
      const end = col - from

      let slot = -1
      while (touch < aboveCount && ends[touch]! + reach <= start) touch++
      for (let other = touch; other < aboveCount && starts[other]! < end + reach; other++) {
        let root = slots[other]!
        while (parents[root] !== root) {
          // Path halving keeps trees flat without a second pass.
          parents[root] = parents[parents[root]!]!
          root = parents[root]!
        }
        if (slot < 0) slot = root
        else if (root !== slot) {
          parents[root] = slot
          mergeSums(sums, root * stride, slot * stride, stride)
          log?.merge(root, slot)
        }
      }
      if (slot < 0) {
        slot = this.free[--this.freeCount]!
        for (let item = slot * stride; item < (slot + 1) * stride; item++) sums[item] = 0
        sums[slot * stride + FIRST] = row * width + start
        log?.begin(slot)
      }
      lastRow[slot] = row
      const at = slot * stride
      sums[at + AREA]! += areaOfRun(areas, start, end)
      if (withMoments) addRun(sums, at + PIXELS, end - start, (start + end - width) / 2, down)
      else sums[at + PIXELS]! += end - start
      log?.run(slot)
      current.starts[count] = start
      current.ends[count] = end
      current.slots[count++] = slot
    }
    current.count = count
    this.endRow(row)
  }

  /** Completes what the last row left open. */
  finish(): void {
    this.current.count = 0
    this.endRow(NaN)
  }

  /** Points the runs at the roots of their trees, and frees the slots of the row above that this row did not touch. */
  private endRow(row: number): void {
    const { above, current, parents, lastRow, stride } = this
    const { slots } = current
    for (let run = 0; run < current.count; run++) {
      let root = slots[run]!
      while (parents[root] !== root) root = parents[root]!
      slots[run] = root
    }
    for (let run = 0; run < above.count; run++) {
      const slot = above.slots[run]!
      // Several runs may share a slot; the first one frees it.
      if (lastRow[slot] === FREE) continue
      if (parents[slot] !== slot) parents[slot] = slot
      else if (lastRow[slot] === row) continue
      else this.options.complete(this.sums, slot * stride, slot)
      lastRow[slot] = FREE
      this.free[this.freeCount++] = slot
    }
    this.above = current
    this.current = above
  }
}

const FREE = -1

interface Runs {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly slots: Int32Array
  count: number
}

const emptyRuns = (most: number): Runs => ({
  starts: new Int32Array(most),
  ends: new Int32Array(most),
  slots: new Int32Array(most),
  count: 0,
})

function mergeSums(sums: Float64Array, from: number, into: number, stride: number): void {
  sums[into + AREA]! += sums[from + AREA]!
  sums[into + FIRST] = Math.min(sums[into + FIRST]!, sums[from + FIRST]!)
  for (let item = PIXELS; item < stride; item++) sums[into + item]! += sums[from + item]!
}
