export interface Ellipsoid {
  /** Name in a proj4 definition; null where proj4 lacks it, and would silently take it for WGS 84, or rounds it. */
  readonly name: string | null
  /** EPSG code. */
  readonly code: number
  /** Semi-major axis in metres. */
  readonly axis: number
  /** Inverse flattening. */
  readonly inverse: number
}

/** Ellipsoids that user-defined systems name (EPSG registry). */
export const ELLIPSOIDS: readonly Ellipsoid[] = [
  { name: 'WGS84', code: 7030, axis: 6378137, inverse: 298.257223563 },
  { name: 'GRS80', code: 7019, axis: 6378137, inverse: 298.257222101 },
  { name: null, code: 7043, axis: 6378135, inverse: 298.26 },
  { name: 'clrk66', code: 7008, axis: 6378206.4, inverse: 294.9786982138982 },
  { name: null, code: 7012, axis: 6378249.145, inverse: 293.465 },
  { name: null, code: 7011, axis: 6378249.2, inverse: 293.4660212936269 },
  { name: 'bessel', code: 7004, axis: 6377397.155, inverse: 299.1528128 },
  { name: 'intl', code: 7022, axis: 6378388, inverse: 297 },
  { name: 'airy', code: 7001, axis: 6377563.396, inverse: 299.3249646 },
  { name: 'krass', code: 7024, axis: 6378245, inverse: 298.3 },
]
