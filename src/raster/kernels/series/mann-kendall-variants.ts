import { autocorrelation } from './autocorrelation.ts'
import { normalQuantile } from './distributions.ts'
import { mannKendall, mannKendallAt, scoreOf } from './mann-kendall.ts'
import type { MannKendall } from './mann-kendall.ts'
import { ranksOf } from './ranks.ts'
import { senSlope } from './sen-slope.ts'

/**
 * Mann–Kendall with the variance corrected for autocorrelation (Hamed and Rao 1998): of the ranks of the values without
 * their Theil–Sen trend, at each lag that is significant at 5 %. Values are in the order of time, evenly spaced and
 * without gaps. `correction` is the factor on the variance; z and p are NaN where it is not positive.
 */
export function mannKendallHamedRao(
  times: Float64Array,
  values: Float64Array,
): MannKendall & { readonly correction: number } {
  const plain = mannKendall(values)
  const count = values.length
  const slope = senSlope(times, values)
  const ranks = ranksOf(values.map((value, at) => value - slope * times[at]!))
  const correlation = autocorrelation(ranks, count - 1)
  const bound = normalQuantile(0.975) / Math.sqrt(count)
  let sum = 0
  for (let lag = 1; lag < count; lag++) {
    const r = correlation[lag]!
    if (Math.abs(r) > bound) sum += (count - lag) * (count - lag - 1) * (count - lag - 2) * r
  }
  const correction = 1 + (2 * sum) / (count * (count - 1) * (count - 2))
  const variance = plain.variance * correction
  return { ...plain, variance, correction, ...scoreOf(plain.s, variance) }
}

/**
 * Seasonal Mann–Kendall (Hirsch, Slack and Smith 1982): scores and variances of each season added up. `seasons` holds the
 * season of each value; pairs of one time count for neither side. tau-b is not defined over seasons: NaN.
 */
export function mannKendallSeasonal(
  times: Float64Array,
  values: Float64Array,
  seasons: Int32Array,
): MannKendall {
  let [count, s, variance, pairs] = [0, 0, 0, 0]
  for (const season of new Set(seasons)) {
    const isIn = (_: number, at: number) => seasons[at] === season
    const part = mannKendallAt(times.filter(isIn), values.filter(isIn))
    count += part.count
    s += part.s
    variance += part.variance
    pairs += (part.count * (part.count - 1)) / 2
  }
  return { count, s, variance, ...scoreOf(s, variance), tau: s / pairs, tauB: NaN }
}
