import type { RasterSource } from '../../source.ts'
import { haloSource } from '../focal/halo.ts'

/** A pixel and its eight neighbours, row by row as they are stored: the pixel itself is the fifth. */
export type Nine = Float64Array

/**
 * A value for each pixel from the nine around and with it, read lazily; NaN where one of them is nodata or beyond the
 * grid, as gdaldem does, or where the value is too large for a pixel: heights beside nodata that nobody declared. `nine` is used again for the next pixel.
 */
export function overNine(
  source: RasterSource,
  value: (nine: Nine, col: number, row: number) => number,
): RasterSource {
  const nine = new Float64Array(9)
  return haloSource(source, 1, ({ data, width, height, col, row }, out) => {
    const wide = width - 2
    for (let down = 0; down < height - 2; down++) {
      for (let across = 0; across < wide; across++) {
        let sum = 0
        for (let line = 0; line < 3; line++) {
          const from = (down + line) * width + across
          for (let at = 0; at < 3; at++) sum += nine[line * 3 + at] = data[from + at]!
        }
        const found = sum === sum ? Math.fround(value(nine, col + 1 + across, row + 1 + down)) : NaN
        out[down * wide + across] = Number.isFinite(found) ? found : NaN
      }
    }
  })
}
