/**
 * Pixel (col, row) to map (x, y): x = a·col + b·row + c, y = d·col + e·row + f.
 * (0, 0) is the outer corner of the first pixel; e is usually negative, but north-up is never assumed.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export interface Crs {
  /** 'EPSG:32621', 'user:' and a hash of the definition, or 'unknown'. Safe to show to a model. */
  readonly id: string
  readonly kind: 'projected' | 'geographic' | 'unknown'
  /** Name for people. May come from a file: untrusted. */
  readonly name: string
  /** proj4 definition, null where the CRS, or the way from its datum to WGS 84, is unknown. */
  readonly proj4: string | null
  /** Length of one axis unit in metres; NaN where axes are degrees or unknown. */
  readonly metresPerUnit: number
  /** Metres by which places on the globe may be off, where the datum is tied to WGS 84 by no more than an approximation. */
  readonly accuracyMetres?: number
}

export interface Grid {
  readonly width: number
  readonly height: number
  readonly crs: Crs
  readonly transform: Affine
}

export const UNKNOWN_CRS: Crs = {
  id: 'unknown',
  kind: 'unknown',
  name: 'unknown',
  proj4: null,
  metresPerUnit: NaN,
}
