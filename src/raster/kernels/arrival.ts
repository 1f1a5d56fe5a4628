import { apply } from '../grid/affine.ts'
import type { Grid } from '../grid/grid.ts'
import { groundFrame } from '../grid/ground-frame.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { bearingOf } from './sectors.ts'

/** Sums of a plane t = a + b·col + c·row over pixels, from the middle of the grid, days from the first one met. */
export interface PlaneSums {
  readonly count: number
  readonly col: number
  readonly row: number
  readonly colCol: number
  readonly colRow: number
  readonly rowRow: number
  readonly day: number
  readonly dayDay: number
  readonly colDay: number
  readonly rowDay: number
  readonly first: number
  readonly earliest: number
  readonly latest: number
}

/** What a plane of arrival days needs. NaN is no arrival. */
export class PlaneReducer implements Reducer<PlaneSums> {
  private readonly grid: Grid
  private readonly sums = {
    count: 0, col: 0, row: 0, colCol: 0, colRow: 0, rowRow: 0, day: 0, dayDay: 0, colDay: 0, rowDay: 0,
    first: NaN, earliest: Infinity, latest: -Infinity,
  } // prettier-ignore

  constructor(grid: Grid) {
    this.grid = grid
  }

  add(values: Float32Array, window: Window): void {
    const { sums, grid } = this
    for (let line = 0; line < window.height; line++) {
      const row = window.row + line + 0.5 - grid.height / 2
      for (let index = line * window.width; index < (line + 1) * window.width; index++) {
        const value = values[index]!
        if (value !== value) continue
        if (sums.count === 0) sums.first = value
        const col = index - line * window.width + 0.5 - grid.width / 2
        const day = value - sums.first
        sums.count++
        sums.col += col
        sums.row += row
        sums.colCol += col * col
        sums.colRow += col * row
        sums.rowRow += row * row
        sums.day += day
        sums.dayDay += day * day
        sums.colDay += col * day
        sums.rowDay += row * day
        sums.earliest = Math.min(sums.earliest, value)
        sums.latest = Math.max(sums.latest, value)
      }
    }
  }

  result(): PlaneSums {
    return this.sums
  }
}

/** Which way, and how fast, arrival moved by the plane of least squares; errors are one standard error. */
export interface ArrivalPlane {
  /** Degrees clockwise from true north, in [0, 360). */
  readonly bearing: number
  readonly bearingError: number
  /** Metres a day. */
  readonly speed: number
  readonly speedError: number
  /** Share of the spread of days that the plane explains. */
  readonly explained: number
  /** Mean place of the pixels, in map units. */
  readonly centre: readonly [x: number, y: number]
}

/** Null where the pixels lie on one line, or all arrive at once. Standard errors take pixels as independent. */
export function arrivalPlane(sums: PlaneSums, grid: Grid): ArrivalPlane | null {
  const { count: n } = sums
  const [col, row, day] = [sums.col / n, sums.row / n, sums.day / n]
  const cc = sums.colCol - n * col * col
  const cr = sums.colRow - n * col * row
  const rr = sums.rowRow - n * row * row
  const ct = sums.colDay - n * col * day
  const rt = sums.rowDay - n * row * day
  const tt = sums.dayDay - n * day * day
  const determinant = cc * rr - cr * cr
  if (n < 4 || !(determinant > 1e-9 * (cc + rr) ** 2) || !(tt > 0)) return null
  const slope: readonly [number, number] = [
    (rr * ct - cr * rt) / determinant,
    (cc * rt - cr * ct) / determinant,
  ]
  const centre = apply(grid.transform, grid.width / 2 + col, grid.height / 2 + row)
  const toGround = groundGradient(grid, centre)
  const [east, north] = toGround(...slope)
  const steepness = Math.hypot(east, north)
  if (!(steepness > 0)) return null
  const rest = Math.max(0, tt - slope[0] * ct - slope[1] * rt)
  const variance = rest / (n - 3) / determinant
  // The covariance of the two slopes in pixels is variance · [[rr, −cr], [−cr, cc]]; taken to the ground by its columns.
  const [e1, n1] = toGround(rr, -cr)
  const [e2, n2] = toGround(-cr, cc)
  const [ee, en] = toGround(e1, e2)
  const [, nn] = toGround(n1, n2)
  const along = (east * east * ee + 2 * east * north * en + north * north * nn) * variance
  const across = (north * north * ee - 2 * east * north * en + east * east * nn) * variance
  return {
    bearing: bearingOf(east, north),
    bearingError: ((Math.sqrt(Math.max(0, across)) / steepness ** 2) * 180) / Math.PI,
    speed: 1 / steepness,
    speedError: Math.sqrt(Math.max(0, along)) / steepness ** 3,
    explained: 1 - rest / tt,
    centre,
  }
}

/** Gradients in days a pixel (columns, rows) to days a metre (true east, true north) at a place on the map. */
function groundGradient(
  grid: Grid,
  place: readonly [x: number, y: number],
): (alongCols: number, alongRows: number) => readonly [east: number, north: number] {
  const [a, b, , d, e] = grid.transform
  const frame = groundFrame(grid.crs, place)
  const [colEast, colNorth] = frame(place[0] + a, place[1] + d)
  const [rowEast, rowNorth] = frame(place[0] + b, place[1] + e)
  const determinant = colEast * rowNorth - rowEast * colNorth
  return (cols, rows) => [
    (rowNorth * cols - colNorth * rows) / determinant,
    (colEast * rows - rowEast * cols) / determinant,
  ]
}

/** Local directions of arrival, a step of one pixel each. */
export interface LocalArrival {
  /** Pixels with a gradient of their own. */
  readonly count: number
  /** Pixels all of whose neighbours burned on the same day, so that they tell no direction. */
  readonly level: number
  /** Mean direction in degrees clockwise from true north. */
  readonly bearing: number
  /** Length of the mean of unit vectors: 1 where all agree, 0 where they cancel. */
  readonly agreement: number
  /** Circular standard deviation √(−2 ln agreement), in degrees. */
  readonly spread: number
  /** One over the mean of days a metre. */
  readonly speed: number
}

/** Central differences of arrival days where the four neighbours are known. Keeps three rows. */
export class LocalArrivalReducer implements Reducer<LocalArrival> {
  private readonly toGround: (cols: number, rows: number) => readonly [number, number]
  private above: Float32Array | null = null
  private middle: Float32Array | null = null
  private count = 0
  private level = 0
  private sumEast = 0
  private sumNorth = 0
  private slowness = 0

  constructor(grid: Grid, centre: readonly [x: number, y: number]) {
    this.toGround = groundGradient(grid, centre)
  }

  add(values: Float32Array, { width, height }: Window): void {
    for (let line = 0; line < height; line++) {
      const below = values.slice(line * width, (line + 1) * width)
      if (this.above && this.middle) this.addRow(this.above, this.middle, below)
      this.above = this.middle
      this.middle = below
    }
  }

  result(): LocalArrival {
    const { count, level, sumEast, sumNorth, slowness } = this
    const agreement = Math.min(1, Math.hypot(sumEast, sumNorth) / count)
    return {
      count,
      level,
      bearing: bearingOf(sumEast, sumNorth),
      agreement,
      spread: (Math.sqrt(-2 * Math.log(agreement)) * 180) / Math.PI,
      speed: count / slowness,
    }
  }

  private addRow(above: Float32Array, middle: Float32Array, below: Float32Array): void {
    for (let col = 1; col + 1 < middle.length; col++) {
      const cols = (middle[col + 1]! - middle[col - 1]!) / 2
      const rows = (below[col]! - above[col]!) / 2
      if (!(Number.isFinite(cols) && Number.isFinite(rows)) || middle[col] !== middle[col]) continue
      if (cols === 0 && rows === 0) {
        this.level++
        continue
      }
      const [east, north] = this.toGround(cols, rows)
      const steepness = Math.hypot(east, north)
      this.count++
      this.sumEast += east / steepness
      this.sumNorth += north / steepness
      this.slowness += steepness
    }
  }
}
