import { AppError } from '../../../lib/errors.ts'
import type { RasterSource } from '../../source.ts'
import { GREATEST, LEAST, MOMENTS, TOTAL, type Combiner, type Planes } from './combiners.ts'
import { haloSource, type Haloed } from './halo.ts'
import { percentileKernel } from './percentiles.ts'
import { overWindow } from './running.ts'
import { reachOfRows, type Neighbourhood } from './shape.ts'

/** 'variance' and 'std' are of the pixels as a population (divided by their number). */
export type FocalStatistic =
  'count' | 'sum' | 'mean' | 'variance' | 'std' | 'min' | 'max' | 'median' | { readonly percentile: number }

/**
 * A statistic of the valid pixels in the neighbourhood of each pixel, itself among them, read lazily. Nodata and what lies
 * beyond the grid do not count, so that windows shrink at borders and gaps are bridged; where no pixel of the window is
 * valid the result is NaN, or a count of 0. Percentiles interpolate linearly between ranks. Results do not depend on how
 * the grid is cut into windows. Throws invalid_input for a radius or percentile that makes no sense.
 */
export function focal(
  source: RasterSource,
  neighbourhood: Neighbourhood,
  statistic: FocalStatistic,
): RasterSource {
  return haloSource(source, neighbourhood.radius, kernelOf(reachOfRows(neighbourhood), statistic))
}

type Kernel = (block: Haloed, out: Float32Array) => void

function kernelOf(reaches: readonly number[], statistic: FocalStatistic): Kernel {
  if (statistic === 'median') return percentileKernel(reaches, 50)
  if (typeof statistic === 'object') {
    const { percentile } = statistic
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new AppError('invalid_input', `a percentile of ${percentile}; give a number from 0 to 100`)
    }
    return percentileKernel(reaches, percentile)
  }
  const { combiner, value } = STATISTICS[statistic]
  return ({ data, ...place }, out) => {
    const planes = Array.from({ length: combiner.planes }, () => new Float64Array(data.length))
    for (let at = 0; at < data.length; at++) combiner.start(planes, at, data[at]!)
    const found = overWindow({ ...place, planes }, reaches, combiner)
    for (let at = 0; at < out.length; at++) out[at] = value(found.planes, at)
  }
}

const STATISTICS: Readonly<
  Record<
    Exclude<FocalStatistic, 'median' | object>,
    { readonly combiner: Combiner; readonly value: (planes: Planes, at: number) => number }
  >
> = {
  count: { combiner: TOTAL, value: ([, counts], at) => counts![at]! },
  sum: { combiner: TOTAL, value: ([sums, counts], at) => (counts![at] === 0 ? NaN : sums![at]!) },
  mean: { combiner: TOTAL, value: ([sums, counts], at) => sums![at]! / counts![at]! },
  variance: { combiner: MOMENTS, value: ([counts, , squares], at) => squares![at]! / counts![at]! },
  std: { combiner: MOMENTS, value: ([counts, , squares], at) => Math.sqrt(squares![at]! / counts![at]!) },
  min: { combiner: LEAST, value: ([values], at) => (values![at] === Infinity ? NaN : values![at]!) },
  max: { combiner: GREATEST, value: ([values], at) => (values![at] === -Infinity ? NaN : values![at]!) },
}
