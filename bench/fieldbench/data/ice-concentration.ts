import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { stored, tiffFile } from './files.ts'

export type Hemisphere = 'north' | 'south'

/** Kilometres of a pixel of the grids that the records of sea ice come on. */
const PIXEL_KM = 25
export const ICE_PIXEL_KM2 = PIXEL_KM ** 2

/** A square about the pole on EASE-Grid 2.0, whose pixels are all of one area. */
export function iceGrid(hemisphere: Hemisphere, side: number): Grid {
  const [metres, half] = [PIXEL_KM * 1000, (PIXEL_KM * 1000 * side) / 2]
  return {
    width: side,
    height: side,
    crs: crsFromEpsg(hemisphere === 'north' ? 6931 : 6932),
    transform: [metres, 0, -half, 0, -metres, half],
  }
}

/** Hundredths of a percent, as the record of OSI SAF has them. */
const PERCENT = { scale: 0.01 }

/**
 * Sea-ice concentration of one day as OSI SAF gives it (climate data record 3), turned into GeoTIFF: percent as scaled whole
 * numbers, NaN over land. The values come back as stored, in percent.
 */
export async function iceConcentration(
  hemisphere: Hemisphere,
  grid: Grid,
  date: string,
  percent: Float32Array,
): Promise<{ readonly file: DataFile; readonly percent: Float32Array }> {
  const name = `ice_conc_${hemisphere === 'north' ? 'nh' : 'sh'}_ease2-250_cdr-v3p0_${date.replaceAll('-', '')}1200.tif`
  const file = await tiffFile(name, grid, percent, { sampleType: 'int16', nodata: -32_767, ...PERCENT })
  return { file, percent: stored(percent, PERCENT) }
}
