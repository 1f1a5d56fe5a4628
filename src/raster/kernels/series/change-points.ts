import { selectMedian } from './select.ts'

export interface ChangePointOptions {
  /** Added for each change: higher finds fewer. */
  readonly penalty: number
  /** Fewest values between two changes. */
  readonly minSize: number
}

/**
 * Places (from 0) where a new level begins: the segments with the least sum of squares from their means plus the penalty a
 * change (PELT, Killick and others 2012; exact). Values are in the order of time, without gaps.
 */
export function changePoints(values: Float64Array, { penalty, minSize }: ChangePointOptions): number[] {
  const count = values.length
  const cost = squaresOf(values)
  const best = new Float64Array(count + 1).fill(Infinity)
  best[0] = -penalty
  const before = new Int32Array(count + 1)
  // A start that lost at `end` can win no more once a segment from `end` on is long enough.
  const lostAt = new Int32Array(count + 1).fill(count + 1)
  let starts: number[] = []
  for (let end = minSize; end <= count; end++) {
    starts.push(end - minSize)
    starts = starts.filter((start) => lostAt[start]! + minSize > end)
    for (const start of starts) {
      const total = best[start]! + cost(start, end) + penalty
      if (total >= best[end]!) continue
      best[end] = total
      before[end] = start
    }
    for (const start of starts) {
      if (lostAt[start]! > count && best[start]! + cost(start, end) > best[end]!) lostAt[start] = end
    }
  }
  const found: number[] = []
  for (let end = before[count]!; end > 0; end = before[end]!) found.unshift(end)
  return found
}

/** Sum of squares from the mean of the values from `start` up to but not with `end`. */
function squaresOf(values: Float64Array): (start: number, end: number) => number {
  // From the middle, so that squares keep their digits.
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]! - middle
    sums[at + 1] = sums[at]! + value
    squares[at + 1] = squares[at]! + value * value
  }
  return (start, end) => {
    const sum = sums[end]! - sums[start]!
    return Math.max(0, squares[end]! - squares[start]! - (sum * sum) / (end - start))
  }
}

/**
 * 2 σ² ln n, which is what a change costs by Schwarz's criterion, with σ from the median size of the steps between
 * neighbours (1.4826 / √2 of it), so that the changes themselves do not widen it. 0 where most neighbours are equal.
 */
export function defaultPenalty(values: Float64Array): number {
  const steps = new Float64Array(Math.max(0, values.length - 1))
  for (let at = 0; at < steps.length; at++) steps[at] = values[at + 1]! - values[at]!
  const middle = selectMedian(steps.slice(), steps.length)
  const sizes = steps.map((step) => Math.abs(step - middle))
  const sigma = (1.4826 * selectMedian(sizes, sizes.length)) / Math.SQRT2
  return 2 * sigma * sigma * Math.log(values.length)
}
