import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../blocks.ts'
import { metresPerUnit } from '../kernels/moments.ts'
import { apply, compose } from './affine.ts'
import type { Crs, Grid } from './grid.ts'
import { convert } from './lon-lat.ts'
import { unionGrid } from './union-grid.ts'

/** Part of a pixel by which a grid may end beside the border of a new one. */
const ROUNDING = 1e-6

/** The grid over the same ground from the same corner, its pixels `across` × `down` of the old; the last may reach beyond. */
export function rescaledGrid(grid: Grid, across: number, down = across): Grid {
  return {
    width: Math.max(1, Math.ceil(grid.width / across - ROUNDING)),
    height: Math.max(1, Math.ceil(grid.height / down - ROUNDING)),
    crs: grid.crs,
    transform: compose([across, 0, 0, 0, down, 0], grid.transform),
  }
}

/** Metres on the ground of a pixel's two sides, in the middle of the grid. Throws crs_unknown where units are not known. */
export function groundPixel(grid: Grid): { readonly width: number; readonly height: number } {
  const [a, b, , d, e] = grid.transform
  const [, middle] = apply(grid.transform, grid.width / 2, grid.height / 2)
  const [east, north] = metresPerUnit(grid.crs, middle)
  const size = { width: Math.hypot(a * east, d * north), height: Math.hypot(b * east, e * north) }
  if (!(size.width > 0 && size.height > 0)) {
    throw new AppError(
      'crs_unknown',
      `the pixels of ${describeGrid(grid)} have no size in metres, as the system is not known; set its EPSG code in the details of the scene`,
    )
  }
  return size
}

/**
 * A north-up grid in another system that holds all of a grid, with square pixels that begin at whole multiples of their
 * size. Without `metres` they have the area of the old ones in the middle of the grid. Throws crs_unknown, and
 * invalid_input where the middle of the grid has no place in the other system.
 */
export function reprojectedGrid(grid: Grid, crs: Crs, metres?: number): Grid {
  const place = convert(grid.crs, crs)
  const at = (col: number, row: number) => place(...apply(grid.transform, col, row))
  const [col, row] = [grid.width / 2, grid.height / 2]
  const [x, y] = at(col, row)
  const size = metres === undefined ? pixelSide(at, col, row) : metres / sideInMetres(crs, y)
  if (!Number.isFinite(x) || !Number.isFinite(y) || !(size > 0)) {
    throw new AppError(
      'invalid_input',
      `the middle of ${describeGrid(grid)} has no place in ${crs.id}; choose a system made for that part of the globe`,
    )
  }
  const seed: Grid = {
    width: 1,
    height: 1,
    crs,
    transform: [size, 0, size * Math.floor(x / size), 0, -size, size * Math.ceil(y / size)],
  }
  return unionGrid([seed, grid])
}

/** Side of a square of the area that a pixel has in the other system, by steps to both sides of a place. */
function pixelSide(
  at: (col: number, row: number) => readonly [number, number],
  col: number,
  row: number,
): number {
  const [left, right, up, down] = [at(col - 1, row), at(col + 1, row), at(col, row - 1), at(col, row + 1)]
  const [ax, ay] = [(right[0] - left[0]) / 2, (right[1] - left[1]) / 2]
  const [bx, by] = [(down[0] - up[0]) / 2, (down[1] - up[1]) / 2]
  return Math.sqrt(Math.abs(ax * by - ay * bx))
}

/** Metres of a map unit; of a degree northwards where units are degrees. */
const sideInMetres = (crs: Crs, y: number) => metresPerUnit(crs, y)[1]
