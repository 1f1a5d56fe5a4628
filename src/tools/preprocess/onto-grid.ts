import { AppError } from '../../lib/errors.ts'
import { describeGrid, isSameGrid } from '../../raster/blocks.ts'
import { alignTo, DEFAULT_MAX_ERROR, wholeShift } from '../../raster/grid/align.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RasterSource, Resampling } from '../../raster/source.ts'
import { METHOD_NAMES, suitableMethod } from '../support/align.ts'
import { holdsCodes } from './arguments.ts'
import { inPower, powerWords, type Held } from './derived.ts'

export type MethodChoice = 'auto' | 'nearest' | 'bilinear' | 'cubic' | 'average' | 'mode'

/** Pixels of the largest raster that is made. */
const MOST_PIXELS = 4e8

/** Words for the methods; `average` and the like come from those that are chosen for a person. */
const NAMES: Readonly<Record<Exclude<MethodChoice, 'auto'>, string>> = {
  ...METHOD_NAMES,
  cubic: 'cubic convolution',
}

/**
 * A raster on a grid by the method asked for, or the one that suits it, and how that was done in words. Throws
 * invalid_input where codes would be mixed, and limit_reached where the grid is too large.
 */
export function ontoGrid(
  source: RasterSource,
  grid: Grid,
  { held, method }: { readonly held: Held; readonly method: MethodChoice },
): { readonly source: RasterSource; readonly how: string } {
  if (grid.width * grid.height > MOST_PIXELS) {
    throw new AppError(
      'limit_reached',
      `the result would be ${describeGrid(grid)}, and at most ${MOST_PIXELS / 1e6} million pixels are made; choose larger pixels or clip first`,
    )
  }
  const isCode = holdsCodes(held.quantity)
  if (isCode && method !== 'auto' && method !== 'nearest' && method !== 'mode') {
    throw new AppError(
      'invalid_input',
      `${held.quantity} pixels are codes, which ${NAMES[method]} would mix; use nearest, mode or auto`,
    )
  }
  const chosen: Resampling =
    method === 'auto' ? suitableMethod(source.grid, grid, isCode ? 'classes' : 'values') : method
  const isShift = wholeShift(source.grid, grid) !== null
  // Cubic convolution may fall below zero, where power has no decibel.
  const isMean = !isShift && !isSameGrid(source.grid, grid) && (chosen === 'average' || chosen === 'bilinear')
  const isProjected = source.grid.crs.id !== grid.crs.id
  return {
    source: isMean
      ? inPower(held, [source], ([power]) => alignTo(power!, grid, chosen))
      : alignTo(source, grid, chosen),
    how:
      (isShift ? 'a shift of whole pixels' : NAMES[chosen] + (isMean ? powerWords(held) : '')) +
      (isProjected
        ? ` from ${source.grid.crs.id} to ${grid.crs.id}, positions off by at most ${DEFAULT_MAX_ERROR} of its pixels`
        : ''),
  }
}
