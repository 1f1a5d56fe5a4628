import { normalTwoSided } from '../probabilities.ts'

export interface MannKendall {
  readonly count: number
  /** Pairs that rise in time minus pairs that fall. */
  readonly s: number
  /** Variance of s without a trend, corrected for ties. */
  readonly variance: number
  /** s towards 0 by one (continuity), over its standard deviation; 0 where s is 0. */
  readonly z: number
  /** Two-sided, by the normal distribution. */
  readonly pValue: number
  /** s over the number of pairs (Kendall's tau-a). */
  readonly tau: number
  /** tau-b: s over the geometric mean of the pairs untied in value and those untied in time; NaN where all are tied. */
  readonly tauB: number
}

/**
 * The Mann–Kendall test on values in the order of time; missing values (NaN) are skipped. `scratch` is room for as many
 * numbers as there are values. z is 0, p 1 where all values are equal.
 */
export function mannKendall(values: Float64Array, scratch = new Float64Array(values.length)): MannKendall {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) scratch[count++] = value
  const kept = scratch.subarray(0, count)
  const s = risesMinusFalls(kept)
  const ties = tiesOf(kept.sort())
  const pairs = (count * (count - 1)) / 2
  const variance = (count * (count - 1) * (2 * count + 5) - ties.correction) / 18
  return {
    count,
    s,
    variance,
    ...scoreOf(s, variance),
    tau: s / pairs,
    tauB: s / Math.sqrt(pairs * (pairs - ties.pairs)),
  }
}

/**
 * The same of values at times some of which are equal, in any order: pairs of one time tell nothing and count for neither
 * side, and the variance is that of ties in both (Kendall 1970, Rank Correlation Methods, §5). No value may be missing.
 */
export function mannKendallAt(times: Float64Array, values: Float64Array): MannKendall {
  const n = values.length
  let s = 0
  for (let later = 1; later < n; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      s += Math.sign(times[later]! - times[earlier]!) * Math.sign(values[later]! - values[earlier]!)
    }
  }
  const [t, u] = [tiesOf(times.slice().sort()), tiesOf(values.slice().sort())]
  const pairs = (n * (n - 1)) / 2
  const variance =
    (n * (n - 1) * (2 * n + 5) - t.correction - u.correction) / 18 +
    (n > 2 ? (t.triples * u.triples) / (9 * n * (n - 1) * (n - 2)) : 0) +
    (n > 1 ? (t.pairs * u.pairs) / pairs : 0)
  return {
    count: n,
    s,
    variance,
    ...scoreOf(s, variance),
    tau: s / pairs,
    tauB: s / Math.sqrt((pairs - t.pairs) * (pairs - u.pairs)),
  }
}

/** z with the continuity correction and its two-sided probability. */
export function scoreOf(s: number, variance: number): Pick<MannKendall, 'z' | 'pValue'> {
  const z = s === 0 ? 0 : (s - Math.sign(s)) / Math.sqrt(variance)
  return { z, pValue: normalTwoSided(z) }
}

function risesMinusFalls(values: Float64Array): number {
  let s = 0
  for (let later = 1; later < values.length; later++) {
    const value = values[later]!
    for (let earlier = 0; earlier < later; earlier++) {
      const other = values[earlier]!
      s += value > other ? 1 : value < other ? -1 : 0
    }
  }
  return s
}

/** Σ t(t − 1)(2t + 5), Σ t(t − 1)(t − 2) and the tied pairs over the groups of t equal values. */
function tiesOf(sorted: Float64Array) {
  let [correction, triples, pairs] = [0, 0, 0]
  for (let from = 0; from < sorted.length;) {
    let to = from + 1
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    const tied = to - from
    triples += tied * (tied - 1) * (tied - 2)
    correction += tied * (tied - 1) * (2 * tied + 5)
    pairs += (tied * (tied - 1)) / 2
    from = to
  }
  return { correction, triples, pairs }
}
