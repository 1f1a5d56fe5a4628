import { INT_NODATA, type Window } from '../source.ts'
import type { Grid } from './grid.ts'

/**
 * Takes the data from what lies outside a grid: pixels of a window, read at a size, whose centre is beyond the grid's
 * edge. Changes `data` and gives it back.
 */
export function blankOutside<Data extends Float32Array | Float64Array | Int32Array>(
  data: Data,
  of: {
    readonly grid: Pick<Grid, 'width' | 'height'>
    readonly window: Window
    readonly size: { readonly width: number; readonly height: number }
  },
): Data {
  const { grid, window, size } = of
  const { col, row, width, height } = window
  const isWithin = col >= 0 && row >= 0 && col + width <= grid.width && row + height <= grid.height
  if (isWithin) return data
  const empty = data instanceof Int32Array ? INT_NODATA : NaN
  for (let down = 0; down < size.height; down++) {
    const y = row + ((down + 0.5) * height) / size.height
    const isRowOutside = y < 0 || y >= grid.height
    for (let across = 0; across < size.width; across++) {
      const x = col + ((across + 0.5) * width) / size.width
      if (isRowOutside || x < 0 || x >= grid.width) data[down * size.width + across] = empty
    }
  }
  return data
}
