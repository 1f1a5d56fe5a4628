import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { focal } from './focal/focal.ts'
import type { Neighbourhood } from './focal/shape.ts'

export interface GlobalFigures {
  readonly valid: number
  readonly mean: number
  /** Of the population. */
  readonly std: number
}

/**
 * Getis–Ord Gi* as standard deviates (Ord and Getis 1995, doi:10.1111/j.1538-4632.1995.tb00912.x): the sum of the valid
 * pixels around each one, itself among them, each with weight 1, against what the mean of all would give. At edges and
 * gaps the window counts the pixels that there are. NaN for nodata, and where the window is the whole raster.
 */
export function giStar(source: RasterSource, around: Neighbourhood, all: GlobalFigures): RasterSource {
  const { valid: n, mean, std } = all
  // Deviations, so that large offsets cost the sums no digits.
  const deviations = mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = values![index]! - mean
  })
  return mapSources(
    [deviations, focal(deviations, around, 'sum'), focal(deviations, around, 'count')],
    ([values, sums, counts], out) => {
      for (let index = 0; index < out.length; index++) {
        const count = counts![index]!
        const spread = std * Math.sqrt((count * (n - count)) / (n - 1))
        out[index] = values![index] === values![index] && spread > 0 ? sums![index]! / spread : NaN
      }
    },
  )
}
