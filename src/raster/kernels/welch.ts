import { studentTwoSided } from './probabilities.ts'

export interface Sample {
  readonly pixels: number
  readonly mean: number
  /** Of the population. */
  readonly std: number
}

export interface Comparison {
  readonly difference: number
  /** Cohen's d: the difference over the pooled standard deviation. NaN where nothing varies, as are t, freedom and p. */
  readonly effect: number
  readonly t: number
  readonly freedom: number
  /** Two-sided. */
  readonly p: number
}

/** Welch's t test (doi:10.1093/biomet/34.1-2.28) of two samples of at least two values each. */
export function welch(first: Sample, second: Sample): Comparison {
  const [n, m] = [first.pixels, second.pixels]
  // Variances of samples from those of populations.
  const [s, r] = [(first.std ** 2 * n) / (n - 1), (second.std ** 2 * m) / (m - 1)]
  const [a, b] = [s / n, r / m]
  const difference = first.mean - second.mean
  if (!(a + b > 0)) return { difference, effect: NaN, t: NaN, freedom: NaN, p: NaN }
  const t = difference / Math.sqrt(a + b)
  const freedom = (a + b) ** 2 / (a ** 2 / (n - 1) + b ** 2 / (m - 1))
  const pooled = Math.sqrt(((n - 1) * s + (m - 1) * r) / (n + m - 2))
  return { difference, effect: difference / pooled, t, freedom, p: studentTwoSided(t, freedom) }
}
