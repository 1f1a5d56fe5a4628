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

/** A formula pixel by pixel over bands of the same length; NaN where a band is NaN or not above 0. */
export function perPixel<Name extends string>(
  bands: Readonly<Record<Name, Float32Array>>,
  names: readonly Name[],
  formula: (values: Readonly<Record<Name, number>>) => number,
): Float64Array {
  const values = {} as Record<Name, number>
  return Float64Array.from(bands[names[0]!], (_, at) => {
    for (const name of names) values[name] = bands[name][at]!
    return names.every((name) => values[name] > 0) ? formula(values) : NaN
  })
}

export const leastOf = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
export const mostOf = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), -Infinity)

/** Square metres of a cell of a geographic grid on WGS84, by the closed form of a zone's area (Snyder 1987, eq. 3-12). */
export function geographicCellArea(degrees: number, south: number): number {
  const [a, f] = [6_378_137, 1 / 298.257223563]
  const e = Math.sqrt(f * (2 - f))
  const zone = (latitude: number) => {
    const s = Math.sin((latitude * Math.PI) / 180)
    return s / (1 - (e * s) ** 2) + Math.log((1 + e * s) / (1 - e * s)) / (2 * e)
  }
  const width = (degrees * Math.PI) / 180
  return 0.5 * a * a * (1 - e * e) * width * (zone(south + degrees) - zone(south))
}

/** Means of squares of 2 × 2 of an image of `width` columns; both sides even. NaN where one of the four is. */
export function halved(values: ArrayLike<number>, width: number): Float32Array {
  const half = width / 2
  return Float32Array.from({ length: values.length / 4 }, (_, at) => {
    const first = 2 * Math.floor(at / half) * width + 2 * (at % half)
    return (values[first]! + values[first + 1]! + values[first + width]! + values[first + width + 1]!) / 4
  })
}

/** Precipitable water in cm of Kaufman and Gao (1992) over mixed ground, sun at `zenith` degrees, seen from above. */
export function precipitableWater(
  bands: { readonly b02: number; readonly b05: number; readonly b19: number },
  zenith = 0,
): number {
  const ground = bands.b02 + ((bands.b05 - bands.b02) * (0.94 - 0.865)) / (1.24 - 0.865)
  const root = (0.02 - Math.log(bands.b19 / ground)) / 0.651
  return (root * root) / (1 / Math.cos((zenith * Math.PI) / 180) + 1)
}
