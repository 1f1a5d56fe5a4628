import type { Grid } from '../../../src/raster/grid/grid.ts'
import { stored, tiffFile } from './files.ts'
import { dayOfYear } from './modis.ts'
import type { Acquisition } from './sensors.ts'
import type { BandName } from './spectra.ts'

const MOD09: Readonly<Record<BandName, string>> = {
  red: 'b01', nir: 'b02', blue: 'b03', green: 'b04', swir1: 'b06', swir2: 'b07',
} // prettier-ignore

const REFLECTANCE = { scale: 0.0001 }
const FILL = -28672

/**
 * Surface reflectance of eight days (MOD09A1) as AppEEARS cuts it: a file a band in longitude and latitude, whole numbers
 * without a scale in the file.
 */
export async function modisReflectance(
  grid: Grid,
  date: string,
  bands: Readonly<Partial<Record<BandName, Float32Array>>>,
): Promise<Acquisition> {
  const entries = Object.entries(bands) as [BandName, Float32Array][]
  const files = await Promise.all(
    entries.map(([band, values]) =>
      tiffFile(
        `MOD09A1.061_sur_refl_${MOD09[band]}_doy${dayOfYear(date)}_aid0001.tif`,
        grid,
        values.map((value) => Math.round(value / REFLECTANCE.scale)),
        { sampleType: 'int16', nodata: FILL },
      ),
    ),
  )
  return {
    files,
    bands: Object.fromEntries(entries.map(([band, values]) => [band, stored(values, REFLECTANCE)])),
  }
}
