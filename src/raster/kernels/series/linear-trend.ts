import { studentTwoSided } from '../probabilities.ts'
import { meanOf } from './mean.ts'

export interface LinearTrend {
  /** Number of values that are not missing. */
  readonly count: number
  /** Change a unit of time. */
  readonly slope: number
  /** Value of the line at time 0. */
  readonly intercept: number
  /** Share of the variance that the line explains; NaN where all values are equal. */
  readonly rSquared: number
  /** Of the slope, with count − 2 degrees of freedom; NaN for two values. */
  readonly standardError: number
  /** Two-sided, of a slope of 0 by Student's t; NaN for two values. */
  readonly pValue: number
  /** Root of the mean square of the residuals (divided by count). */
  readonly rmse: number
}

/** Least squares of values on times; missing values (NaN) are skipped. All NaN for fewer than two times. */
export function linearTrend(times: Float64Array, values: Float64Array): LinearTrend {
  const { count, mean: value } = meanOf(values)
  let time = 0
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at]!)) time += times[at]!
  time /= count
  let [timeTime, timeValue, valueValue] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    const y = values[at]! - value
    if (Number.isNaN(y)) continue
    const x = times[at]! - time
    timeTime += x * x
    timeValue += x * y
    valueValue += y * y
  }
  const slope = timeTime > 0 ? timeValue / timeTime : NaN
  const residual = residualSquares(times, values, { slope, time, value })
  const standardError = count > 2 ? Math.sqrt(residual / (count - 2) / timeTime) : NaN
  return {
    count,
    slope,
    intercept: value - slope * time,
    rSquared: valueValue > 0 ? (timeValue * timeValue) / (timeTime * valueValue) : NaN,
    standardError,
    pValue: count > 2 ? pOf(slope, standardError, count) : NaN,
    rmse: Math.sqrt(residual / count),
  }
}

/** Added up from the residuals themselves: the difference of squares would lose a good fit's digits. */
function residualSquares(
  times: Float64Array,
  values: Float64Array,
  line: { readonly slope: number; readonly time: number; readonly value: number },
): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    const off = values[at]! - line.value - line.slope * (times[at]! - line.time)
    if (!Number.isNaN(off)) sum += off * off
  }
  return sum
}

function pOf(slope: number, standardError: number, count: number): number {
  if (Number.isNaN(slope)) return NaN
  if (slope === 0) return 1
  return studentTwoSided(slope / standardError, count - 2)
}
