import { apply } from '../grid/affine.ts'
import type { Crs, Grid } from '../grid/grid.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { forEachRun } from './runs.ts'

/**
 * Sums over pixel centres in pixels, taken from the middle of the grid so that squares keep their digits: count,
 * columns, rows, squares of columns, products, squares of rows.
 */
export interface Moments {
  readonly count: number
  readonly col: number
  readonly row: number
  readonly colCol: number
  readonly colRow: number
  readonly rowRow: number
}

/**
 * Adds a run of `length` pixels to six sums in the order of `Moments`, from `at` on. `middle` and `down` are the middle
 * of the run and of its row, in pixels from the middle of the grid.
 */
export function addRun(sums: Float64Array, at: number, length: number, middle: number, down: number): void {
  sums[at]! += length
  sums[at + 1]! += length * middle
  sums[at + 2]! += length * down
  // Σ x² of equally spaced x: the square of their middle and their own spread.
  sums[at + 3]! += length * middle * middle + (length * (length * length - 1)) / 12
  sums[at + 4]! += length * middle * down
  sums[at + 5]! += length * down * down
}

export function momentsAt(sums: Float64Array, at: number): Moments {
  return {
    count: sums[at]!,
    col: sums[at + 1]!,
    row: sums[at + 2]!,
    colCol: sums[at + 3]!,
    colRow: sums[at + 4]!,
    rowRow: sums[at + 5]!,
  }
}

/** Moments of the pixels inside a mask. */
export class MomentsReducer implements Reducer<Moments> {
  private readonly sums = new Float64Array(6)
  private readonly grid: Grid

  constructor(grid: Grid) {
    this.grid = grid
  }

  add(values: Float32Array, { row, width, height }: Window): void {
    for (let line = 0; line < height; line++) {
      const down = row + line + 0.5 - this.grid.height / 2
      forEachRun(values, { from: line * width, width }, (start, end) =>
        addRun(this.sums, 0, end - start, (start + end - width) / 2, down),
      )
    }
  }

  result(): Moments {
    return momentsAt(this.sums, 0)
  }
}

export interface Shape {
  /** Mean of the pixel centres in map units. */
  readonly centroid: readonly [x: number, y: number]
  /** Bearing of the longer axis in degrees clockwise from map north, in [0, 180): an axis points both ways. */
  readonly axisBearingDegrees: number
  /** Longer over shorter axis, √(λ1 / λ2); Infinity for a line, NaN where there is no axis. */
  readonly axisRatio: number
}

/**
 * Centroid and principal axis of pixel centres weighted equally, by the population covariance in metres on the map.
 * All NaN where the mask is empty; the axis alone where it has no direction (one pixel, a disc).
 */
export function shapeOf(moments: Moments, grid: Grid): Shape {
  const { count } = moments
  if (count === 0) return { centroid: [NaN, NaN], axisBearingDegrees: NaN, axisRatio: NaN }
  const [meanCol, meanRow] = [moments.col / count, moments.row / count]
  const centroid = apply(grid.transform, grid.width / 2 + meanCol, grid.height / 2 + meanRow)
  const colCol = moments.colCol / count - meanCol * meanCol
  const colRow = moments.colRow / count - meanCol * meanRow
  const rowRow = moments.rowRow / count - meanRow * meanRow
  const [east, north] = metresPerUnit(grid.crs, centroid[1])
  const [a, b, , d, e] = grid.transform
  const [colX, rowX, colY, rowY] = [a * east, b * east, d * north, e * north]
  const xx = colX * colX * colCol + 2 * colX * rowX * colRow + rowX * rowX * rowRow
  const yy = colY * colY * colCol + 2 * colY * rowY * colRow + rowY * rowY * rowRow
  const xy = colX * colY * colCol + (colX * rowY + rowX * colY) * colRow + rowX * rowY * rowRow
  return { centroid, ...principalAxis(xx, xy, yy) }
}

function principalAxis(xx: number, xy: number, yy: number): Omit<Shape, 'centroid'> {
  const half = (xx + yy) / 2
  const spread = Math.hypot((xx - yy) / 2, xy)
  // Rounding leaves a spread of about 1e-16 of the variance where the shape has no axis.
  if (!(spread > half * 1e-9)) return { axisBearingDegrees: NaN, axisRatio: half > 0 ? 1 : NaN }
  const shorter = half - spread
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  const bearing = 90 - (angle * 180) / Math.PI
  return {
    axisBearingDegrees: ((bearing % 180) + 180) % 180,
    axisRatio: shorter > half * 1e-12 ? Math.sqrt((half + spread) / shorter) : Infinity,
  }
}

const SEMI_MAJOR = 6378137
const ECCENTRICITY_SQUARED = 0.00669437999014

/**
 * Metres of one map unit eastwards and northwards at a place: the same for a projected map, those of WGS 84 at the
 * latitude `y` for one in degrees. NaN where the CRS is unknown.
 */
export function metresPerUnit(crs: Crs, y: number): readonly [east: number, north: number] {
  if (crs.kind !== 'geographic') return [crs.metresPerUnit, crs.metresPerUnit]
  const latitude = (y * Math.PI) / 180
  const root = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2
  const perRadian = SEMI_MAJOR / Math.sqrt(root)
  const degree = Math.PI / 180
  return [perRadian * Math.cos(latitude) * degree, ((perRadian * (1 - ECCENTRICITY_SQUARED)) / root) * degree]
}
