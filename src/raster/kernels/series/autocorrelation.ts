import { chiSquareTail } from '../probabilities.ts'
import { meanOf } from './mean.ts'

/**
 * Autocorrelation at the lags 0 to `lags` of evenly spaced values. The sum of products of pairs of both present values is
 * divided by the number of values ('biased', the usual estimate) or by the number of pairs ('unbiased'), then by the
 * variance. Missing values (NaN) leave out their pairs. NaN where all values are equal.
 */
export function autocorrelation(
  values: Float64Array,
  lags: number,
  estimate: 'biased' | 'unbiased' = 'biased',
): Float64Array {
  const { count, mean } = meanOf(values)
  const found = new Float64Array(lags + 1)
  for (let lag = 0; lag <= lags; lag++) {
    let [sum, pairs] = [0, 0]
    for (let at = lag; at < values.length; at++) {
      const product = (values[at]! - mean) * (values[at - lag]! - mean)
      if (Number.isNaN(product)) continue
      sum += product
      pairs++
    }
    found[lag] = sum / (estimate === 'biased' ? count : pairs)
  }
  const variance = found[0]!
  return found.map((each) => (variance > 0 ? each / variance : NaN))
}

/** Ljung and Box's Q over the lags 1 to the last of a biased autocorrelation, and its probability without correlation. */
export function ljungBox(correlation: Float64Array, count: number) {
  const lags = correlation.length - 1
  let sum = 0
  for (let lag = 1; lag <= lags; lag++) sum += correlation[lag]! ** 2 / (count - lag)
  const q = count * (count + 2) * sum
  return { q, pValue: chiSquareTail(q, lags) }
}
