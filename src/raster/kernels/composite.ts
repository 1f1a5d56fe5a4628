import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { assertSameGrid } from '../blocks.ts'
import { readResized } from '../grid/resize.ts'
import type { RasterSource, Window } from '../source.ts'

/** Pixels of all sources held at once: 32 MB. */
const HELD_PIXELS = 1 << 23

/** Fills `out` from a window of all sources; reads them as it likes. */
type Fill = (window: Window, out: Float32Array, signal: AbortSignal | undefined) => Promise<void>

/**
 * The median of the valid pixels of each place over sources of one grid, the mean of the two middle ones for an even
 * number; NaN where none is valid. Windows are cut so that memory does not grow with the number of sources.
 */
export function medianOf(sources: readonly RasterSource[]): RasterSource {
  return stacked(sources, async (window, out, signal) => {
    const blocks = await Promise.all(sources.map((source) => source.read(window, { signal })))
    const held = new Float32Array(blocks.length)
    for (let at = 0; at < out.length; at++) {
      let count = 0
      for (let each = 0; each < blocks.length; each++) {
        const value = blocks[each]![at]!
        if (value === value) held[count++] = value
      }
      out[at] = middleOf(held, count)
    }
  })
}

/**
 * For each place the pixel of the source whose score is highest there, the first of equals; places where score or pixel
 * is nodata do not count. Sources and scores share one grid and come in pairs.
 */
export function bestOf(
  pairs: readonly { readonly source: RasterSource; readonly score: RasterSource }[],
): RasterSource {
  const all = pairs.flatMap(({ source, score }) => [source, score])
  return stacked(all, async (window, out, signal) => {
    const best = new Float32Array(out.length).fill(-Infinity)
    out.fill(NaN)
    for (const { source, score } of pairs) {
      throwIfAborted(signal)
      const [values, scores] = await Promise.all([
        source.read(window, { signal }),
        score.read(window, { signal }),
      ])
      for (let at = 0; at < out.length; at++) {
        if (scores[at]! > best[at]! && values[at] === values[at]) {
          best[at] = scores[at]!
          out[at] = values[at]!
        }
      }
    }
  })
}

function stacked(sources: readonly RasterSource[], fill: Fill): RasterSource {
  const [first, ...rest] = sources
  if (!first) throw new AppError('invalid_input', 'a composite was given no raster; give at least one')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const full = async (window: Window, signal: AbortSignal | undefined) => {
    const out = new Float32Array(window.width * window.height)
    for (const part of partsOf(window, sources.length)) {
      throwIfAborted(signal)
      const values = new Float32Array(part.width * part.height)
      await fill(part, values, signal)
      for (let row = 0; row < part.height; row++) {
        const line = values.subarray(row * part.width, (row + 1) * part.width)
        out.set(line, (part.row + row - window.row) * window.width + part.col - window.col)
      }
    }
    return out
  }
  return {
    grid: first.grid,
    blockSize: first.blockSize,
    read(window, options = {}) {
      const { size, resampling = 'nearest', signal } = options
      return size
        ? readResized((part) => full(part, signal), { window, size, resampling, signal })
        : full(window, signal)
    },
  }
}

/** Parts of a window that can be held of all sources at once: stripes of columns, cut by rows where one is too long. */
function partsOf(window: Window, sources: number): Window[] {
  const most = Math.max(1, Math.floor(HELD_PIXELS / sources))
  const width = Math.min(window.width, Math.max(NARROW, Math.floor(most / window.height)))
  const height = Math.min(window.height, Math.max(1, Math.floor(most / width)))
  const parts: Window[] = []
  for (let col = 0; col < window.width; col += width) {
    for (let row = 0; row < window.height; row += height) {
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

/** Fewest columns that are worth a read of their own. */
const NARROW = 256

/** The median of the first `count` numbers, which it sorts by insertion where they are few. */
function middleOf(held: Float32Array, count: number): number {
  if (count === 0) return NaN
  if (count > FEW) held.subarray(0, count).sort()
  else {
    for (let next = 1; next < count; next++) {
      const value = held[next]!
      let at = next
      for (; at > 0 && held[at - 1]! > value; at--) held[at] = held[at - 1]!
      held[at] = value
    }
  }
  const half = count >> 1
  return count % 2 === 1 ? held[half]! : (held[half - 1]! + held[half]!) / 2
}

/** Numbers that are sorted by insertion sooner than by a call. */
const FEW = 24
