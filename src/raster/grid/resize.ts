import { throwIfAborted } from '../../lib/abort.ts'
import type { AreaResampling, PointResampling, Resampling, Window } from '../source.ts'
import { isPointMethod, REACH, sampleRun, type Pixels } from './resample.ts'
import { spanOf, tallyOf, type Tally } from './tally.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Full-size pixels held at once. */
const HELD_PIXELS = 1 << 22

/**
 * A window at another size, from full-size reads of bands of its rows, so that memory is bounded by a band and the
 * result is exact. Nodata never mixes into a value: methods weigh the valid pixels alone.
 */
export async function readResized(
  read: (window: Window) => Promise<Float32Array>,
  how: {
    readonly window: Window
    readonly size: Size
    readonly resampling: Resampling
    readonly signal?: AbortSignal | undefined
  },
): Promise<Float32Array> {
  const { window, size, resampling, signal } = how
  const out = new Float32Array(size.width * size.height)
  const ratio = window.height / size.height
  const held = Math.max(1, Math.floor(HELD_PIXELS / window.width))
  const margin = isPointMethod(resampling) ? REACH[resampling] : 0
  const rows = Math.max(1, Math.floor(held / Math.max(1, ratio)))
  for (let row = 0; row < size.height; row += rows) {
    const end = Math.min(size.height, row + rows)
    const first = Math.max(0, Math.floor(row * ratio) - margin)
    const last = Math.min(window.height, Math.ceil(end * ratio) + margin)
    const part = resizer({ full: window, size, rows: [row, end], resampling })
    // A new row that needs more than can be held is summed up band by band; only areas can be that large.
    const step = isPointMethod(resampling) ? last - first : held
    for (let top = first; top < last; top += step) {
      throwIfAborted(signal)
      const height = Math.min(last - top, step)
      const data = await read({ ...window, row: window.row + top, height })
      part.add({ data, width: window.width, height }, top)
    }
    out.set(part.result(), row * size.width)
  }
  return out
}

/** Values of a whole window at another size. */
export function resize(data: Float32Array, from: Size, to: Size, resampling: Resampling): Float32Array {
  if (from.width === to.width && from.height === to.height) return data
  const part = resizer({ full: from, size: to, rows: [0, to.height], resampling })
  part.add({ data, width: from.width, height: from.height }, 0)
  return part.result()
}

interface Resizing<Method extends Resampling> {
  readonly full: Size
  readonly size: Size
  /** The new rows that are wanted. */
  readonly rows: readonly [from: number, to: number]
  readonly resampling: Method
}

interface Resizer {
  /** Takes full-width pixels whose first row is `firstRow` of the window. */
  add(pixels: Pixels, firstRow: number): void
  result(): Float32Array
}

function resizer(of: Resizing<Resampling>): Resizer {
  const { resampling } = of
  return isPointMethod(resampling) ? byCentres({ ...of, resampling }) : byAreas({ ...of, resampling })
}

function byCentres({ full, size, rows: [from, to], resampling }: Resizing<PointResampling>): Resizer {
  const out = new Float32Array((to - from) * size.width)
  const xs = Float64Array.from({ length: size.width }, (_, col) => ((col + 0.5) * full.width) / size.width)
  const ys = new Float64Array(size.width)
  return {
    add(pixels, firstRow) {
      for (let row = from; row < to; row++) {
        ys.fill(((row + 0.5) * full.height) / size.height)
        const run = { xs, ys, from: 0, count: size.width, col: 0, row: firstRow }
        sampleRun(resampling, pixels, { ...run, to: (row - from) * size.width }, out)
      }
    },
    result: () => out,
  }
}

function byAreas({ full, size, rows: [from, to], resampling }: Resizing<AreaResampling>): Resizer {
  const length = (to - from) * size.width
  const tally: Tally = tallyOf(resampling, length)
  const [ratioX, ratioY] = [full.width / size.width, full.height / size.height]
  const span = (index: number, ratio: number, shift: number, pixels: number) =>
    spanOf(index * ratio - shift, (index + 1) * ratio - shift, pixels)
  const across = Array.from({ length: size.width }, (_, col) => span(col, ratioX, 0, full.width)!)
  return {
    add(pixels, firstRow) {
      for (let row = from; row < to; row++) {
        const down = span(row, ratioY, firstRow, pixels.height)
        if (!down) continue
        const start = (row - from) * size.width
        for (const [col, columns] of across.entries()) tally.addPatch(start + col, pixels, columns, down)
      }
    },
    result: () => Float32Array.from({ length }, (_, index) => tally.value(index)),
  }
}
