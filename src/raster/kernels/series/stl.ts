import { loess, loessAt } from './loess.ts'

export interface StlOptions {
  /** Values a cycle, 2 or more. */
  readonly period: number
  /** Reach of the seasonal smoother in cycles, odd, 3 or more. */
  readonly seasonal: number
  /** Five or fifteen rounds: whether outliers lose their weight. */
  readonly robust: boolean
}

export interface Stl {
  readonly trend: Float64Array
  readonly seasonal: Float64Array
  readonly remainder: Float64Array
}

/**
 * Seasonal and trend decomposition by loess (Cleveland and others 1990), degree 1, no jumps, of evenly spaced values
 * without gaps, two periods at least. Reach of the trend: the least odd number above 1.5 periods / (1 − 1.5 / seasonal); of
 * the low pass: the least odd number above the period. Two inner and fifteen outer rounds if robust, else five and none.
 */
export function stl(given: Float64Array, { period, seasonal: span, robust }: StlOptions): Stl {
  // From the first value on, so that a large level costs no digits: rounding would pass for a remainder.
  const level = given[0]!
  const values = given.map((value) => value - level)
  const count = values.length
  const spans = {
    seasonal: span,
    trend: oddAbove((1.5 * period) / (1 - 1.5 / span)),
    lowPass: oddAbove(period + 1),
  }
  const trend = new Float64Array(count)
  const seasonal = new Float64Array(count)
  let weights: Float64Array | null = null
  const [inner, outer] = robust ? [2, 15] : [5, 0]
  for (let round = 0; ; round++) {
    for (let step = 0; step < inner; step++) {
      innerStep(values, period, { spans, weights, trend, seasonal })
    }
    if (round >= outer) break
    weights = robustness(values, trend, seasonal)
  }
  return {
    trend: trend.map((value) => value + level),
    seasonal,
    remainder: values.map((value, at) => value - trend[at]! - seasonal[at]!),
  }
}

/** The least odd whole number that is not below this one. */
function oddAbove(value: number): number {
  const whole = Math.ceil(value)
  return whole % 2 === 0 ? whole + 1 : whole
}

interface State {
  readonly spans: { readonly seasonal: number; readonly trend: number; readonly lowPass: number }
  readonly weights: Float64Array | null
  readonly trend: Float64Array
  readonly seasonal: Float64Array
}

/** One pass over seasonal and trend component, in place. */
function innerStep(values: Float64Array, period: number, { spans, weights, trend, seasonal }: State): void {
  const count = values.length
  const detrended = values.map((value, at) => value - trend[at]!)
  const cycles = smoothCycles(detrended, period, { span: spans.seasonal, weights })
  const thrice = movingMean(movingMean(movingMean(cycles, period), period), 3)
  const low = new Float64Array(count)
  loess(thrice, count, { span: spans.lowPass, weights: null }, low)
  for (let at = 0; at < count; at++) seasonal[at] = cycles[period + at]! - low[at]!
  const without = values.map((value, at) => value - seasonal[at]!)
  loess(without, count, { span: spans.trend, weights }, trend)
}

/** Each season's values smoothed over the cycles, with one cycle more on either side. */
function smoothCycles(
  values: Float64Array,
  period: number,
  { span, weights }: { readonly span: number; readonly weights: Float64Array | null },
): Float64Array {
  const out = new Float64Array(values.length + 2 * period)
  const longest = Math.ceil(values.length / period)
  const [part, smooth, partWeights] = [0, 0, 0].map(() => new Float64Array(longest)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let season = 0; season < period; season++) {
    const count = Math.floor((values.length - season - 1) / period) + 1
    for (let cycle = 0; cycle < count; cycle++) {
      part[cycle] = values[cycle * period + season]!
      if (weights) partWeights[cycle] = weights[cycle * period + season]!
    }
    const options = { span, weights: weights && partWeights }
    loess(part, count, options, smooth)
    const before = loessAt(part, count, options, { at: 0, left: 1, right: Math.min(span, count) })
    const after = loessAt(part, count, options, {
      at: count + 1,
      left: Math.max(1, count - span + 1),
      right: count,
    })
    out[season] = Number.isNaN(before) ? smooth[0]! : before
    for (let cycle = 0; cycle < count; cycle++) out[(cycle + 1) * period + season] = smooth[cycle]!
    out[(count + 1) * period + season] = Number.isNaN(after) ? smooth[count - 1]! : after
  }
  return out
}

/** Means of each `length` values in a row: shorter by length − 1. */
function movingMean(values: Float64Array, length: number): Float64Array {
  const out = new Float64Array(values.length - length + 1)
  let sum = 0
  for (let at = 0; at < length; at++) sum += values[at]!
  out[0] = sum / length
  for (let at = 1; at < out.length; at++) {
    sum += values[at + length - 1]! - values[at - 1]!
    out[at] = sum / length
  }
  return out
}

/** Bisquare weights by six medians of the residuals' size. */
function robustness(values: Float64Array, trend: Float64Array, seasonal: Float64Array): Float64Array {
  const sizes = values.map((value, at) => Math.abs(value - trend[at]! - seasonal[at]!))
  const sorted = sizes.slice().sort()
  const middle = sorted.length >> 1
  const reach = 3 * (sorted[middle]! + sorted[sorted.length - middle - 1]!)
  // Two cycles fit but for rounding, and rounding has no outliers.
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (reach <= largest * 1e-12) return sizes.fill(1)
  return sizes.map((size) =>
    size <= 0.001 * reach ? 1 : size <= 0.999 * reach ? (1 - (size / reach) ** 2) ** 2 : 0,
  )
}
