import { meanOf, slope } from './truth.ts'

/** Plain arithmetic for what is told from a course over dates; written apart from the tools, as in truth.ts. */

const DAY = 86_400_000

/** Years of 365.25 days since the first date. */
export const yearsSince = (dates: readonly string[]): number[] =>
  dates.map((date) => (Date.parse(date) - Date.parse(dates[0]!)) / DAY / 365.25)

/** Median of the slopes between all pairs of values. */
export function medianSlope(x: readonly number[], y: readonly number[]): number {
  const slopes = x.flatMap((first, i) =>
    x.slice(i + 1).map((last, k) => (y[i + 1 + k]! - y[i]!) / (last - first)),
  )
  slopes.sort((a, b) => a - b)
  const half = slopes.length >> 1
  return slopes.length % 2 === 1 ? slopes[half]! : (slopes[half - 1]! + slopes[half]!) / 2
}

/** Kendall's tau (a): pairs that rise less pairs that fall, over all pairs. */
export function kendallTau(y: readonly number[]): number {
  const signs = y.flatMap((first, i) => y.slice(i + 1).map((last) => Math.sign(last - first)))
  return signs.reduce((sum, sign) => sum + sign, 0) / signs.length
}

/** Squared correlation of x and y. */
export function rSquared(x: readonly number[], y: readonly number[]): number {
  return slope(x, y) * slope(y, x)
}

/** Two-sided probability of a least-squares slope where there is none: Student's t with n − 2 degrees of freedom. */
export function slopeProbability(x: readonly number[], y: readonly number[]): number {
  const free = x.length - 2
  const r2 = rSquared(x, y)
  return r2 >= 1 ? 0 : twoSided(Math.sqrt((r2 * free) / (1 - r2)), free)
}

/** With t = √n · tan θ the density of Student's t is cosⁿ⁻¹ θ: its tail by Simpson's rule. */
function twoSided(t: number, free: number): number {
  const area = (from: number) => {
    const steps = 2000
    const width = (Math.PI / 2 - from) / steps
    let sum = 0
    for (let at = 0; at <= steps; at++) {
      const weight = at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2
      sum += weight * Math.cos(from + at * width) ** (free - 1)
    }
    return (sum * width) / 3
  }
  return area(Math.atan(t / Math.sqrt(free))) / area(0)
}

/** Deviation of the last value from the mean of all, in standard deviations of a sample. */
export function lastScore(values: readonly number[]): number {
  const mean = meanOf(values)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return (values.at(-1)! - mean) / Math.sqrt(variance)
}

export interface SeasonTruth {
  /** Days since the first date. */
  readonly start: number
  readonly peak: number
  readonly end: number
  readonly amplitude: number
}

/**
 * The one season of a course: its highest value, and where it last rose and first fell through a share of the way from
 * the least value on that side, between dates in a straight line (Jönsson and Eklundh 2004).
 */
export function seasonOf(days: readonly number[], values: readonly number[], share: number): SeasonTruth {
  const top = values.indexOf(Math.max(...values))
  const [before, after] = [Math.min(...values.slice(0, top + 1)), Math.min(...values.slice(top))]
  const meets = (low: number, high: number, level: number) =>
    days[low]! + ((level - values[low]!) / (values[high]! - values[low]!)) * (days[high]! - days[low]!)
  const rise = before + share * (values[top]! - before)
  const fall = after + share * (values[top]! - after)
  let low = top
  while (values[low]! > rise) low--
  let late = top
  while (values[late]! > fall) late++
  return {
    start: meets(low, low + 1, rise),
    peak: days[top]!,
    end: meets(late, late - 1, fall),
    amplitude: values[top]! - (before + after) / 2,
  }
}

/** Where the last of several layers lies between the lowest (0) and the highest (100) of each pixel; NaN where all are alike. */
export function condition(layers: readonly ArrayLike<number>[], best: 'highest' | 'lowest'): Float64Array {
  const last = layers.at(-1)!
  return Float64Array.from(last, (value, at) => {
    const all = layers.map((layer) => layer[at]!)
    const [low, high] = [Math.min(...all), Math.max(...all)]
    if (!(high > low)) return NaN
    return (100 * (best === 'highest' ? value - low : high - value)) / (high - low)
  })
}
