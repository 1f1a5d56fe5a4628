import { logGamma, normalTwoSided } from '../probabilities.ts'

const ROUNDS = 10_000
const TINY = 1e-300

/**
 * Share of the gamma distribution of the given shape (scale 1) below and above x: series below shape + 1, else the
 * continued fraction, so that the smaller one keeps its digits (DLMF 8.7.1, 8.9.2).
 */
export function gammaShares(shape: number, x: number): readonly [below: number, above: number] {
  if (x <= 0) return [0, 1]
  if (x === Infinity) return [1, 0]
  const front = Math.exp(shape * Math.log(x) - x - logGamma(shape))
  if (x < shape + 1) {
    let term = 1 / shape
    let sum = term
    for (let round = 1; round < ROUNDS && term > sum * 1e-17; round++) {
      term *= x / (shape + round)
      sum += term
    }
    return [front * sum, 1 - front * sum]
  }
  let denominator = x + 1 - shape
  let c = 1 / TINY
  let d = 1 / denominator
  let fraction = d
  for (let round = 1; round < ROUNDS; round++) {
    const numerator = round * (shape - round)
    denominator += 2
    d = 1 / nonZero(numerator * d + denominator)
    c = nonZero(denominator + numerator / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return [1 - front * fraction, front * fraction]
}

const nonZero = (value: number) => (Math.abs(value) < TINY ? TINY : value)

/** Share of the standard normal distribution below z. */
export const normalBelow = (z: number): number => (z < 0 ? normalTwoSided(z) / 2 : 1 - normalTwoSided(z) / 2)

/**
 * The z below which this share of the standard normal distribution lies: Acklam's rational approximation and two steps of
 * Halley on top. ∓Infinity at 0 and 1.
 */
export function normalQuantile(share: number): number {
  if (!(share > 0)) return share === 0 ? -Infinity : NaN
  if (share >= 1) return share === 1 ? Infinity : NaN
  if (share > 0.5) return -normalQuantile(1 - share)
  let z = acklam(share)
  for (let step = 0; step < 2; step++) {
    const error = (normalBelow(z) - share) * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2)
    z -= error / (1 + (z * error) / 2)
  }
  return z
}

/** For shares up to a half; relative error 1.2e-9. */
function acklam(share: number): number {
  if (share < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(share))
    return (
      polynomial(q, [-7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]) /
      polynomial(q, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1])
    ) // prettier-ignore
  }
  const q = share - 0.5
  const r = q * q
  return (
    (q * polynomial(r, [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239])) /
    polynomial(r, [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1])
  ) // prettier-ignore
}

const polynomial = (x: number, factors: readonly number[]) =>
  factors.reduce((sum, factor) => sum * x + factor, 0)
