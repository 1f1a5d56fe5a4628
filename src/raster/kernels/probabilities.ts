/** Terms of a series or continued fraction; all here settle in far fewer. */
const MOST_TERMS = 500
const SMALLEST = 1e-300

/** Probability that a standard normal deviate lies at least |z| from zero, to either side; keeps its digits far out. */
export function normalTwoSided(z: number): number {
  return complementaryError(Math.abs(z) / Math.SQRT2)
}

/** erfc(x) for x ≥ 0: the series of erf where it is short, else the continued fraction (Lentz). */
function complementaryError(x: number): number {
  if (x < 2) {
    let term = x
    let sum = x
    for (let n = 1; n < MOST_TERMS && Math.abs(term) > 1e-17 * sum; n++) {
      term *= (2 * x * x) / (2 * n + 1)
      sum += term
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
  }
  // e^(−x²) / √π · 1 / (x + ½ / (x + 1 / (x + 3/2 / (x + …
  let fraction = x
  let c = x
  let d = 0
  for (let n = 1; n < MOST_TERMS; n++) {
    d = 1 / (x + (n / 2) * d)
    c = x + n / 2 / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction)
}

/** Probability that Student's t of `freedom` degrees lies at least |t| from zero, to either side. */
export function studentTwoSided(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
}

/** Probability that chi-square of `freedom` degrees is at least `value`. */
export function chiSquareTail(value: number, freedom: number): number {
  if (value <= 0) return 1
  const [a, x] = [freedom / 2, value / 2]
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < MOST_TERMS && term > 1e-17 * sum; n++) {
      term *= x / (a + n)
      sum += term
    }
    return 1 - scale * sum
  }
  let b = x + 1 - a
  let c = 1 / SMALLEST
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < MOST_TERMS; n++) {
    const step = -n * (n - a)
    b += 2
    d = 1 / notZero(step * d + b)
    c = notZero(b + step / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return scale * fraction
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let n = 1; n < MOST_TERMS; n++) {
    for (const step of [
      (n * (b - n) * x) / ((a + 2 * n - 1) * (a + 2 * n)),
      (-(a + n) * (a + b + n) * x) / ((a + 2 * n) * (a + 2 * n + 1)),
    ]) {
      d = 1 / notZero(1 + step * d)
      c = notZero(1 + step / c)
      fraction *= c * d
    }
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return fraction
}

const notZero = (value: number): number => (Math.abs(value) < SMALLEST ? SMALLEST : value)

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const // prettier-ignore

/** Logarithm of the gamma function for x > 0 (Lanczos, seven terms and a half). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const at = x - 1
  const sum = LANCZOS.reduce((total, each, index) => total + each / (at + index + 1), 0.9999999999998099)
  const shifted = at + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(shifted) - shifted + Math.log(sum)
}

/** The least |z| whose two-sided probability is at most `alpha`, by bisection to the last digits. */
export function normalThreshold(alpha: number): number {
  let [low, high] = [0, 40]
  for (let step = 0; step < 100 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2
    if (normalTwoSided(middle) > alpha) low = middle
    else high = middle
  }
  return high
}
