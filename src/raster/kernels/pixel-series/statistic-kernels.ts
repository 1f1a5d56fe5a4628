import { selectMedian } from '../series/select.ts'
import type { SeriesKernel } from './pixel-series.ts'

export const TEMPORAL_STATISTICS = ['mean', 'median', 'min', 'max', 'std', 'range', 'count'] as const
export type TemporalStatistic = (typeof TEMPORAL_STATISTICS)[number]

interface Moments {
  count: number
  mean: number
  /** Sum of squares about the mean. */
  squares: number
  min: number
  max: number
}

/** Of the values from 0 up to `end` that are there; `found` is filled and given back. */
function momentsOf(series: Float64Array, end: number, found: Moments): Moments {
  let [count, sum, min, max] = [0, 0, Infinity, -Infinity]
  for (let date = 0; date < end; date++) {
    const value = series[date]!
    if (value !== value) continue
    count++
    sum += value
    if (value < min) min = value
    if (value > max) max = value
  }
  const mean = sum / count
  let squares = 0
  for (let date = 0; date < end; date++) {
    const off = series[date]! - mean
    if (off === off) squares += off * off
  }
  found.count = count
  found.mean = mean
  found.squares = squares
  found.min = min
  found.max = max
  return found
}

const noMoments = (): Moments => ({ count: 0, mean: NaN, squares: 0, min: NaN, max: NaN })

/** Standard deviation of a sample (count − 1); NaN for fewer than two values. */
const deviationOf = ({ count, squares }: Moments) => (count > 1 ? Math.sqrt(squares / (count - 1)) : NaN)

/** One statistic of the dates of a pixel; `std` is that of a sample (count − 1); `count` is 0 where no date has a value. */
export function statisticKernel(statistic: TemporalStatistic, atLeast: number): SeriesKernel {
  const moments = noMoments()
  return {
    outputs: 1,
    compute(series, out) {
      const { count, mean, min, max } = momentsOf(series, series.length, moments)
      if (statistic === 'count') out[0] = count
      else if (count < atLeast) return
      else if (statistic === 'median') out[0] = medianOf(series)
      else if (statistic === 'std') out[0] = deviationOf(moments)
      else out[0] = { mean, min, max, range: max - min }[statistic]
    },
  }
}

/** Moves the values that are there to the front. */
function medianOf(series: Float64Array): number {
  let count = 0
  for (let date = 0; date < series.length; date++) {
    const value = series[date]!
    if (value === value) series[count++] = value
  }
  return selectMedian(series, count)
}

/**
 * Standard deviation of the sample over the mean. Nothing where fewer than `atLeast` values are there or the mean is not
 * above zero: a share of nothing, or of a negative mean, says nothing.
 */
export function variationKernel(atLeast: number): SeriesKernel {
  const moments = noMoments()
  return {
    outputs: 1,
    compute(series, out) {
      const { count, mean } = momentsOf(series, series.length, moments)
      if (count >= atLeast && mean > 0) out[0] = deviationOf(moments) / mean
    },
  }
}

/**
 * The last value less the mean of those before it, over their standard deviation (count − 1). Nothing where the last date
 * has no value, fewer than `atLeast` others have one, or these are all equal.
 */
export function anomalyKernel(atLeast: number): SeriesKernel {
  const moments = noMoments()
  return {
    outputs: 1,
    compute(series, out) {
      const last = series.length - 1
      const { count, mean } = momentsOf(series, last, moments)
      const deviation = deviationOf(moments)
      if (count >= atLeast && deviation > 0) out[0] = (series[last]! - mean) / deviation
    },
  }
}

/**
 * Where the last value lies between the extremes of all dates, the last among them, in percent: 0 at the lowest, 100 at
 * the highest; the other way round where high values are bad (temperature). Nothing where the last date has no value,
 * fewer than `atLeast` have one, or all are equal.
 */
export function conditionKernel(best: 'highest' | 'lowest', atLeast: number): SeriesKernel {
  const moments = noMoments()
  return {
    outputs: 1,
    compute(series, out) {
      const value = series[series.length - 1]!
      const { count, min, max } = momentsOf(series, series.length, moments)
      if (count < atLeast || !(max > min)) return
      out[0] = (100 * (best === 'highest' ? value - min : max - value)) / (max - min)
    },
  }
}
