declare module 'shpjs' {
  /** Geometries of a .shp in the order of its records, null for an empty shape. */
  export function parseShp(
    shp: DataView,
  ): readonly ({ readonly type: string; readonly coordinates: unknown } | null)[]
  /** Rows of a .dbf; dates are of the local clock, numbers that are none NaN. */
  export function parseDbf(dbf: DataView, encoding?: string): readonly Readonly<Record<string, unknown>>[]
}
