import { AppError } from '../../lib/errors.ts'
import { describeGrid, isSameGrid } from '../../raster/blocks.ts'
import { alignTo, DEFAULT_MAX_ERROR, wholeShift } from '../../raster/grid/align.ts'
import { overlap } from '../../raster/grid/overlap.ts'
import { apply, pixelSize } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { metresPerUnit } from '../../raster/kernels/moments.ts'
import type { RasterSource } from '../../raster/source.ts'

export interface Aligned {
  readonly source: RasterSource
  /** What was done, null where the grids are one. */
  readonly note: string | null
}

/**
 * `given.source` on another grid, by a method that suits it: whole-pixel shifts are copied, classes take the nearest
 * pixel (the commonest where the target is coarser), values are averaged on to a coarser grid and else interpolated.
 * Throws grid_mismatch where the two do not overlap.
 */
export function alignOnto(
  target: { readonly grid: Grid; readonly id: string },
  given: { readonly source: RasterSource; readonly id: string; readonly holds: 'values' | 'classes' },
): Aligned {
  const { source, id, holds } = given
  if (isSameGrid(source.grid, target.grid)) return { source, note: null }
  if (!overlap(source.grid, target.grid)) {
    throw new AppError(
      'grid_mismatch',
      `${id} and ${target.id} cover no common ground: ${describeGrid(source.grid)} and ${describeGrid(target.grid)}; ` +
        'give two layers of one area',
    )
  }
  const method = suitableMethod(source.grid, target.grid, holds)
  const how = wholeShift(source.grid, target.grid) ? 'a shift of whole pixels' : METHOD_NAMES[method]
  const isProjected = source.grid.crs.id !== target.grid.crs.id
  const systems = isProjected
    ? ` from ${source.grid.crs.id} to ${target.grid.crs.id}, positions off by at most ${DEFAULT_MAX_ERROR} of its pixels`
    : ''
  return {
    source: alignTo(source, target.grid, method),
    note: `${id} was brought on to the grid of ${target.id} by ${how}${systems}.`,
  }
}

export type Method = 'nearest' | 'bilinear' | 'average' | 'mode'

export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  nearest: 'nearest neighbour',
  bilinear: 'bilinear interpolation',
  average: 'averaging',
  mode: 'the commonest value',
}

/** The method that suits what a raster holds and how much coarser the new grid is. */
export function suitableMethod(from: Grid, to: Grid, holds: 'values' | 'classes'): Method {
  if (wholeShift(from, to)) return 'nearest'
  const coarsening = pixelGround(to) / pixelGround(from)
  // A pixel half as wide again as the source's would skip some source pixels altogether.
  const isCoarser = coarsening > 1.5
  if (holds === 'classes') return isCoarser ? 'mode' : 'nearest'
  return isCoarser ? 'average' : 'bilinear'
}

/** Side in metres of a square pixel of the same size, in the middle of the grid; NaN where the CRS is unknown. */
function pixelGround({ crs, transform, width, height }: Grid): number {
  const [, middle] = apply(transform, width / 2, height / 2)
  const [east, north] = metresPerUnit(crs, middle)
  const size = pixelSize(transform)
  return Math.sqrt(size.width * east * size.height * north)
}
