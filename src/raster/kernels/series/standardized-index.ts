import { gammaShares, normalQuantile } from './distributions.ts'
import { gammaFit } from './gamma-fit.ts'

/** Farther from 0 than any record tells; where it comes from the fit alone it is cut there. */
export const FARTHEST = 5

/**
 * Sums of each `scale` values in a row, at the last of them; NaN for the first scale − 1 and where one is missing.
 */
export function runningSums(values: Float64Array, scale: number): Float64Array {
  return values.map((_, at) => {
    if (at < scale - 1) return NaN
    let sum = 0
    for (let back = 0; back < scale; back++) sum += values[at - back]!
    return sum
  })
}

/**
 * Standardised index of amounts of one group (such as one month of the year), 0 or more: the normal quantile of
 * q + (1 − q) G, with q the share of zeros and G the gamma distribution fitted to the others by maximum likelihood. Missing
 * values (NaN) stay missing. All NaN where no gamma can be fitted. Cut at ∓5.
 */
export function standardizedIndex(amounts: Float64Array): Float64Array {
  const given = amounts.filter((amount) => !Number.isNaN(amount))
  const wet = given.filter((amount) => amount > 0)
  const zeros = (given.length - wet.length) / given.length
  const { shape, scale } = gammaFit(wet)
  return amounts.map((amount) => {
    if (Number.isNaN(amount) || Number.isNaN(shape)) return NaN
    const [below, above] = gammaShares(shape, amount / scale)
    // From the smaller share, so that far values keep their digits.
    const index =
      zeros + (1 - zeros) * below < 0.5
        ? normalQuantile(zeros + (1 - zeros) * below)
        : -normalQuantile((1 - zeros) * above)
    return Math.max(-FARTHEST, Math.min(FARTHEST, index))
  })
}
