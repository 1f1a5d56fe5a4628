import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { stored, tiffFile } from './files.ts'

/** One product of one date: its file, and the values that it gives back. */
export interface Composite {
  readonly file: DataFile
  readonly values: Float32Array
}

/** Composites of MODIS as AppEEARS cuts them out: whole numbers without a scale in the file. */
const PRODUCTS = {
  ndvi: { name: 'MOD13A2.061__1_km_16_days_NDVI', scale: 0.0001, sampleType: 'int16', nodata: -3000 },
  evi: { name: 'MOD13A2.061__1_km_16_days_EVI', scale: 0.0001, sampleType: 'int16', nodata: -3000 },
  temperature: { name: 'MOD11A2.061_LST_Day_1km', scale: 0.02, sampleType: 'uint16', nodata: 0 },
} as const

/** A composite that begins on this day of the year; NDVI and EVI as they are, temperature in kelvin. */
export async function composite(
  product: keyof typeof PRODUCTS,
  grid: Grid,
  values: Float32Array,
  when: { readonly year: number; readonly day: number },
): Promise<Composite> {
  const { name, scale, sampleType, nodata } = PRODUCTS[product]
  const digits = `${when.year}${String(when.day).padStart(3, '0')}`
  const numbers = values.map((value) => Math.round(value / scale))
  return {
    file: await tiffFile(`${name}_doy${digits}_aid0001.tif`, grid, numbers, { sampleType, nodata }),
    values: stored(values, { scale }),
  }
}

/** yyyy-mm-dd of a day of the year. */
export const dateOf = ({ year, day }: { readonly year: number; readonly day: number }): string =>
  new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10)
