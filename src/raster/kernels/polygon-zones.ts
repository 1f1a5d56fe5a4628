import type { Grid } from '../grid/grid.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea, RowAreas } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { PolygonOnGrid } from './polygon-coverage.ts'
import type { CoverageRule, Polygon } from './polygon-coverage.ts'
import { ZoneTable } from './zone-table.ts'
import type { ZoneFigures } from './zone-table.ts'

export interface PolygonZone extends ZoneFigures {
  /** Share of the zone, in pixels, that holds no value; what lies beyond the grid is not counted. */
  readonly nodata: number
}

export interface PolygonZoneOptions {
  readonly rule: CoverageRule
  /** Without it zones have no area. */
  readonly rowArea?: RowArea
}

/** Areas of a row, and the column that a part of it begins in. */
interface RowPart {
  readonly areas: RowAreas
  readonly col: number
}

/**
 * Figures of a raster within polygons, each of one or several parts; polygons may overlap each other. By centres, or
 * each pixel weighted by the share of it that a polygon covers. Keeps five numbers a corner and eight a polygon, and
 * for the time of a block the shares of one polygon.
 */
export class PolygonZoneReducer implements Reducer<PolygonZone[]> {
  private readonly shapes: readonly PolygonOnGrid[]
  private readonly rule: CoverageRule
  private readonly rowArea: RowArea
  private readonly table: ZoneTable
  private readonly nodata: Float64Array

  constructor(
    grid: Grid,
    zones: readonly (readonly Polygon[])[],
    { rule, rowArea = () => NaN }: PolygonZoneOptions,
  ) {
    this.shapes = zones.map((polygons) => new PolygonOnGrid(polygons, grid))
    this.rule = rule
    this.rowArea = rowArea
    this.table = new ZoneTable(zones.length)
    this.nodata = new Float64Array(zones.length)
  }

  add(values: Float32Array, window: Window): void {
    for (const [zone, shape] of this.shapes.entries()) {
      const coverage = shape.coverage(this.rule, window)
      if (!coverage) continue
      const { col, row, width, height, shares } = coverage
      for (let line = 0; line < height; line++) {
        const from = (row - window.row + line) * window.width + col
        this.addRow(
          zone,
          values.subarray(from, from + width),
          shares.subarray(line * width, (line + 1) * width),
          { areas: this.rowArea(row + line), col },
        )
      }
    }
    this.table.settle()
  }

  result(): PolygonZone[] {
    return this.shapes.map((_, zone) => ({ ...this.table.figures(zone), nodata: this.nodata[zone]! }))
  }

  private addRow(zone: number, values: Float32Array, shares: Float64Array, on: RowPart): void {
    const { table } = this
    // As in zones.ts, the number is taken out of the loop.
    const [each, sums] = typeof on.areas === 'number' ? [on.areas, null] : [0, on.areas]
    for (let col = 0; col < shares.length; col++) {
      const share = shares[col]!
      if (share === 0) continue
      const value = values[col]!
      if (value === value) {
        const at = on.col + col
        table.add(zone, value, share, share * (sums === null ? each : areaOfRun(sums, at, at + 1)))
      } else this.nodata[zone]! += share
    }
  }
}
