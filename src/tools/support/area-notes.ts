import { isStretched } from '../../raster/grid/cell-area.ts'
import type { Grid } from '../../raster/grid/grid.ts'

/** What is to be said of areas on a grid. */
export const areaNotes = (grid: Grid): readonly string[] =>
  isStretched(grid)
    ? [
        'The map of this data stretches areas; they were corrected to what they are on the ground, pixel by pixel.',
      ]
    : []
