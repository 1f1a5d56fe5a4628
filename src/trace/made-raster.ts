/** One band that was made and not measured, as a GeoTIFF is to hold it. North-up, square pixels. */
export interface MadeRaster {
  readonly name: string
  readonly epsg: number
  readonly west: number
  readonly north: number
  readonly cell: number
  readonly width: number
  readonly height: number
  /** What is meant, row by row: the stored numbers are (value − offset) / scale, rounded. */
  readonly values: Float32Array
  readonly scale: number
  readonly offset: number
}
