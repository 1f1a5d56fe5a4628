import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { stored, tiffFile } from './files.ts'

/** yyyyddd, as NASA writes a day. */
export const dayOfYear = (date: string) => {
  const days =
    (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000
  return date.slice(0, 4) + String(days + 1).padStart(3, '0')
}

export type Platform = 'terra' | 'aqua'
const letters = (platform: Platform) => (platform === 'terra' ? 'MOD' : 'MYD')

const MOD11 = { scale: 0.02 }

/**
 * Daily land surface temperature (MOD11A1 or MYD11A1) in kelvin, a file for day and one for night: whole numbers without a
 * scale in the file, 0 where there is no data, as delivered. The values come back as stored.
 */
export async function modisTemperature(
  grid: Grid,
  date: string,
  kelvin: { readonly day?: Float32Array; readonly night?: Float32Array },
  platform: Platform = 'terra',
): Promise<{
  readonly files: readonly DataFile[]
  readonly day: Float32Array
  readonly night: Float32Array
}> {
  const name = (part: string) =>
    `${letters(platform)}11A1.A${dayOfYear(date)}.h18v04.061.2021300120000.LST_${part}_1km.tif`
  const write = (part: string, values: Float32Array) =>
    tiffFile(
      name(part),
      grid,
      values.map((value) => Math.round(value / MOD11.scale)),
      { sampleType: 'uint16', nodata: 0 },
    )
  const files = [
    ...(kelvin.day ? [await write('Day', kelvin.day)] : []),
    ...(kelvin.night ? [await write('Night', kelvin.night)] : []),
  ]
  const empty = new Float32Array()
  return {
    files,
    day: stored(kelvin.day ?? empty, MOD11),
    night: stored(kelvin.night ?? empty, MOD11),
  }
}

/** Bands of level 1B in which, and beside which, water vapour absorbs. */
export const VAPOUR_BANDS = ['b02', 'b05', 'b17', 'b18', 'b19'] as const
export type VapourBand = (typeof VAPOUR_BANDS)[number]

const REFLECTANCE = { scale: 0.0001 }

/**
 * A swath of level 1B as reflectance at the top of the air, a file a band, the scale written into each. A band may have a
 * grid of its own. The values come back as stored.
 */
export async function modisSwath(
  date: string,
  bands: Readonly<Record<VapourBand, { readonly grid: Grid; readonly values: Float32Array }>>,
  platform: Platform = 'terra',
): Promise<{
  readonly files: readonly DataFile[]
  readonly bands: Readonly<Record<VapourBand, Float32Array>>
}> {
  const level = (grid: Grid) => (grid.transform[0] < 1000 ? 'HKM' : '1KM')
  const files = await Promise.all(
    VAPOUR_BANDS.map((band) => {
      const { grid, values } = bands[band]
      const product = `${letters(platform)}02${level(grid)}`
      return tiffFile(`${product}.A${dayOfYear(date)}.1035.061.2021300120000.${band}.tif`, grid, values, {
        sampleType: 'uint16',
        nodata: 65_535,
        ...REFLECTANCE,
      })
    }),
  )
  const back = VAPOUR_BANDS.map((band) => [band, stored(bands[band].values, REFLECTANCE)] as const)
  return { files, bands: Object.fromEntries(back) as Record<VapourBand, Float32Array> }
}
