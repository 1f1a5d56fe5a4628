import { mapSources } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { correlate } from './correlate.ts'

const ACROSS = [
  [-1, 0, 1],
  [-2, 0, 2],
  [-1, 0, 1],
] as const
const DOWN = [
  [-1, -2, -1],
  [0, 0, 0],
  [1, 2, 1],
] as const

/** Steps of the kernel's weights between its two sides: two pixels apart, four times. */
const WEIGHT = 8

/**
 * Length of the gradient by Sobel's kernels, in units of the raster a pixel. NaN where one of the eight neighbours is
 * nodata or beyond the grid.
 */
export function sobel(source: RasterSource): RasterSource {
  return mapSources([correlate(source, ACROSS), correlate(source, DOWN)], ([x, y], out) => {
    for (let at = 0; at < out.length; at++) out[at] = Math.hypot(x![at]!, y![at]!) / WEIGHT
  })
}
