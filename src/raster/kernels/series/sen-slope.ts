import { normalQuantile } from './distributions.ts'
import { SeriesScratch } from './scratch.ts'
import { selectMedian } from './select.ts'

/**
 * Median of the slopes of all pairs of values at unlike times (Theil–Sen), a unit of time; missing values (NaN) are
 * skipped. NaN where there is no pair.
 */
export function senSlope(
  times: Float64Array,
  values: Float64Array,
  scratch = new SeriesScratch(values.length),
): number {
  return selectMedian(scratch.slopes, pairSlopes(scratch, scratch.keep(times, values)))
}

export interface SenSlope {
  readonly count: number
  readonly slope: number
  /** Median of the values minus the slope times the median of the times. */
  readonly intercept: number
  /** Ends of the confidence interval of the slope (Sen 1968, corrected for ties). */
  readonly low: number
  readonly high: number
}

/** The Theil–Sen slope with its interval of the given confidence, 0..1. */
export function senSlopeWithInterval(
  times: Float64Array,
  values: Float64Array,
  confidence: number,
  scratch = new SeriesScratch(values.length),
): SenSlope {
  const count = scratch.keep(times, values)
  const pairs = pairSlopes(scratch, count)
  const slopes = scratch.slopes.subarray(0, pairs).sort()
  const slope = pairs === 0 ? NaN : (slopes[(pairs - 1) >> 1]! + slopes[pairs >> 1]!) / 2
  const [sortedTimes, sortedValues] = [scratch.times, scratch.values].map((each) =>
    each.slice(0, count).sort(),
  ) as [Float64Array, Float64Array]
  const variance = (count * (count - 1) * (2 * count + 5) - tieTerm(sortedTimes) - tieTerm(sortedValues)) / 18
  const half = normalQuantile((1 + confidence) / 2) * Math.sqrt(Math.max(0, variance))
  const upper = Math.min(Math.round((pairs + half) / 2), pairs - 1)
  const lower = Math.max(Math.round((pairs - half) / 2) - 1, 0)
  return {
    count,
    slope,
    intercept: selectMedian(sortedValues, count) - slope * selectMedian(sortedTimes, count),
    low: slopes[lower] ?? NaN,
    high: slopes[upper] ?? NaN,
  }
}

/** Writes the slopes of the kept values into `scratch.slopes` and gives their number. */
function pairSlopes({ times, values, slopes }: SeriesScratch, count: number): number {
  let pairs = 0
  for (let later = 1; later < count; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      const apart = times[later]! - times[earlier]!
      if (apart !== 0) slopes[pairs++] = (values[later]! - values[earlier]!) / apart
    }
  }
  return pairs
}

/** Σ t(t − 1)(2t + 5) over the groups of t equal numbers. */
function tieTerm(sorted: Float64Array): number {
  let sum = 0
  for (let from = 0; from < sorted.length;) {
    let to = from + 1
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    sum += (to - from) * (to - from - 1) * (2 * (to - from) + 5)
    from = to
  }
  return sum
}
