import type { Reducer } from '../reduce.ts'

/** Moments of the valid pixels about their mean: `m2`, `m3`, `m4` are sums, not means. `mean` is NaN where none is valid. */
export interface HigherMoments {
  readonly valid: number
  readonly nodata: number
  readonly mean: number
  readonly m2: number
  readonly m3: number
  readonly m4: number
}

/** Values whose moments are taken about their own mean before they are merged. */
const CHUNK = 4096

/**
 * Four moments of a stream of values. Each chunk is summed about its own mean and merged with what was before by the
 * formulas of Pébay (doi:10.2172/1028931), so that large offsets and many pixels cost no digits. Infinite values count as
 * no data. Keeps six numbers.
 */
export class HigherMomentsReducer implements Reducer<HigherMoments> {
  private valid = 0
  private nodata = 0
  private mean = 0
  private m2 = 0
  private m3 = 0
  private m4 = 0

  add(values: Float32Array): void {
    for (let from = 0; from < values.length; from += CHUNK) {
      this.addPart(values.subarray(from, from + CHUNK))
    }
  }

  result(): HigherMoments {
    const { valid, nodata, m2, m3, m4 } = this
    return { valid, nodata, mean: valid > 0 ? this.mean : NaN, m2, m3, m4 }
  }

  private addPart(values: Float32Array): void {
    let [count, sum] = [0, 0]
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (Number.isFinite(value)) {
        sum += value
        count++
      }
    }
    this.nodata += values.length - count
    if (count === 0) return
    const mean = sum / count
    let [m2, m3, m4] = [0, 0, 0]
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (!Number.isFinite(value)) continue
      const step = value - mean
      const square = step * step
      m2 += square
      m3 += square * step
      m4 += square * square
    }
    this.merge(count, mean, [m2, m3, m4])
  }

  private merge(count: number, mean: number, [m2, m3, m4]: readonly [number, number, number]): void {
    const before = this.valid
    const total = before + count
    const step = before > 0 ? mean - this.mean : 0
    const share = (before * count) / total
    this.m4 +=
      m4 +
      (step ** 4 * share * (before * before - before * count + count * count)) / (total * total) +
      (6 * step * step * (before * before * m2 + count * count * this.m2)) / (total * total) +
      (4 * step * (before * m3 - count * this.m3)) / total
    this.m3 +=
      m3 +
      (step ** 3 * share * (before - count)) / total +
      (3 * step * (before * m2 - count * this.m2)) / total
    this.m2 += m2 + step * step * share
    this.mean = before > 0 ? this.mean + (step * count) / total : mean
    this.valid = total
  }
}

export interface Shape {
  readonly variance: number
  readonly std: number
  readonly skewness: number
  /** Excess: 0 for a normal distribution. */
  readonly kurtosis: number
}

/**
 * Spread and shape. 'population' divides by n; 'sample' corrects for bias: n − 1 for the variance, the usual factors for
 * skewness and kurtosis (scipy with bias=False). NaN where there are too few pixels or all are equal.
 */
export function shapeOfMoments(
  { valid: n, m2, m3, m4 }: HigherMoments,
  bias: 'population' | 'sample',
): Shape {
  const skewness = m2 > 0 ? m3 / n / (m2 / n) ** 1.5 : NaN
  const kurtosis = m2 > 0 ? m4 / n / (m2 / n) ** 2 - 3 : NaN
  if (bias === 'population') return { variance: m2 / n, std: Math.sqrt(m2 / n), skewness, kurtosis }
  const variance = n > 1 ? m2 / (n - 1) : NaN
  return {
    variance,
    std: Math.sqrt(variance),
    skewness: n > 2 ? (skewness * Math.sqrt(n * (n - 1))) / (n - 2) : NaN,
    kurtosis: n > 3 ? ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * kurtosis + 6) : NaN,
  }
}
