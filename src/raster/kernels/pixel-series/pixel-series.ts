import { throwIfAborted } from '../../../lib/abort.ts'
import { AppError } from '../../../lib/errors.ts'
import { blockBuffers } from '../../block-buffers.ts'
import { assertSameGrid } from '../../blocks.ts'
import type { Grid } from '../../grid/grid.ts'
import { readResized } from '../../grid/resize.ts'
import type { RasterSource, Window } from '../../source.ts'

/** What is computed of the series of one pixel. */
export interface SeriesKernel {
  /** How many numbers it gives. */
  readonly outputs: number
  /**
   * Fills `out` (which holds NaN) from the values of one pixel in the order of the sources, NaN where there is none.
   * Neither is to be kept; `series` may be changed.
   */
  readonly compute: (series: Float64Array, out: Float64Array) => void
}

/** Bytes of pixels held at once of all dates together. */
const HELD_BYTES = 32 * 1024 * 1024
/** Bytes of second and further outputs that are kept for whoever reads them later; larger ones are computed again. */
const KEPT_BYTES = 128 * 1024 * 1024
/** Dates read at once: a reader may need whole tiles for a few rows of them. */
const READ_AT_ONCE = 8

export interface SeriesOptions {
  readonly heldBytes?: number
}

/**
 * One lazy raster an output of the kernel, over sources of one grid, one a date. They are read by windows small enough
 * that all dates of one fit into `heldBytes`, one window at a time whoever reads. Where the first output is read by whole
 * rows the others come with it and are kept, as long as they fit into 128 MB, so that reading them costs nothing.
 * Throws grid_mismatch.
 */
export function pixelSeries(
  sources: readonly RasterSource[],
  kernel: SeriesKernel,
  { heldBytes = HELD_BYTES }: SeriesOptions = {},
): readonly RasterSource[] {
  const [first, ...rest] = sources
  if (!first) throw new AppError('invalid_input', 'a series was given no raster; give one a date')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const { grid } = first
  const blockRows = sources.reduce((most, { blockSize }) => Math.max(most, blockSize.height), 1)
  const blockSize = { width: grid.width, height: Math.min(grid.height, blockRows) }
  const heldPixels = Math.max(1, Math.floor(heldBytes / 4 / sources.length))
  const compute = computation(sources, kernel)
  const kept = new KeptRows(grid, kernel.outputs)
  let turn: Promise<unknown> = Promise.resolve()

  const load = async (place: number, window: Window, signal: AbortSignal | undefined) => {
    const out = blockBuffers.take(window.width * window.height)
    for (const part of partsOf(window, heldPixels)) {
      throwIfAborted(signal)
      let values = kept.take(place, part)
      if (!values) {
        const made = await compute(part, signal)
        kept.keep(made, part)
        values = made[place]!
      }
      copyInto(out, window, { values, part })
    }
    return out
  }
  const inTurn = (place: number, window: Window, signal: AbortSignal | undefined) => {
    const loading = turn.then(() => load(place, window, signal))
    turn = loading.catch(() => undefined)
    return loading
  }
  return Array.from({ length: kernel.outputs }, (_, place) => ({
    grid,
    blockSize,
    read(window: Window, { size, resampling = 'nearest', signal }: Parameters<RasterSource['read']>[1] = {}) {
      return size && (size.width !== window.width || size.height !== window.height)
        ? readResized((part) => inTurn(place, part, signal), { window, size, resampling, signal })
        : inTurn(place, window, signal)
    },
  }))
}

/** Parts of a window of at most `most` pixels: bands of its rows, or pieces of a row where one is longer. */
export function partsOf(window: Window, most: number): Window[] {
  const width = Math.min(window.width, most)
  const height = Math.max(1, Math.floor(most / width))
  const parts: Window[] = []
  for (let row = 0; row < window.height; row += height) {
    for (let col = 0; col < window.width; col += width) {
      parts.push({
        col: window.col + col,
        row: window.row + row,
        width: Math.min(width, window.width - col),
        height: Math.min(height, window.height - row),
      })
    }
  }
  return parts
}

/** Reads a part of all sources and gives one block an output. */
function computation(sources: readonly RasterSource[], { outputs, compute }: SeriesKernel) {
  const series = new Float64Array(sources.length)
  const found = new Float64Array(outputs)
  return async (part: Window, signal: AbortSignal | undefined): Promise<readonly Float32Array[]> => {
    const blocks: Float32Array[] = []
    for (let from = 0; from < sources.length; from += READ_AT_ONCE) {
      const some = sources.slice(from, from + READ_AT_ONCE)
      blocks.push(...(await Promise.all(some.map((source) => source.read(part, { signal })))))
    }
    const made = Array.from({ length: outputs }, () => new Float32Array(part.width * part.height))
    for (let pixel = 0; pixel < part.width * part.height; pixel++) {
      for (let date = 0; date < blocks.length; date++) series[date] = blocks[date]![pixel]!
      found.fill(NaN)
      compute(series, found)
      for (let place = 0; place < outputs; place++) made[place]![pixel] = found[place]!
    }
    blockBuffers.giveBack(blocks)
    return made
  }
}

function copyInto(
  out: Float32Array,
  window: Window,
  { values, part }: { readonly values: Float32Array; readonly part: Window },
): void {
  for (let row = 0; row < part.height; row++) {
    const target = (part.row - window.row + row) * window.width + part.col - window.col
    out.set(values.subarray(row * part.width, (row + 1) * part.width), target)
  }
}

/** Rows of the second and further outputs. */
class KeptRows {
  readonly #grid: Grid
  readonly #rows: (Float32Array[] | null)[]
  readonly #isWorth: boolean

  constructor(grid: Grid, outputs: number) {
    this.#grid = grid
    this.#isWorth = outputs > 1 && (outputs - 1) * grid.width * grid.height * 4 <= KEPT_BYTES
    this.#rows = new Array<Float32Array[] | null>(this.#isWorth ? grid.height : 0).fill(null)
  }

  /** Remembers whole rows. */
  keep(outputs: readonly Float32Array[], part: Window): void {
    const { width, height } = this.#grid
    if (!this.#isWorth || part.col !== 0 || part.width !== width) return
    for (let line = 0; line < part.height; line++) {
      const row = part.row + line
      if (row < 0 || row >= height) continue
      this.#rows[row] = outputs.slice(1).map((block) => block.slice(line * width, (line + 1) * width))
    }
  }

  /** One block of the output where all rows of the part are there, else null. Output 0 is never kept. */
  take(place: number, part: Window): Float32Array | null {
    const { width } = this.#grid
    if (place === 0 || part.col !== 0 || part.width !== width) return null
    const rows = this.#rows.slice(Math.max(0, part.row), part.row + part.height)
    if (part.row < 0 || rows.length < part.height || rows.some((row) => row === null)) return null
    const out = new Float32Array(width * part.height)
    for (const [line, row] of rows.entries()) out.set(row![place - 1]!, line * width)
    return out
  }
}
