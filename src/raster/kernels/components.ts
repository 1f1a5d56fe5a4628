import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { addRun, momentsAt } from './moments.ts'
import type { Moments } from './moments.ts'
import { forEachRun } from './runs.ts'

export interface Component {
  readonly moments: Moments
  /** In the unit of `rowArea`, summed row by row. */
  readonly area: number
}

export interface Labelling {
  /** Largest area first; equal ones in order of their first pixel. */
  readonly components: readonly Component[]
  /** Runs before each row, height + 1 long, and the component (index into `components`) of each run in scan order. */
  readonly firstRun: Int32Array
  readonly componentOfRun: Int32Array
}

export interface LabelOptions extends WalkOptions {
  /** Neighbours of a pixel: 4 (sides) or 8 (sides and corners). */
  readonly connectivity: 4 | 8
  /** Area of a pixel by row. */
  readonly rowArea: (row: number) => number
}

/** Sums a label: six of `Moments` and the area. */
const SUMS = 7

/**
 * Connected parts of a mask by run-based union–find: runs of a row join those of the row above that they touch
 * (He, Chao and Suzuki, doi:10.1109/TIP.2008.919369). Only two rows of runs are compared at a time; what is kept
 * is one number a run and seven a label.
 */
export async function labelComponents(mask: RasterSource, options: LabelOptions): Promise<Labelling> {
  const { grid } = mask
  const reach = options.connectivity === 8 ? 1 : 0
  const parents = new Growing(Int32Array)
  const sums = new Growing(Float64Array)
  const labels = new Growing(Int32Array)
  const firstRun = new Int32Array(grid.height + 1)
  let above: number[] = []

  const rootOf = (label: number): number => {
    let root = label
    while (parents.items[root]! !== root) {
      // Path halving keeps trees flat without a second pass.
      parents.items[root] = parents.items[parents.items[root]!]!
      root = parents.items[root]!
    }
    return root
  }

  const visitRow = (block: Float32Array, from: number, row: number) => {
    const current: number[] = []
    let touch = 0
    forEachRun(block, { from, width: grid.width }, (start, end) => {
      let label = -1
      // Triples start, end, label; runs of both rows ascend, so each pair is met once.
      while (touch < above.length && above[touch + 1]! + reach <= start) touch += 3
      for (let other = touch; other < above.length && above[other]! < end + reach; other += 3) {
        const root = rootOf(above[other + 2]!)
        if (label < 0) label = root
        else if (root !== label) {
          const [low, high] = root < label ? [root, label] : [label, root]
          parents.items[high] = low
          label = low
        }
      }
      if (label < 0) {
        label = parents.length
        parents.push(label)
        sums.extend(SUMS)
      }
      addRun(sums.items, label * SUMS, { start, end, row, grid })
      sums.items[label * SUMS + 6]! += (end - start) * options.rowArea(row)
      labels.push(label)
      current.push(start, end, label)
    })
    firstRun[row + 1] = labels.length
    above = current
  }

  await walkBlocks(
    [mask],
    ([block], window) => {
      for (let line = 0; line < window.height; line++)
        visitRow(block!, line * window.width, window.row + line)
    },
    options,
  )
  return { firstRun, ...gather({ parents, sums, labels, rootOf }) }
}

/** Merges the sums of labels into their roots and orders the components. */
function gather(found: {
  readonly parents: Growing<Int32Array>
  readonly sums: Growing<Float64Array>
  readonly labels: Growing<Int32Array>
  readonly rootOf: (label: number) => number
}): Omit<Labelling, 'firstRun'> {
  const { parents, sums, labels, rootOf } = found
  const roots: number[] = []
  for (let label = 0; label < parents.length; label++) {
    const root = rootOf(label)
    if (root === label) roots.push(label)
    else
      for (let item = 0; item < SUMS; item++)
        sums.items[root * SUMS + item]! += sums.items[label * SUMS + item]!
  }
  // Roots are the lowest labels of their parts, so their order is that of the first pixels; sort is stable.
  roots.sort((first, second) => sums.items[second * SUMS + 6]! - sums.items[first * SUMS + 6]!)
  const rankOf = new Int32Array(parents.length)
  for (const [rank, root] of roots.entries()) rankOf[root] = rank
  const componentOfRun = new Int32Array(labels.length)
  for (let run = 0; run < labels.length; run++) componentOfRun[run] = rankOf[rootOf(labels.items[run]!)]!
  return {
    components: roots.map((root) => ({
      moments: momentsAt(sums.items, root * SUMS),
      area: sums.items[root * SUMS + 6]!,
    })),
    componentOfRun,
  }
}

/**
 * The mask with only the components that `keep` takes (by index into `labelling.components`): the rest becomes 0,
 * NaN stays NaN. `labelling` must be of this very mask.
 */
export function selectComponents(
  mask: RasterSource,
  labelling: Labelling,
  keep: (component: number) => boolean,
): RasterSource {
  const { grid } = mask
  return {
    grid,
    blockSize: { width: grid.width, height: mask.blockSize.height },
    async read(window, options) {
      if (options?.size && (options.size.width !== window.width || options.size.height !== window.height)) {
        const full = await this.read(window, { signal: options.signal })
        const { width, height } = options.size
        return Float32Array.from({ length: width * height }, (_, index) => {
          const row = Math.floor(((Math.floor(index / width) + 0.5) * window.height) / height)
          return full[row * window.width + Math.floor((((index % width) + 0.5) * window.width) / width)]!
        })
      }
      // Runs are numbered along whole rows, so whole rows are read and the window is cut out of them.
      const rows = { col: 0, row: window.row, width: grid.width, height: window.height }
      const block = await mask.read(rows, { signal: options?.signal })
      for (let line = 0; line < window.height; line++) {
        const row = window.row + line
        if (row < 0 || row >= grid.height) continue
        let run = labelling.firstRun[row]!
        const from = line * grid.width
        forEachRun(block.slice(from, from + grid.width), { from: 0, width: grid.width }, (start, end) => {
          if (!keep(labelling.componentOfRun[run++]!)) block.fill(0, from + start, from + end)
        })
      }
      if (window.col === 0 && window.width === grid.width) return block
      const out = new Float32Array(window.width * window.height).fill(NaN)
      const first = Math.max(0, window.col)
      const last = Math.min(grid.width, window.col + window.width)
      for (let line = 0; line < window.height && last > first; line++) {
        const cut = block.subarray(line * grid.width + first, line * grid.width + last)
        out.set(cut, line * window.width + first - window.col)
      }
      return out
    },
  }
}

/** A typed array that doubles as it fills. */
class Growing<Items extends Int32Array | Float64Array> {
  items: Items
  length = 0

  constructor(private readonly kind: new (length: number) => Items) {
    this.items = new kind(1024)
  }

  push(value: number): void {
    this.extend(1)
    this.items[this.length - 1] = value
  }

  /** Adds zeros. */
  extend(count: number): void {
    this.length += count
    if (this.length > this.items.length) {
      const wider = new this.kind(Math.max(this.length, this.items.length * 2))
      wider.set(this.items)
      this.items = wider
    }
  }
}
