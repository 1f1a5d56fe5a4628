import type { Window } from '../source.ts'
import { apply, compose, invert } from './affine.ts'
import type { Affine, Grid } from './grid.ts'
import { convert } from './lon-lat.ts'

/** Pixels a side of the cells within which positions are interpolated between systems. */
const CELL = 16
/** Source pixels by which an interpolated position may be off; cells that are worse are computed point by point. */
const TOLERANCE = 0.005

/** Positions of one grid's pixels on another, in pixels from the outer corner of its first. */
export interface PixelMapper {
  /** Calls `visit` for the centre of each pixel of a window; positions without an answer are passed over. */
  forCentres(window: Window, visit: (col: number, row: number, x: number, y: number) => void): void
  /** The part of the other grid that a window needs, with a pixel around; null where they do not meet. */
  boxOf(window: Window): Window | null
  /** Set where the grids share axes: x = step · col + start, y = step · row + start. */
  readonly scales: { readonly x: Scale; readonly y: Scale } | null
  /** Pixels of the other grid along one of this, about the middle of a window. */
  coarsening(window: Window): number
  /** The same for a grid of `points` × `points` parts of each pixel. */
  refined(points: number): PixelMapper
}

interface Scale {
  readonly step: number
  readonly start: number
}

export function pixelMapper(from: Grid, to: Grid): PixelMapper {
  const inverse = invert(to.transform)
  const isSame = from.crs.id === to.crs.id
  if (isSame) return affineMapper(compose(from.transform, inverse), to)
  const project = convert(from.crs, to.crs)
  const turns = turnsAround(to)
  return curvedMapper((col, row) => {
    const [x, y] = project(...apply(from.transform, col, row))
    return apply(inverse, x - turns(x), y)
  }, to)
}

/** Longitudes of a grid may run from 0 to 360 or beyond 180: whole turns are taken off to come nearest its middle. */
function turnsAround({ crs, transform, width, height }: Grid): (longitude: number) => number {
  if (crs.kind !== 'geographic') return () => 0
  const [middle] = apply(transform, width / 2, height / 2)
  return (longitude) => 360 * Math.round((longitude - middle) / 360)
}

type Place = (col: number, row: number) => readonly [x: number, y: number]

function affineMapper(transform: Affine, to: Grid): PixelMapper {
  const [a, b, c, d, e, f] = transform
  const place: Place = (col, row) => [a * col + b * row + c, d * col + e * row + f]
  // Axes that agree up to rounding agree.
  const isStraight = Math.max(Math.abs(b), Math.abs(d)) < 1e-9 * Math.max(Math.abs(a), Math.abs(e))
  return {
    forCentres({ col: left, row: top, width, height }, visit) {
      for (let row = top; row < top + height; row++) {
        for (let col = left; col < left + width; col++) {
          visit(col, row, a * (col + 0.5) + b * (row + 0.5) + c, d * (col + 0.5) + e * (row + 0.5) + f)
        }
      }
    },
    boxOf: (window) =>
      boxAround(
        corners(window).map(([col, row]) => place(col, row)),
        to,
      ),
    scales: isStraight ? { x: { step: a, start: c }, y: { step: e, start: f } } : null,
    coarsening: () => Math.max(Math.hypot(a, d), Math.hypot(b, e)),
    refined: (points) => affineMapper([a / points, b / points, c, d / points, e / points, f], to),
  }
}

function curvedMapper(place: Place, to: Grid): PixelMapper {
  return {
    forCentres(window, visit) {
      for (let top = window.row; top < window.row + window.height; top += CELL) {
        for (let left = window.col; left < window.col + window.width; left += CELL) {
          const width = Math.min(CELL, window.col + window.width - left)
          const height = Math.min(CELL, window.row + window.height - top)
          visitCell(place, { col: left, row: top, width, height }, visit)
        }
      }
    },
    boxOf(window) {
      const points: (readonly [number, number])[] = []
      const steps = [Math.ceil(window.width / CELL), Math.ceil(window.height / CELL)] as const
      for (let down = 0; down <= steps[1]; down++) {
        for (let across = 0; across <= steps[0]; across++) {
          const col = window.col + Math.min(window.width, across * CELL)
          points.push(place(col, window.row + Math.min(window.height, down * CELL)))
        }
      }
      return boxAround(points, to)
    },
    scales: null,
    coarsening({ col, row, width, height }) {
      const [x, y] = [col + width / 2, row + height / 2]
      const [origin, right, below] = [place(x, y), place(x + 1, y), place(x, y + 1)]
      const ratio = Math.max(
        Math.hypot(right[0] - origin[0], right[1] - origin[1]),
        Math.hypot(below[0] - origin[0], below[1] - origin[1]),
      )
      return Number.isFinite(ratio) ? ratio : 1
    },
    refined: (points) => curvedMapper((col, row) => place(col / points, row / points), to),
  }
}

/** Interpolates between the cell's corner centres where that is right at its middle, else places each pixel. */
function visitCell(
  place: Place,
  { col, row, width, height }: Window,
  visit: (col: number, row: number, x: number, y: number) => void,
): void {
  const [right, bottom] = [col + width - 1, row + height - 1]
  const [nw, ne, sw, se] = [
    place(col + 0.5, row + 0.5),
    place(right + 0.5, row + 0.5),
    place(col + 0.5, bottom + 0.5),
    place(right + 0.5, bottom + 0.5),
  ]
  const between = (across: number, down: number, axis: 0 | 1) =>
    (nw[axis] * (1 - across) + ne[axis] * across) * (1 - down) +
    (sw[axis] * (1 - across) + se[axis] * across) * down
  const middle = place((col + right + 1) / 2, (row + bottom + 1) / 2)
  const error = Math.hypot(between(0.5, 0.5, 0) - middle[0], between(0.5, 0.5, 1) - middle[1])
  const isSmooth = error <= TOLERANCE
  for (let down = 0; down < height; down++) {
    const y = height > 1 ? down / (height - 1) : 0
    for (let across = 0; across < width; across++) {
      const x = width > 1 ? across / (width - 1) : 0
      const [atX, atY] = isSmooth
        ? [between(x, y, 0), between(x, y, 1)]
        : place(col + across + 0.5, row + down + 0.5)
      if (Number.isFinite(atX) && Number.isFinite(atY)) visit(col + across, row + down, atX, atY)
    }
  }
}

function corners({ col, row, width, height }: Window): readonly (readonly [number, number])[] {
  return [
    [col, row],
    [col + width, row],
    [col, row + height],
    [col + width, row + height],
  ]
}

function boxAround(
  points: readonly (readonly [x: number, y: number])[],
  { width, height }: Grid,
): Window | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const col = Math.max(0, Math.floor(left) - 1)
  const row = Math.max(0, Math.floor(top) - 1)
  const box = {
    col,
    row,
    width: Math.min(width, Math.ceil(right) + 1) - col,
    height: Math.min(height, Math.ceil(bottom) + 1) - row,
  }
  return box.width > 0 && box.height > 0 ? box : null
}
