/**
 * Plain arithmetic for truths: written apart from the tools and their kernels on purpose, so that neither can hide the
 * other's fault. NaN is nodata everywhere.
 */

/** (a − b) / (a + b), NaN where either is not positive. */
export const normalisedDifference = (a: Float32Array, b: Float32Array): Float64Array =>
  Float64Array.from(a, (x, at) => {
    const y = b[at]!
    return x > 0 && y > 0 ? (x - y) / (x + y) : NaN
  })

export const minus = (a: ArrayLike<number>, b: ArrayLike<number>): Float64Array =>
  Float64Array.from(a, (x, at) => x - b[at]!)

/** Values that are numbers, and where `inside` is given only those in it. */
export function valid(values: ArrayLike<number>, inside?: (at: number) => boolean): number[] {
  return Array.from(values).filter((value, at) => !Number.isNaN(value) && (inside?.(at) ?? true))
}

export const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const countWhere = (values: ArrayLike<number>, test: (value: number) => boolean) =>
  Array.from(values).filter((value) => test(value)).length

/** Value below which `share` (0 to 1) of the values lie, linear between ranks as numpy's default. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!)
}

/** Population standard deviation. */
export function deviation(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/** Least-squares slope of y over x. */
export function slope(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [meanOf(x), meanOf(y)]
  const top = x.reduce((sum, value, at) => sum + (value - mx) * (y[at]! - my), 0)
  return top / x.reduce((sum, value) => sum + (value - mx) ** 2, 0)
}
