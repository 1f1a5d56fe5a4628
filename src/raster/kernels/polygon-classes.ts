import type { Grid } from '../grid/grid.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { PolygonOnGrid } from './polygon-coverage.ts'
import type { CoverageRule, Polygon } from './polygon-coverage.ts'

export interface ClassShare {
  /** Pixels, or shares of them. */
  readonly pixels: number
  readonly area: number
}

/** Pixels and areas of each code within each of some polygons, which may overlap; NaN pixels have code null. */
export class PolygonClassReducer implements Reducer<readonly ReadonlyMap<number | null, ClassShare>[]> {
  private readonly shapes: readonly PolygonOnGrid[]
  private readonly rule: CoverageRule
  private readonly rowArea: RowArea
  private readonly sums: readonly Map<number | null, { pixels: number; area: number }>[]

  constructor(
    grid: Grid,
    zones: readonly (readonly Polygon[])[],
    { rule, rowArea }: { readonly rule: CoverageRule; readonly rowArea: RowArea },
  ) {
    this.shapes = zones.map((polygons) => new PolygonOnGrid(polygons, grid))
    this.rule = rule
    this.rowArea = rowArea
    this.sums = zones.map(() => new Map())
  }

  add(values: Float32Array, window: Window): void {
    for (const [zone, shape] of this.shapes.entries()) {
      const coverage = shape.coverage(this.rule, window)
      if (!coverage) continue
      const { col, row, width, height, shares } = coverage
      const sums = this.sums[zone]!
      for (let line = 0; line < height; line++) {
        const areas = this.rowArea(row + line)
        const from = (row - window.row + line) * window.width + col
        for (let at = 0; at < width; at++) {
          const share = shares[line * width + at]!
          if (share === 0) continue
          const value = values[from + at]!
          const code = value === value ? value : null
          const sum = sums.get(code) ?? { pixels: 0, area: 0 }
          sum.pixels += share
          sum.area += share * areaOfRun(areas, col + at, col + at + 1)
          sums.set(code, sum)
        }
      }
    }
  }

  result(): readonly ReadonlyMap<number | null, ClassShare>[] {
    return this.sums
  }
}
