import type { WalkOptions } from '../blocks.ts'
import type { Grid } from '../grid/grid.ts'
import { readResized } from '../grid/resize.ts'
import { reduce } from '../reduce.ts'
import type { Reducer } from '../reduce.ts'
import type { RasterSource, Window } from '../source.ts'
import type { ComponentOptions } from './components.ts'
import { growing, pushNumber } from './growing.ts'
import { AREA, PIXELS, RunLabeller } from './label-runs.ts'
import { forEachRun } from './runs.ts'

/** Which run belongs to which connected part; parts are numbered from 0 in the order of their first pixels. */
export interface Labelling {
  /** Of each part. */
  readonly pixels: Float64Array
  /** In the unit of `rowArea`. */
  readonly areas: Float64Array
  /** Runs before each row, height + 1 long. */
  readonly firstRun: Int32Array
  /** The part of each run, in scan order. */
  readonly partOfRun: Int32Array
}

export type LabelOptions = Pick<ComponentOptions, 'connectivity' | 'rowArea'> & WalkOptions

/** Labels all runs of a mask, so that parts can be selected. Keeps 4 bytes a run and 20 a part that was begun. */
export async function labelComponents(mask: RasterSource, options: LabelOptions): Promise<Labelling> {
  return (await reduce(mask, { labelling: new LabellingReducer(mask.grid, options) }, options)).labelling
}

class LabellingReducer implements Reducer<Labelling> {
  private readonly labeller: RunLabeller
  private readonly runs = growing(Int32Array)
  /** Labels are numbered as they begin; each points at a lower one of its part, the lowest at itself. */
  private readonly parents = growing(Int32Array)
  private readonly pixels = growing(Float64Array)
  private readonly areas = growing(Float64Array)
  private readonly firstRun: Int32Array

  constructor({ width, height }: Grid, { connectivity, rowArea }: LabelOptions) {
    const { runs, parents, pixels, areas } = this
    const labelOf = new Int32Array(width + 2)
    this.firstRun = new Int32Array(height + 1)
    this.labeller = new RunLabeller({
      width,
      height,
      connectivity,
      rowArea,
      withMoments: false,
      complete: (sums, at, slot) => {
        pixels.items[labelOf[slot]!] = sums[at + PIXELS]!
        areas.items[labelOf[slot]!] = sums[at + AREA]!
      },
      log: {
        begin: (slot) => {
          labelOf[slot] = parents.length
          pushNumber(parents, parents.length)
          pushNumber(pixels, 0)
          pushNumber(areas, 0)
        },
        run: (slot) => pushNumber(runs, labelOf[slot]!),
        merge: (slot, into) => {
          const [first, second] = [labelOf[slot]!, labelOf[into]!]
          parents.items[Math.max(first, second)] = Math.min(first, second)
          labelOf[into] = Math.min(first, second)
        },
      },
    })
  }

  add(values: Float32Array, { row, width, height }: Window): void {
    for (let line = 0; line < height; line++) {
      this.labeller.addRow(values, line * width, row + line)
      this.firstRun[row + line + 1] = this.runs.length
    }
  }

  result(): Labelling {
    this.labeller.finish()
    const { runs, parents, firstRun } = this
    const partOf = new Int32Array(parents.length)
    let parts = 0
    for (let label = 0; label < parents.length; label++) {
      const parent = parents.items[label]!
      if (parent !== label) {
        partOf[label] = partOf[parent]!
        continue
      }
      this.pixels.items[parts] = this.pixels.items[label]!
      this.areas.items[parts] = this.areas.items[label]!
      partOf[label] = parts++
    }
    return {
      pixels: this.pixels.items.slice(0, parts),
      areas: this.areas.items.slice(0, parts),
      firstRun,
      partOfRun: runs.items.slice(0, runs.length).map((label) => partOf[label]!),
    }
  }
}

/**
 * The mask with only the parts that `keep` takes (by their numbers in `labelling`): the rest becomes 0, NaN stays NaN.
 * `labelling` must be of this very mask.
 */
export function selectComponents(
  mask: RasterSource,
  labelling: Labelling,
  keep: (part: number) => boolean,
): RasterSource {
  const { grid } = mask
  const whole = async (window: Window, signal: AbortSignal | undefined): Promise<Float32Array> => {
    // Runs are numbered along whole rows, so whole rows are read and the window is cut out of them.
    const block = await mask.read({ ...window, col: 0, width: grid.width }, { signal })
    for (let line = 0; line < window.height; line++) {
      const row = window.row + line
      if (row < 0 || row >= grid.height) continue
      let run = labelling.firstRun[row]!
      const from = line * grid.width
      // A run is visited once its end is known, so that blanking it does not move the next one.
      forEachRun(block, { from, width: grid.width }, (start, end) => {
        if (!keep(labelling.partOfRun[run++]!)) block.fill(0, from + start, from + end)
      })
    }
    return window.col === 0 && window.width === grid.width ? block : columnsOf(block, grid.width, window)
  }
  return {
    grid,
    blockSize: { width: grid.width, height: mask.blockSize.height },
    read(window, { size, resampling = 'nearest', signal } = {}) {
      return size && (size.width !== window.width || size.height !== window.height)
        ? readResized((part) => whole(part, signal), { window, size, resampling, signal })
        : whole(window, signal)
    },
  }
}

/** The columns of a window out of whole rows; NaN beyond them. */
function columnsOf(block: Float32Array, width: number, window: Window): Float32Array {
  const out = new Float32Array(window.width * window.height).fill(NaN)
  const first = Math.max(0, window.col)
  const last = Math.min(width, window.col + window.width)
  for (let line = 0; line < window.height && last > first; line++) {
    const cut = block.subarray(line * width + first, line * width + last)
    out.set(cut, line * window.width + first - window.col)
  }
  return out
}
