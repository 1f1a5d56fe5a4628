import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Affine, Grid } from '../../../src/raster/grid/grid.ts'
import { INT_NODATA, type RasterSource, type Window } from '../../../src/raster/source.ts'

const TRANSFORM: Affine = [10, 0, 500000, 0, -10, 4200000]

export const gridOf = (width: number, height: number, transform = TRANSFORM): Grid => ({
  width,
  height,
  crs: crsFromEpsg(32633),
  transform,
})

/** A raster by a formula of its columns and rows; never held whole, and it counts how often each row is read. */
export function formulaSource(
  grid: Grid,
  value: (col: number, row: number) => number,
): RasterSource & { readonly reads: Uint8Array } {
  const reads = new Uint8Array(grid.height)
  const values = ({ col, row, width, height }: Window) => {
    for (let at = row; at < row + height; at++) reads[at]!++
    return Float64Array.from({ length: width * height }, (_, index) =>
      value(col + (index % width), row + Math.floor(index / width)),
    )
  }
  return {
    grid,
    reads,
    blockSize: { width: grid.width, height: 100 },
    read: (window) => Promise.resolve(new Float32Array(values(window))),
    readInts: (window) =>
      Promise.resolve(Int32Array.from(values(window), (each) => (Number.isNaN(each) ? INT_NODATA : each))),
  }
}

const gap = (col: number, row: number) => (col + 3 * row) % 11 === 0
const cycle = (items: readonly number[]) => (col: number, row: number) =>
  items[(7 * col + 13 * row) % items.length]!
const withGaps =
  (value: (col: number, row: number) => number) =>
  (col: number, row: number): number =>
    gap(col, row) ? NaN : value(col, row)

/** Extremes of each type, sizes beside and on the tiles' edges, gaps. */
export const CASES = [
  { name: 'u8', type: 'uint8', nodata: 255, size: [1100, 700], value: withGaps(cycle([0, 1, 254, 77])) },
  { name: 'u8-no-nodata', type: 'uint8', nodata: null, size: [513, 1030], value: cycle([0, 255, 128]) },
  { name: 'u16', type: 'uint16', nodata: 0, size: [1024, 512], value: withGaps(cycle([1, 65535, 1234])) },
  {
    name: 'i16',
    type: 'int16',
    nodata: -32768,
    size: [700, 1025],
    value: withGaps(cycle([-32767, 32767, -1, 0])),
  },
  {
    name: 'i32',
    type: 'int32',
    nodata: -2147483648,
    size: [600, 520],
    // Numbers that float32 would round.
    value: withGaps(cycle([-2147483647, 2147483647, 16777217, -16777219, 0])),
  },
  {
    name: 'f32',
    type: 'float32',
    nodata: null,
    size: [1537, 1301],
    value: withGaps(cycle([-0, 0, 3.4028234663852886e38, 1e-45, 0.1, -1 / 3])),
  },
  {
    name: 'f32-infinite',
    type: 'float32',
    nodata: -9999,
    size: [520, 519],
    value: withGaps(cycle([Infinity, 1.5, -Infinity])),
  },
  { name: 'one-pixel', type: 'float32', nodata: null, size: [1, 1], value: () => 42.25 },
  { name: 'one-column', type: 'int16', nodata: -1, size: [1, 1300], value: (_: number, row: number) => row },
  { name: 'all-nodata', type: 'float32', nodata: null, size: [800, 600], value: () => NaN },
  { name: 'all-nodata-u8', type: 'uint8', nodata: 255, size: [512, 512], value: () => NaN },
] as const
