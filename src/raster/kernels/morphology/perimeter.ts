import { apply } from '../../grid/affine.ts'
import type { Grid } from '../../grid/grid.ts'
import { mapScale } from '../../grid/map-scale.ts'
import type { Reducer } from '../../reduce.ts'
import type { Window } from '../../source.ts'

export interface Perimeter {
  /** Metres of pixel sides between inside and outside. */
  readonly outside: number
  /** Metres of pixel sides between inside and no data or the edge of the grid. */
  readonly edge: number
}

/**
 * Length of the outline of a mask along the sides of its pixels; a slanted line is longer that way than as the crow
 * flies. Keeps one row. Lengths are taken in the middle column. Throws what `mapScale` throws.
 */
export class PerimeterReducer implements Reducer<Perimeter> {
  private readonly grid: Grid
  private readonly scale: ReturnType<typeof mapScale>
  private readonly above: Float32Array
  private outside = 0
  private edge = 0

  constructor(grid: Grid) {
    this.grid = grid
    this.scale = mapScale(grid)
    this.above = new Float32Array(grid.width).fill(NaN)
  }

  add(values: Float32Array, { row, width, height }: Window): void {
    for (let line = 0; line < height; line++)
      this.addRow(values.subarray(line * width, (line + 1) * width), row + line)
  }

  result(): Perimeter {
    this.across(new Float32Array(this.grid.width).fill(NaN), this.grid.height)
    this.above.fill(NaN)
    return { outside: this.outside, edge: this.edge }
  }

  private addRow(values: Float32Array, row: number): void {
    this.across(values, row)
    const { width, transform } = this.grid
    let [sides, ends] = [0, 0]
    let before = NaN
    for (let col = 0; col <= width; col++) {
      const value = col < width ? values[col]! : NaN
      if (value > 0 !== before > 0) {
        if (value === value && before === before) sides++
        else ends++
      }
      before = value
    }
    const length = this.length(transform[1], transform[4], row + 0.5)
    this.outside += sides * length
    this.edge += ends * length
    this.above.set(values)
  }

  /** Sides between a row and the one above it. */
  private across(values: Float32Array, row: number): void {
    const { above } = this
    const { transform } = this.grid
    let [sides, ends] = [0, 0]
    for (let col = 0; col < values.length; col++) {
      const [value, other] = [values[col]!, above[col]!]
      if (value > 0 === other > 0) continue
      if (value === value && other === other) sides++
      else ends++
    }
    const length = this.length(transform[0], transform[3], row)
    this.outside += sides * length
    this.edge += ends * length
  }

  private length(x: number, y: number, row: number): number {
    const [east, north] = this.scale(apply(this.grid.transform, this.grid.width / 2, row)[1])
    return Math.hypot(x * east, y * north)
  }
}
