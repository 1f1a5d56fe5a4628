import { studentTwoSided } from '../probabilities.ts'
import { meanOf } from './mean.ts'

export interface PairStatistics {
  readonly count: number
  /** Pearson's correlation; NaN where one of the two does not vary. */
  readonly correlation: number
  /** Two-sided, of no correlation, by Student's t; NaN for two pairs. */
  readonly pValue: number
  /** Mean of second minus first. */
  readonly bias: number
  readonly rmse: number
  readonly meanAbsolute: number
}

/** How two series of equal length agree; pairs with a missing value (NaN) are skipped. */
export function pairStatistics(first: Float64Array, second: Float64Array): PairStatistics {
  let [count, absolute, squares] = [0, 0, 0]
  for (let at = 0; at < first.length; at++) {
    const off = second[at]! - first[at]!
    if (Number.isNaN(off)) continue
    count++
    absolute += Math.abs(off)
    squares += off * off
  }
  const isPair = (_: number, at: number) => !Number.isNaN(second[at]! - first[at]!)
  const [meanFirst, meanSecond] = [first, second].map((each) => meanOf(each.filter(isPair)).mean) as [
    number,
    number,
  ]
  let [both, ofFirst, ofSecond] = [0, 0, 0]
  for (let at = 0; at < first.length; at++) {
    const [a, b] = [first[at]! - meanFirst, second[at]! - meanSecond]
    if (Number.isNaN(a + b)) continue
    both += a * b
    ofFirst += a * a
    ofSecond += b * b
  }
  const spread = Math.sqrt(ofFirst * ofSecond)
  const correlation = spread > 0 ? Math.max(-1, Math.min(1, both / spread)) : NaN
  const t = correlation * Math.sqrt((count - 2) / (1 - correlation * correlation))
  return {
    count,
    correlation,
    pValue: count > 2 ? studentTwoSided(t, count - 2) : NaN,
    bias: meanSecond - meanFirst,
    rmse: Math.sqrt(squares / count),
    meanAbsolute: absolute / count,
  }
}
