export interface Ellipsoid {
  /** Name in a proj4 definition. */
  readonly name: string
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
  { name: 'WGS72', code: 7043, axis: 6378135, inverse: 298.26 },
  { name: 'clrk66', code: 7008, axis: 6378206.4, inverse: 294.9786982138982 },
  { name: 'bessel', code: 7004, axis: 6377397.155, inverse: 299.1528128 },
  { name: 'intl', code: 7022, axis: 6378388, inverse: 297 },
]
