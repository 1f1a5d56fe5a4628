import { meanOf } from './mean.ts'

export interface ValueStatistics {
  readonly count: number
  readonly sum: number
  readonly mean: number
  /** Sums of the second, third and fourth powers of the distances from the mean, over count. */
  readonly second: number
  readonly third: number
  readonly fourth: number
}

/** Central moments in two passes; missing values (NaN) are skipped. */
export function valueStatistics(values: Float64Array): ValueStatistics {
  const { count, mean } = meanOf(values)
  let sum = 0
  for (const value of values) if (!Number.isNaN(value)) sum += value
  let [second, third, fourth] = [0, 0, 0]
  for (const value of values) {
    const off = value - mean
    if (Number.isNaN(off)) continue
    const square = off * off
    second += square
    third += square * off
    fourth += square * square
  }
  return { count, sum, mean, second: second / count, third: third / count, fourth: fourth / count }
}

/** Standard deviation with count − freedom below the sum of squares; NaN for no more values than that. */
export const deviation = ({ count, second }: ValueStatistics, freedom: 0 | 1): number =>
  count > freedom ? Math.sqrt((second * count) / (count - freedom)) : NaN

/** Skewness from the moments ('biased'), or corrected for the size of the sample. NaN for equal values or too few. */
export function skewness({ count, second, third }: ValueStatistics, estimate: 'biased' | 'unbiased'): number {
  if (!(second > 0)) return NaN
  const biased = third / second ** 1.5
  if (estimate === 'biased') return biased
  return count > 2 ? (biased * Math.sqrt(count * (count - 1))) / (count - 2) : NaN
}

/** Excess kurtosis (0 for a normal distribution), from the moments or corrected for the size of the sample. */
export function excessKurtosis(
  { count, second, fourth }: ValueStatistics,
  estimate: 'biased' | 'unbiased',
): number {
  if (!(second > 0)) return NaN
  const biased = fourth / (second * second) - 3
  if (estimate === 'biased') return biased
  return count > 3 ? ((count - 1) / ((count - 2) * (count - 3))) * ((count + 1) * biased + 6) : NaN
}

/** Value at a share (0..1) of sorted values, linear between ranks as numpy does by default. NaN for none. */
export function sortedQuantile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return NaN
  const rank = share * (sorted.length - 1)
  const low = Math.floor(rank)
  const value = sorted[low]!
  return low + 1 < sorted.length ? value + (rank - low) * (sorted[low + 1]! - value) : value
}
