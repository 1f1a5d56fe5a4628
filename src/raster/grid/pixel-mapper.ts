import type { Window } from '../source.ts'
import { apply, compose, invert, pixelSize } from './affine.ts'
import type { Grid } from './grid.ts'
import { convert, type Project } from './lon-lat.ts'
import type { Positions } from './resample.ts'

/** Pixels a side of the largest cells within which positions are interpolated between systems. */
const CELL = 128
/** Pixels a side of the cells that are no longer divided: each pixel of them is placed by itself. */
const SMALLEST = 8
/** Part of the allowed error that the checked points of a cell may show: others of its points may be worse. */
const CHECKED = 0.5

/** Positions of one grid's pixels on another, in pixels from the outer corner of its first. */
export interface PixelMapper {
  /**
   * Writes the positions of the centres of a window's pixels, row-major, from the start of both lists. NaN where the
   * other system has no answer, beyond this grid, and where a position is known to be far outside the other. They do not
   * depend on the window that is asked for.
   */
  centres(window: Window, positions: Positions): void
  /** Set where the grids share axes: x = step · col + start, y = step · row + start. */
  readonly axes: { readonly x: Axis; readonly y: Axis } | null
  /** The sides of a box on the other grid that spreads as far as a pixel of this does; the largest about a window. */
  footprint(window: Window): { readonly width: number; readonly height: number }
}

export interface Axis {
  readonly step: number
  readonly start: number
  /** Pixels of the other grid in a whole turn where this may have to be taken off; else 0. */
  readonly turn: number
}

/**
 * Positions of the pixels of `from` on `to`. Between systems they are interpolated over cells, each of which is divided
 * until its error, in pixels of `to`, stays under `maxError` (checked at 13 points against half of it); 0 places each
 * pixel by itself. Throws crs_unknown where the systems differ and one is not known.
 */
export function pixelMapper(from: Grid, to: Grid, maxError: number): PixelMapper {
  return from.crs.id === to.crs.id ? affineMapper(from, to) : curvedMapper(from, to, maxError)
}

/** Longitudes of a grid may run from 0 to 360 or beyond 180: the whole turns to take off to come nearest its middle. */
function turnsOf({ crs, transform, width, height }: Grid): (longitude: number) => number {
  if (crs.kind !== 'geographic') return () => 0
  const [middle] = apply(transform, width / 2, height / 2)
  return (longitude) => Math.round((longitude - middle) / 360)
}

function affineMapper(from: Grid, to: Grid): PixelMapper {
  const inverse = invert(to.transform)
  const turns = turnsOf(to)
  const found = corners(from).map(([col, row]) => turns(apply(from.transform, col, row)[0]))
  // Turns that all pixels share are taken off once; others pixel by pixel.
  const isTurned = found.some((each) => each !== found[0])
  const [turnX, turnY] = [360 * inverse[0], 360 * inverse[3]]
  const shared = isTurned ? 0 : found[0]!
  const composed = compose(from.transform, inverse)
  const [a, b, , d, e] = composed
  const [c, f] = [composed[2] - shared * turnX, composed[5] - shared * turnY]
  // Axes that agree up to rounding agree.
  const isStraight = Math.max(Math.abs(b), Math.abs(d)) < 1e-9 * Math.max(Math.abs(a), Math.abs(e))
  return {
    centres(window, positions) {
      const { xs, ys } = positions
      clear(positions, window)
      const { left, right, top, bottom } = within(window, from)
      for (let row = top; row < bottom; row++) {
        let at = (row - window.row) * window.width + left - window.col
        const [startX, startY] = [b * (row + 0.5) + c, e * (row + 0.5) + f]
        for (let col = left; col < right; col++, at++) {
          xs[at] = a * (col + 0.5) + startX
          ys[at] = d * (col + 0.5) + startY
          if (isTurned) {
            const whole = turns(apply(from.transform, col + 0.5, row + 0.5)[0])
            xs[at] = xs[at]! - whole * turnX
            ys[at] = ys[at]! - whole * turnY
          }
        }
      }
    },
    axes: isStraight
      ? { x: { step: a, start: c, turn: isTurned ? turnX : 0 }, y: { step: e, start: f, turn: 0 } }
      : null,
    footprint: () => ({ width: Math.hypot(a, b), height: Math.hypot(d, e) }),
  }
}

type Point = readonly [x: number, y: number]
/** Position of a place of the one grid on the other. */
type Place = (col: number, row: number) => Point

const NOWHERE: Point = [NaN, NaN]

function curvedMapper(from: Grid, to: Grid, maxError: number): PixelMapper {
  const { place, placeChecked } = placing(from, to)
  return {
    centres(window, positions) {
      clear(positions, window)
      const wanted = within(window, from)
      const filling: Filling = { window, wanted, positions, place, placeChecked, to, maxError }
      for (let row = CELL * Math.floor(wanted.top / CELL); row < wanted.bottom; row += CELL) {
        for (let col = CELL * Math.floor(wanted.left / CELL); col < wanted.right; col += CELL) {
          const width = Math.min(CELL, from.width - col)
          fillCell(filling, { col, row, width, height: Math.min(CELL, from.height - row) })
        }
      }
    },
    axes: null,
    footprint(window) {
      let [width, height] = [0, 0]
      for (const [across, down] of FOOTPRINT_POINTS) {
        const at = [window.col + across * window.width, window.row + down * window.height] as const
        const [alongRow, alongColumn] = [stepOf(place, at, [1, 0]), stepOf(place, at, [0, 1])]
        width = Math.max(width, Math.hypot(alongRow[0], alongColumn[0]))
        height = Math.max(height, Math.hypot(alongRow[1], alongColumn[1]))
      }
      return { width, height }
    },
  }
}

/** Places in a window at which its pixels are measured, as parts of its sides: near a pole they change within a few pixels. */
const FOOTPRINT_STEPS = 8
const FOOTPRINT_POINTS = Array.from({ length: (FOOTPRINT_STEPS + 1) ** 2 }, (_, index) => [
  (index % (FOOTPRINT_STEPS + 1)) / FOOTPRINT_STEPS,
  Math.floor(index / (FOOTPRINT_STEPS + 1)) / FOOTPRINT_STEPS,
]) as readonly Point[]

/** A step on the other grid; none where there is no answer. Of both ways the shorter: a seam lies on one only. */
function stepOf(place: Place, [x, y]: Point, [stepX, stepY]: Point): Point {
  const here = place(x, y)
  const steps = [place(x + stepX, y + stepY), place(x - stepX, y - stepY)]
    .map((there) => [there[0] - here[0], there[1] - here[1]] as const)
    .filter((step) => Number.isFinite(step[0]) && Number.isFinite(step[1]))
    .sort((first, second) => Math.hypot(...first) - Math.hypot(...second))
  return steps[0] ?? [0, 0]
}

function placing(from: Grid, to: Grid): { readonly place: Place; readonly placeChecked: Place } {
  const inverse = invert(to.transform)
  const turns = turnsOf(to)
  const project = convert(from.crs, to.crs)
  const onGrid = ([x, y]: Point) => apply(inverse, x - 360 * turns(x), y)
  const isAnswer = returning(from, convert(to.crs, from.crs))
  return {
    place: (col, row) => onGrid(project(...apply(from.transform, col, row))),
    placeChecked(col, row) {
      const map = apply(from.transform, col, row)
      const there = project(...map)
      return isAnswer(map, there) ? onGrid(there) : NOWHERE
    },
  }
}

/** Beyond the edge of the globe projections give places that lie elsewhere: a place counts if it leads back. */
function returning({ crs, transform }: Grid, back: Project): (map: Point, there: Point) => boolean {
  const { width, height } = pixelSize(transform)
  const isGeographic = crs.kind === 'geographic'
  // No less than what conversions between datums may be off by, there and back: about a metre.
  const least = isGeographic ? 1e-5 : 1 / (crs.metresPerUnit || 1)
  const tolerance = Math.max(width, height, least)
  return ([x, y], there) => {
    if (!Number.isFinite(there[0]) || !Number.isFinite(there[1])) return false
    const [backX, backY] = back(...there)
    let off = backX - x
    // Meridians meet at the poles.
    if (isGeographic) off = (off - 360 * Math.round(off / 360)) * Math.cos((y * Math.PI) / 180)
    return Math.abs(off) <= tolerance && Math.abs(backY - y) <= tolerance
  }
}

interface Filling {
  readonly window: Window
  /** The part of the window that lies on the grid. */
  readonly wanted: Bounds
  readonly positions: Positions
  readonly place: Place
  readonly placeChecked: Place
  readonly to: Grid
  readonly maxError: number
}

interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Shares of a cell's sides at which it is looked at: its corners, then the points where it is checked. */
const LOOKED_AT = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
  [1, 0.5],
  [0.5, 1],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

/** Fills the wanted part of a cell: interpolated where that is good enough, else by its parts. */
function fillCell(filling: Filling, cell: Window): void {
  const { wanted, placeChecked, place, to, maxError } = filling
  const part = cut(wanted, cell)
  if (part.left >= part.right || part.top >= part.bottom) return
  const points = LOOKED_AT.map(([across, down]) =>
    placeChecked(cell.col + 0.5 + across * (cell.width - 1), cell.row + 0.5 + down * (cell.height - 1)),
  )
  const isAnswered = points.every(([x]) => !Number.isNaN(x))
  if (isAnswered && isFarFrom(to, points)) return
  if (isAnswered && maxError > 0 && errorOf(points) <= CHECKED * maxError) interpolate(filling, cell, points)
  else if (isAnswered && maxError === 0) placeEach(filling, part, place)
  else if (cell.width <= SMALLEST && cell.height <= SMALLEST) placeEach(filling, part, placeChecked)
  else for (const quarter of quarters(cell)) fillCell(filling, quarter)
}

/** True where points lie beyond one side of a grid by more than they lie apart. */
function isFarFrom({ width, height }: Grid, points: readonly Point[]): boolean {
  const isBeyond = (axis: 0 | 1, length: number) => {
    const values = points.map((point) => point[axis])
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const apart = most - least + 2
    return most + apart < 0 || least - apart > length
  }
  return isBeyond(0, width) || isBeyond(1, height)
}

/** The greatest distance of a checked point from where its corners would have it. */
function errorOf(points: readonly Point[]): number {
  let worst = 0
  for (let index = 4; index < points.length; index++) {
    const [across, down] = LOOKED_AT[index]!
    const [x, y] = between(points, across, down)
    worst = Math.max(worst, Math.hypot(points[index]![0] - x, points[index]![1] - y))
  }
  return worst
}

function between(points: readonly Point[], across: number, down: number): Point {
  const [nw, ne, sw, se] = [points[0]!, points[1]!, points[2]!, points[3]!]
  const at = (axis: 0 | 1) =>
    (nw[axis] * (1 - across) + ne[axis] * across) * (1 - down) +
    (sw[axis] * (1 - across) + se[axis] * across) * down
  return [at(0), at(1)]
}

function interpolate(
  { wanted, window, positions: { xs, ys } }: Filling,
  cell: Window,
  points: readonly Point[],
): void {
  const { left, right, top, bottom } = cut(wanted, cell)
  const [stepsX, stepsY] = [Math.max(1, cell.width - 1), Math.max(1, cell.height - 1)]
  for (let row = top; row < bottom; row++) {
    const down = (row - cell.row) / stepsY
    const [startX, startY] = between(points, 0, down)
    const [endX, endY] = between(points, 1, down)
    const [stepX, stepY] = [(endX - startX) / stepsX, (endY - startY) / stepsX]
    let at = (row - window.row) * window.width + left - window.col
    for (let col = left - cell.col; col < right - cell.col; col++, at++) {
      xs[at] = startX + col * stepX
      ys[at] = startY + col * stepY
    }
  }
}

function placeEach({ window, positions: { xs, ys } }: Filling, part: Bounds, place: Place): void {
  for (let row = part.top; row < part.bottom; row++) {
    let at = (row - window.row) * window.width + part.left - window.col
    for (let col = part.left; col < part.right; col++, at++) {
      const [x, y] = place(col + 0.5, row + 0.5)
      xs[at] = x
      ys[at] = y
    }
  }
}

/** A cell in up to four parts, none of them divided below the smallest. */
function quarters({ col, row, width, height }: Window): Window[] {
  const [columns, rows] = [halves(width), halves(height)]
  return rows.flatMap(([top, high]) =>
    columns.map(([left, wide]) => ({ col: col + left, row: row + top, width: wide, height: high })),
  )
}

function halves(length: number): (readonly [start: number, length: number])[] {
  if (length <= SMALLEST) return [[0, length]]
  const first = Math.ceil(length / 2)
  return [
    [0, first],
    [first, length - first],
  ]
}

function clear({ xs, ys }: Positions, { width, height }: Window): void {
  xs.fill(NaN, 0, width * height)
  ys.fill(NaN, 0, width * height)
}

function within(window: Window, { width, height }: Grid): Bounds {
  return cut({ left: 0, top: 0, right: width, bottom: height }, window)
}

function cut({ left, top, right, bottom }: Bounds, { col, row, width, height }: Window): Bounds {
  return {
    left: Math.max(left, col),
    top: Math.max(top, row),
    right: Math.min(right, col + width),
    bottom: Math.min(bottom, row + height),
  }
}

function corners({ width, height }: Grid): readonly Point[] {
  return [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ]
}
