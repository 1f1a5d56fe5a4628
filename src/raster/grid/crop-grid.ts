import type { Window } from '../source.ts'
import { compose } from './affine.ts'
import type { Grid } from './grid.ts'

/** The grid of a window's pixels, where they are. */
export function cropGrid(grid: Grid, { col, row, width, height }: Window): Grid {
  return { width, height, crs: grid.crs, transform: compose([1, 0, col, 0, 1, row], grid.transform) }
}
