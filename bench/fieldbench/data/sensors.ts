import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { stored, tiffFile } from './files.ts'
import type { BandName } from './spectra.ts'

/** Files of one acquisition and the reflectance they give back after rounding, by band. */
export interface Acquisition {
  readonly files: readonly DataFile[]
  readonly bands: Readonly<Record<string, Float32Array>>
}

type Bands = Readonly<Partial<Record<BandName, Float32Array>>>

const SENTINEL_2: Readonly<Record<BandName, string>> = {
  blue: 'B02', green: 'B03', red: 'B04', nir: 'B8A', swir1: 'B11', swir2: 'B12',
} // prettier-ignore

/** Reflectance = DN · 0.0001 − 0.1 (baseline 04.00 and later), written into the file; 0 is nodata. */
const SENTINEL_2_SCALING = { scale: 0.0001, offset: -0.1 }

/** Sentinel-2 L2A at 20 m, a file a band, with the scene classification where `scl` is given (codes of FACTS §3). */
export async function sentinel2(
  grid: Grid,
  date: string,
  bands: Bands,
  options: { readonly tile?: string; readonly scl?: Float32Array } = {},
): Promise<Acquisition> {
  const { tile = '33TWN', scl } = options
  const name = (band: string) => `T${tile}_${date.replaceAll('-', '')}T100031_${band}_20m.tif`
  const acquired = await bandFiles(bands, (band, values) =>
    tiffFile(name(SENTINEL_2[band]), grid, values, {
      sampleType: 'uint16',
      nodata: 0,
      ...SENTINEL_2_SCALING,
    }),
  )
  const classes = scl ? [await tiffFile(name('SCL'), grid, scl, { sampleType: 'uint8', nodata: 0 })] : []
  return { files: [...acquired, ...classes], bands: storedBands(bands, SENTINEL_2_SCALING) }
}

const LANDSAT_8: Readonly<Record<BandName, string>> = {
  blue: 'SR_B2', green: 'SR_B3', red: 'SR_B4', nir: 'SR_B5', swir1: 'SR_B6', swir2: 'SR_B7',
} // prettier-ignore
const LANDSAT_SR = { scale: 0.0000275, offset: -0.2 }
const LANDSAT_ST = { scale: 0.00341802, offset: 149 }

/**
 * Landsat 8 Collection 2 Level 2 at 30 m, a file a band: surface reflectance, surface temperature in kelvin where given,
 * QA_PIXEL where given (bits of FACTS §3). As the archive has them: whole numbers without a scale in the file.
 */
export async function landsat8(
  grid: Grid,
  date: string,
  bands: Bands,
  options: { readonly path?: string; readonly temperature?: Float32Array; readonly qa?: Float32Array } = {},
): Promise<Acquisition> {
  const { path = '193028', temperature, qa } = options
  const name = (band: string) => `LC08_L2SP_${path}_${date.replaceAll('-', '')}_20200824_02_T1_${band}.TIF`
  const raw = (values: Float32Array, { scale, offset }: { scale: number; offset: number }) =>
    values.map((value) => Math.round((value - offset) / scale))
  const files = await bandFiles(bands, (band, values) =>
    tiffFile(name(LANDSAT_8[band]), grid, raw(values, LANDSAT_SR), { sampleType: 'uint16', nodata: 0 }),
  )
  if (temperature) {
    const numbers = raw(temperature, LANDSAT_ST)
    files.push(await tiffFile(name('ST_B10'), grid, numbers, { sampleType: 'uint16', nodata: 0 }))
  }
  if (qa) files.push(await tiffFile(name('QA_PIXEL'), grid, qa, { sampleType: 'uint16', nodata: 1 }))
  return {
    files,
    bands: {
      ...storedBands(bands, LANDSAT_SR),
      ...(temperature ? { temperature: stored(temperature, LANDSAT_ST) } : {}),
    },
  }
}

async function bandFiles(
  bands: Bands,
  write: (band: BandName, values: Float32Array) => Promise<DataFile>,
): Promise<DataFile[]> {
  return Promise.all(Object.entries(bands).map(([band, values]) => write(band as BandName, values)))
}

function storedBands(
  bands: Bands,
  scaling: { readonly scale: number; readonly offset: number },
): Record<string, Float32Array> {
  return Object.fromEntries(Object.entries(bands).map(([band, values]) => [band, stored(values, scaling)]))
}
