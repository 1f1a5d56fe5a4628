import { cholesky, solveBy } from '../../lib/cholesky.ts'

const ROUNDS = 30
const TOLERANCE = 1e-8

/** Chance of a yes from features, 0 to 1. */
export type Chance = (features: Float64Array) => number

/**
 * Logistic regression by Newton's method over features scaled to mean 0 and deviation 1, the squares of its weights (not the
 * constant) held down by `penalty` / 2. A feature that never changes is left out. Answers are 0 or 1.
 */
export function fitLogistic(
  rows: readonly Float64Array[],
  answers: ArrayLike<number>,
  penalty: number,
): Chance {
  const width = rows[0]?.length ?? 0
  const { centre, scale } = scaling(rows, width)
  const scaled = (row: Float64Array) => {
    const x = new Float64Array(width + 1)
    x[0] = 1
    for (let at = 0; at < width; at++) x[at + 1] = (row[at]! - centre[at]!) * scale[at]!
    return x
  }
  const inputs = rows.map(scaled)
  let weights = new Float64Array(width + 1)
  for (let round = 0; round < ROUNDS; round++) {
    const { gradient, curvature } = slopes(inputs, answers, weights, penalty)
    const step = solveBy(cholesky(curvature), gradient)
    weights = weights.map((weight, at) => weight + step[at]!)
    const largest = step.reduce((most, change) => Math.max(most, Math.abs(change)), 0)
    if (largest < TOLERANCE) break
  }
  return (row) => sigmoid(product(scaled(row), weights))
}

function scaling(rows: readonly Float64Array[], width: number) {
  const centre = new Float64Array(width)
  const scale = new Float64Array(width)
  for (const row of rows) for (let at = 0; at < width; at++) centre[at]! += row[at]! / rows.length
  for (const row of rows) {
    for (let at = 0; at < width; at++) scale[at]! += (row[at]! - centre[at]!) ** 2 / rows.length
  }
  return { centre, scale: scale.map((square) => (square > 1e-18 ? 1 / Math.sqrt(square) : 0)) }
}

function slopes(
  inputs: readonly Float64Array[],
  answers: ArrayLike<number>,
  weights: Float64Array,
  penalty: number,
) {
  const size = weights.length
  const gradient = weights.map((weight, at) => (at === 0 ? 0 : -penalty * weight))
  const curvature = Array.from({ length: size }, (_, at) => {
    const row = new Float64Array(size)
    // The constant too gets a trace, so that answers that are all alike have an end.
    row[at] = at === 0 ? 1e-6 : Math.max(penalty, 1e-6)
    return row
  })
  inputs.forEach((x, item) => {
    const chance = sigmoid(product(x, weights))
    const miss = answers[item]! - chance
    const bend = chance * (1 - chance)
    for (let i = 0; i < size; i++) {
      gradient[i]! += miss * x[i]!
      const row = curvature[i]!
      const factor = bend * x[i]!
      for (let j = 0; j <= i; j++) row[j]! += factor * x[j]!
    }
  })
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) curvature[j]![i] = curvature[i]![j]!
  return { gradient, curvature }
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

function product(first: Float64Array, second: Float64Array): number {
  let sum = 0
  for (let at = 0; at < first.length; at++) sum += first[at]! * second[at]!
  return sum
}
