import { apply } from '../grid/affine.ts'
import type { Grid } from '../grid/grid.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'

export interface WeightedCentroid {
  /** Map units; NaN where nothing weighs. */
  readonly centre: readonly [x: number, y: number]
  /** Σ value · area. */
  readonly weight: number
  /** Pixels above 0, those at or below it, and those without data. */
  readonly weighing: number
  readonly notAbove: number
  readonly nodata: number
}

/** Centre of the pixels of a raster, each weighing its value times its area; values at or below 0 weigh nothing. */
export class WeightedCentroidReducer implements Reducer<WeightedCentroid> {
  private readonly grid: Grid
  private readonly rowArea: RowArea
  private readonly sums = { weight: 0, col: 0, row: 0, weighing: 0, notAbove: 0, nodata: 0 }

  constructor(grid: Grid, rowArea: RowArea) {
    this.grid = grid
    this.rowArea = rowArea
  }

  add(values: Float32Array, window: Window): void {
    const { sums, grid } = this
    for (let line = 0; line < window.height; line++) {
      const areas = this.rowArea(window.row + line)
      const down = window.row + line + 0.5 - grid.height / 2
      for (let col = 0; col < window.width; col++) {
        const value = values[line * window.width + col]!
        if (value !== value) sums.nodata++
        else if (value <= 0) sums.notAbove++
        else {
          const weight = value * areaOfRun(areas, col, col + 1)
          sums.weighing++
          sums.weight += weight
          sums.col += weight * (col + 0.5 - grid.width / 2)
          sums.row += weight * down
        }
      }
    }
  }

  result(): WeightedCentroid {
    const { weight, col, row, weighing, notAbove, nodata } = this.sums
    const { width, height, transform } = this.grid
    const centre = apply(transform, width / 2 + col / weight, height / 2 + row / weight)
    return { centre, weight, weighing, notAbove, nodata }
  }
}
