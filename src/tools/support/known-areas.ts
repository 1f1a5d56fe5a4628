import { isAppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RowArea } from '../../raster/grid/row-area.ts'

/** Areas of the pixels; null where the CRS is not known, for tools that can count pixels all the same. */
export function knownAreas(grid: Grid): RowArea | null {
  try {
    return cellArea(grid)
  } catch (error) {
    if (isAppError(error) && error.code === 'crs_unknown') return null
    throw error
  }
}
