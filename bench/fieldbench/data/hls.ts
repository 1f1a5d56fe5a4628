import type { Grid } from '../../../src/raster/grid/grid.ts'
import { stored, tiffFile } from './files.ts'
import type { Acquisition } from './sensors.ts'
import type { BandName } from './spectra.ts'

const S30: Readonly<Record<BandName, string>> = {
  blue: 'B02', green: 'B03', red: 'B04', nir: 'B8A', swir1: 'B11', swir2: 'B12',
} // prettier-ignore

/** Of the guide; the files do not say so themselves. */
const SCALE = 0.0001
const FILL = -9999

/** HLS S30 version 2.0, a file a band, with Fmask where given (bits of FACTS §3). */
export async function hlsS30(
  grid: Grid,
  date: string,
  bands: Readonly<Partial<Record<BandName, Float32Array>>>,
  { fmask }: { readonly fmask?: Float32Array } = {},
): Promise<Acquisition> {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1
  const stem = `HLS.S30.T33TWN.${date.slice(0, 4)}${String(day).padStart(3, '0')}T100031.v2.0`
  const given = Object.entries(bands) as [BandName, Float32Array][]
  const files = await Promise.all(
    given.map(([band, values]) =>
      tiffFile(
        `${stem}.${S30[band]}.tif`,
        grid,
        values.map((value) => Math.round(value / SCALE)),
        {
          sampleType: 'int16',
          nodata: FILL,
        },
      ),
    ),
  )
  if (fmask)
    files.push(await tiffFile(`${stem}.Fmask.tif`, grid, fmask, { sampleType: 'uint8', nodata: 255 }))
  return {
    files,
    bands: Object.fromEntries(given.map(([band, values]) => [band, stored(values, { scale: SCALE })])),
  }
}
