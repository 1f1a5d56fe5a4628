import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { stored, tiffFile } from './files.ts'

/** How the archives hand out a year of night lights. */
export const LIGHT_SERIES = ['black-marble', 'eog', 'dmsp'] as const
export type LightSeries = (typeof LIGHT_SERIES)[number]

const BLACK_MARBLE = { scale: 0.1 }

/**
 * Night lights of a year. 'black-marble': VNP46A4 in whole numbers of 0.1 nW/cm²/sr, the scale in the file; 'eog': the annual
 * VIIRS composite of the Earth Observation Group in decimal nW/cm²/sr; 'dmsp': stable lights of DMSP-OLS, numbers from 0 to
 * 63 without a unit. The values come back as stored.
 */
export async function nightLights(
  series: LightSeries,
  grid: Grid,
  year: number,
  values: Float32Array,
): Promise<{ readonly file: DataFile; readonly values: Float32Array }> {
  switch (series) {
    case 'black-marble': {
      const name = `VNP46A4.A${year}001.h17v05.001.2021125123456.AllAngle_Composite_Snow_Free.tif`
      const options = { sampleType: 'uint16' as const, nodata: 65_535, ...BLACK_MARBLE }
      return { file: await tiffFile(name, grid, values, options), values: stored(values, BLACK_MARBLE) }
    }
    case 'eog': {
      const name = `VNL_v21_npp_${year}_global_vcmslcfg_c202205302300.average_masked.dat.tif`
      return { file: await tiffFile(name, grid, values, { sampleType: 'float32', nodata: null }), values }
    }
    case 'dmsp': {
      const name = `F18${year}.v4c_web.stable_lights.avg_vis.tif`
      const whole = stored(
        values.map((value) => Math.min(63, value)),
        { scale: 1 },
      )
      return { file: await tiffFile(name, grid, whole, { sampleType: 'uint8', nodata: 255 }), values: whole }
    }
  }
}
