import { throwIfAborted } from '../../../lib/abort.ts'
import { blankOutside } from '../../grid/blank-outside.ts'
import { readResized } from '../../grid/resize.ts'
import type { RasterSource, Window } from '../../source.ts'

/** Pixels computed at once; kernels hold several 64-bit numbers for each. */
const HELD_PIXELS = 1 << 19
/** Fewest columns that are worth a read of their own. */
const NARROW = 512

/** Pixels of a window with `halo` more on each side, row-major; NaN is nodata. */
export interface Haloed {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
  readonly halo: number
  /** The column and row of the grid that the first pixel is: what sums are laid out by, whatever the block. */
  readonly col: number
  readonly row: number
}

/**
 * A lazy source whose pixels each follow from those at most `halo` columns and rows around. The kernel fills `out` (a
 * block without its halo); beyond the grid it meets NaN.
 */
export function haloSource(
  source: RasterSource,
  halo: number,
  kernel: (block: Haloed, out: Float32Array) => void,
): RasterSource {
  const { grid } = source
  const full = async (window: Window, signal: AbortSignal | undefined) => {
    const out = new Float32Array(window.width * window.height)
    for (const part of partsOf(window, halo)) {
      throwIfAborted(signal)
      const around = {
        col: part.col - halo,
        row: part.row - halo,
        width: part.width + 2 * halo,
        height: part.height + 2 * halo,
      }
      const data = await source.read(around, { signal })
      const values = new Float32Array(part.width * part.height)
      kernel({ data, halo, ...around }, values)
      for (let row = 0; row < part.height; row++) {
        const line = values.subarray(row * part.width, (row + 1) * part.width)
        out.set(line, (part.row + row - window.row) * window.width + part.col - window.col)
      }
    }
    return blankOutside(out, { grid, window, size: window })
  }
  return {
    grid,
    blockSize: source.blockSize,
    read(window, options = {}) {
      const { size, resampling = 'nearest', signal } = options
      return size
        ? readResized((part) => full(part, signal), { window, size, resampling, signal })
        : full(window, signal)
    },
  }
}

/** Parts of a window that can be held: full-width where the halo is a small part of them, else about square. */
function partsOf(window: Window, halo: number): Window[] {
  const rowsOf = (width: number) => Math.floor(HELD_PIXELS / (width + 2 * halo)) - 2 * halo
  const isWide = rowsOf(window.width) < 4 * halo
  const width = isWide ? Math.min(window.width, Math.max(NARROW, 4 * halo)) : window.width
  const height = Math.max(halo + 1, rowsOf(width))
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
