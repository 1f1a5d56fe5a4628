import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../blocks.ts'
import { apply, compose, invert } from './affine.ts'
import type { Affine, Grid } from './grid.ts'
import { convert } from './lon-lat.ts'

/** Steps along each side of a grid whose points are placed on another system. */
const STEPS = 20

/**
 * The smallest grid with the pixels of the first of some grids that holds them all. Longitudes are turned so that grids on
 * both sides of the antimeridian come to lie side by side. Throws invalid_input for none and for grids of which no place
 * can be told in the first one's system, crs_unknown where systems differ and one is not known.
 */
export function unionGrid(grids: readonly Grid[]): Grid {
  const [first, ...rest] = grids
  if (!first) throw new AppError('invalid_input', 'a mosaic was given no raster; give at least one')
  const inverse = invert(first.transform)
  const isTurning = first.crs.kind === 'geographic'
  let whole: Extent = { left: 0, top: 0, right: first.width, bottom: first.height }
  for (const grid of rest) {
    const own = extentOn(first, grid)
    const choices = (isTurning ? [0, -1, 1] : [0]).map((turn) =>
      joined(whole, moved(own, 360 * turn * inverse[0], 360 * turn * inverse[3])),
    )
    whole = choices.reduce((best, next) => (areaOf(next) < areaOf(best) ? next : best))
  }
  const [left, top] = [Math.floor(whole.left + ROUNDING), Math.floor(whole.top + ROUNDING)]
  const transform: Affine = compose([1, 0, left, 0, 1, top], first.transform)
  return {
    width: Math.ceil(whole.right - ROUNDING) - left,
    height: Math.ceil(whole.bottom - ROUNDING) - top,
    crs: first.crs,
    transform,
  }
}

/** Part of a pixel by which edges that should meet a border may miss it. */
const ROUNDING = 1e-3

interface Extent {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What a grid covers in pixels of another; its inside counts too, as it may hold a pole. */
function extentOn(first: Grid, grid: Grid): Extent {
  const place = convert(grid.crs, first.crs)
  const inverse = invert(first.transform)
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let down = 0; down <= STEPS; down++) {
    for (let across = 0; across <= STEPS; across++) {
      const map = apply(grid.transform, (across / STEPS) * grid.width, (down / STEPS) * grid.height)
      const [x, y] = apply(inverse, ...place(...map))
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  if (!(right > left && bottom > top)) {
    throw new AppError(
      'invalid_input',
      `${describeGrid(grid)} has no place in ${first.crs.id}, the system of the first raster; give the mosaic a grid`,
    )
  }
  return { left, top, right, bottom }
}

function moved({ left, top, right, bottom }: Extent, x: number, y: number): Extent {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

function joined(a: Extent, b: Extent): Extent {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

const areaOf = ({ left, top, right, bottom }: Extent) => (right - left) * (bottom - top)
