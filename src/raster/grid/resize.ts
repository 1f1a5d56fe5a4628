import { throwIfAborted } from '../../lib/abort.ts'
import type { Resampling, Window } from '../source.ts'
import { averageOver, bilinearAt, modeOver, nearestAt, spanOf, type Pixels, type Span } from './resample.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Full-size pixels held at once. */
const HELD_PIXELS = 1 << 22

/**
 * A window at another size, from full-size reads of bands of its rows, so that memory is bounded by a band and the
 * result is exact. Nodata never mixes into a value: 'average' weighs the valid pixels by the area of each that the new
 * pixel covers, 'bilinear' the valid ones of four by distance, 'mode' takes the value that covers most.
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
  // Bilinear looks one pixel beyond the rows that a new row covers.
  const margin = resampling === 'bilinear' ? 1 : 0
  const rows = Math.max(1, Math.floor(HELD_PIXELS / window.width / Math.max(1, ratio)))
  for (let row = 0; row < size.height; row += rows) {
    throwIfAborted(signal)
    const end = Math.min(size.height, row + rows)
    const first = Math.max(0, Math.floor(row * ratio) - margin)
    const last = Math.min(window.height, Math.ceil(end * ratio) + margin)
    const data = await read({ ...window, row: window.row + first, height: last - first })
    const part = resizeRows({
      pixels: { data, width: window.width, height: last - first },
      firstRow: first,
      full: window,
      size,
      rows: [row, end],
      resampling,
    })
    out.set(part, row * size.width)
  }
  return out
}

/** Values of a whole window at another size. */
export function resize(data: Float32Array, from: Size, to: Size, resampling: Resampling): Float32Array {
  if (from.width === to.width && from.height === to.height) return data
  const pixels = { data, width: from.width, height: from.height }
  return resizeRows({ pixels, firstRow: 0, full: from, size: to, rows: [0, to.height], resampling })
}

function resizeRows(of: {
  readonly pixels: Pixels
  /** Row of the window that the first row of `pixels` is. */
  readonly firstRow: number
  readonly full: Size
  readonly size: Size
  readonly rows: readonly [from: number, to: number]
  readonly resampling: Resampling
}): Float32Array {
  const { pixels, firstRow, full, size, rows, resampling } = of
  const [ratioX, ratioY] = [full.width / size.width, full.height / size.height]
  const [from, to] = rows
  const out = new Float32Array((to - from) * size.width)
  if (resampling === 'nearest' || resampling === 'bilinear') {
    const at = resampling === 'nearest' ? nearestAt : bilinearAt
    for (let row = from; row < to; row++) {
      const y = (row + 0.5) * ratioY - firstRow
      const start = (row - from) * size.width
      for (let col = 0; col < size.width; col++) out[start + col] = at(pixels, (col + 0.5) * ratioX, y)
    }
    return out
  }
  const over = resampling === 'average' ? averageOver : modeOver
  const across = Array.from({ length: size.width }, (_, col) => span(col, ratioX, 0, pixels.width))
  for (let row = from; row < to; row++) {
    const down = span(row, ratioY, firstRow, pixels.height)
    const start = (row - from) * size.width
    for (let col = 0; col < size.width; col++) out[start + col] = over(pixels, across[col]!, down)
  }
  return out
}

function span(index: number, ratio: number, shift: number, length: number): Span {
  return spanOf(index * ratio - shift, (index + 1) * ratio - shift, length)!
}
