import { seededRandom } from '../../src/lib/random.ts'

const RESAMPLES = 1000
const CONFIDENCE = 0.95

/**
 * Percentile bootstrap interval (95 %, 1,000 resamples) of the mean over tasks; doi:10.1214/aos/1176344552. The ends are order statistics of
 * the resampled means, so one value, or equal ones, give an interval of no width, and it never leaves the range of the values. Too narrow
 * for few tasks, as every percentile bootstrap is. Throws RangeError without values.
 */
export function interval(
  values: readonly number[],
  seed: number,
): { readonly low: number; readonly high: number } {
  if (values.length === 0) throw new RangeError('An interval needs at least one value.')
  const random = seededRandom(seed)
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[Math.floor(random() * values.length)]!
    return sum / values.length
  }).sort()
  const cut = Math.round((RESAMPLES * (1 - CONFIDENCE)) / 2)
  return { low: means[cut - 1]!, high: means[RESAMPLES - cut]! }
}
