export interface Pettitt {
  /** Values before the change; the largest of |U| stands there, the first of them on ties. */
  readonly before: number
  /** |U| there. */
  readonly k: number
  /** Two-sided, 2 exp(−6 k² / (n³ + n²)), at most 1. */
  readonly pValue: number
}

/** Pettitt's rank test for one change of level; values in the order of time, without gaps. */
export function pettitt(values: Float64Array): Pettitt {
  const count = values.length
  let [u, k, before] = [0, -1, 0]
  for (let at = 0; at + 1 < count; at++) {
    for (let other = 0; other < count; other++) u += Math.sign(values[at]! - values[other]!)
    if (Math.abs(u) > k) [k, before] = [Math.abs(u), at + 1]
  }
  return { before, k, pValue: Math.min(1, 2 * Math.exp((-6 * k * k) / (count ** 3 + count ** 2))) }
}
