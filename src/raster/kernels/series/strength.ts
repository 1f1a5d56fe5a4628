import type { Stl } from './stl.ts'
import { deviation, valueStatistics } from './value-statistics.ts'

/**
 * How strong trend and season are, 0 to 1: 1 − Var(remainder) / Var(remainder + component), 0 where that is negative or
 * nothing varies (Wang, Smith and Hyndman 2006). The standard deviation of the remainder with ddof 0.
 */
export function strengthOf({ trend, seasonal, remainder }: Stl) {
  const variance = (values: Float64Array) => valueStatistics(values).second
  const left = variance(remainder)
  const share = (component: Float64Array) => {
    const both = variance(component.map((value, at) => value + remainder[at]!))
    return both > 0 ? Math.max(0, 1 - left / both) : 0
  }
  return {
    trend: share(trend),
    seasonal: share(seasonal),
    remainderStd: deviation(valueStatistics(remainder), 0),
  }
}
