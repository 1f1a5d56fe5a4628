/** Logarithm of the gamma function for positive numbers (Lanczos, g = 7, nine terms; relative error below 1e-14). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  let sum = 0.99999999999980993
  for (let term = 0; term < LANCZOS.length; term++) sum += LANCZOS[term]! / (shifted + term + 1)
  const base = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum)
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const // prettier-ignore

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

/** Share of the standard normal distribution above z. */
export function normalAbove(z: number): number {
  const [inside, outside] = gammaShares(0.5, (z * z) / 2)
  return z < 0 ? (1 + inside) / 2 : outside / 2
}

/** Share of the standard normal distribution below z. */
export const normalBelow = (z: number): number => normalAbove(-z)

/** Probability of a z at least as far from 0, on either side. */
export const normalTwoSided = (z: number): number => gammaShares(0.5, (z * z) / 2)[1]

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

/** Probability of a Student t at least as far from 0 on either side, with the given degrees of freedom. */
export function studentTwoSided(t: number, freedom: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? NaN : 0
  return betaShare(freedom / 2, 0.5, freedom / (freedom + t * t))
}

/** Regularised incomplete beta function by its continued fraction (DLMF 8.17.22). */
function betaShare(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b
}

function betaFraction(a: number, b: number, x: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let round = 1; round < ROUNDS; round++) {
    const even = (round * (b - round) * x) / ((a + 2 * round - 1) * (a + 2 * round))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    fraction *= c * d
    const odd = (-(a + round) * (a + b + round) * x) / ((a + 2 * round) * (a + 2 * round + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return fraction
}

/** Probability of a chi-square at least this large. */
export const chiSquareAbove = (value: number, freedom: number): number =>
  gammaShares(freedom / 2, value / 2)[1]
