import { walkBlocks } from '../../blocks.ts'
import type { WalkOptions } from '../../blocks.ts'
import { blankOutside } from '../../grid/blank-outside.ts'
import { readResized } from '../../grid/resize.ts'
import type { RasterSource, Window } from '../../source.ts'

/** Rows to the nearest inside pixel of a column where it has none. */
const NONE = 0xffff

/**
 * Distance from each pixel's centre to that of the nearest inside pixel, exact (Felzenszwalb and Huttenlocher,
 * doi:10.4086/toc.2012.v008a019); 0 inside, NaN where the mask has no data. `sides`: lengths of a pixel's sides.
 * Keeps 2 bytes a pixel, so the caller bounds the size; the grid is lower than 65,535 rows. Null for an empty mask.
 */
export async function distanceTo(
  mask: RasterSource,
  sides: { readonly across: number; readonly down: number },
  options?: WalkOptions,
): Promise<RasterSource | null> {
  const { grid } = mask
  const { width, height } = grid
  const rows = new Uint16Array(width * height).fill(NONE)
  let inside = 0
  await walkBlocks(
    [mask],
    ([values], { row, height: lines }) => {
      for (let line = 0; line < lines; line++) {
        for (let col = 0; col < width; col++) {
          const at = (row + line) * width + col
          if (values![line * width + col]! > 0) {
            rows[at] = 0
            inside++
          } else if (row + line > 0 && rows[at - width]! !== NONE) rows[at] = rows[at - width]! + 1
        }
      }
    },
    options,
  )
  if (inside === 0) return null
  for (let at = rows.length - width - 1; at >= 0; at--) {
    const below = rows[at + width]!
    if (below !== NONE && below + 1 < rows[at]!) rows[at] = below + 1
  }
  const full = async (window: Window, signal: AbortSignal | undefined) => {
    const values = await mask.read(window, { signal })
    const out = new Float32Array(values.length)
    const line = new Float64Array(width)
    const envelope = { places: new Int32Array(width), bounds: new Float64Array(width + 1) }
    for (let down = 0; down < window.height; down++) {
      const row = window.row + down
      if (row < 0 || row >= height) continue
      lowest(rows.subarray(row * width, (row + 1) * width), { sides, envelope, line })
      for (let across = 0; across < window.width; across++) {
        const at = down * window.width + across
        out[at] = Number.isNaN(values[at]) ? NaN : Math.sqrt(line[window.col + across] ?? NaN)
      }
    }
    return blankOutside(out, { grid, window, size: window })
  }
  return {
    grid,
    blockSize: { width, height: mask.blockSize.height },
    read(window, { size, resampling = 'nearest', signal } = {}) {
      return size && (size.width !== window.width || size.height !== window.height)
        ? readResized((part) => full(part, signal), { window, size, resampling, signal })
        : full(window, signal)
    },
  }
}

/** Squared distances along one row: the lower envelope of a parabola over each column that has an inside pixel. */
function lowest(
  rows: Uint16Array,
  {
    sides: { across, down },
    envelope: { places, bounds },
    line,
  }: {
    readonly sides: { readonly across: number; readonly down: number }
    readonly envelope: { readonly places: Int32Array; readonly bounds: Float64Array }
    readonly line: Float64Array
  },
): void {
  const height = (col: number) => (rows[col]! * down) ** 2
  const square = across * across
  let last = -1
  for (let col = 0; col < rows.length; col++) {
    if (rows[col] === NONE) continue
    let meet = -Infinity
    while (last >= 0) {
      const other = places[last]!
      meet = (height(col) - height(other)) / (2 * square * (col - other)) + (col + other) / 2
      if (meet > bounds[last]!) break
      last--
    }
    if (last < 0) meet = -Infinity
    places[++last] = col
    bounds[last] = meet
  }
  let place = 0
  for (let col = 0; col < rows.length; col++) {
    while (place < last && bounds[place + 1]! < col) place++
    const at = places[place]!
    line[col] = square * (col - at) ** 2 + height(at)
  }
}
