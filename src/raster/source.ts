import type { Grid } from './grid/grid.ts'

/** A rectangle of pixels of a grid. May reach beyond the grid: what lies outside reads as nodata. */
export interface Window {
  readonly col: number
  readonly row: number
  readonly width: number
  readonly height: number
}

/**
 * How values are taken on to other pixels. 'nearest', 'bilinear' and 'cubic' look at the centre of the new pixel, the
 * others at its whole area, for coarsening. 'nearest' and 'mode' suit classes, the others values.
 */
export type Resampling = PointResampling | AreaResampling
export type PointResampling = 'nearest' | 'bilinear' | 'cubic'
export type AreaResampling = 'average' | 'mode' | 'min' | 'max' | 'median'

export interface ReadOptions {
  /** Size of the result; the window's own size where absent. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Default 'nearest'. */
  readonly resampling?: Resampling
  readonly signal?: AbortSignal | undefined
}

/**
 * One band of pixels on a grid, read lazily by windows.
 * `read` gives physical units (scale and offset applied), row-major, nodata and masked pixels NaN.
 */
export interface RasterSource {
  readonly grid: Grid
  /** The size of block that is cheapest to read; work walks the grid in multiples of it. */
  readonly blockSize: { readonly width: number; readonly height: number }
  read(window: Window, options?: ReadOptions): Promise<Float32Array>
  /** Unscaled integers of class and bit rasters; nodata is INT_NODATA. Throws invalid_input for float files. */
  readInts?(window: Window, options?: ReadOptions): Promise<Int32Array>
}

/** Stands for nodata in what `readInts` gives. */
export const INT_NODATA = -2147483648

export function wholeWindow(grid: { readonly width: number; readonly height: number }): Window {
  return { col: 0, row: 0, width: grid.width, height: grid.height }
}
