import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { tiffFile } from './files.ts'

export type Polarisation = 'VV' | 'VH'

export const decibels = (power: Float32Array): Float32Array => power.map((value) => 10 * Math.log10(value))

/**
 * Sentinel-1 backscatter of one pass, corrected for terrain as ASF makes it: a file a polarisation, γ⁰ as linear power or
 * in dB. NaN where there is no data.
 */
export function sentinel1(
  grid: Grid,
  date: string,
  power: Readonly<Partial<Record<Polarisation, Float32Array>>>,
  scale: 'power' | 'decibel' = 'power',
): Promise<DataFile[]> {
  const letter = scale === 'power' ? 'p' : 'd'
  const stem = `S1A_IW_${date.replaceAll('-', '')}T053045_DVP_RTC30_G_g${letter}uned_1A2B`
  return Promise.all(
    (Object.entries(power) as [Polarisation, Float32Array][]).map(([band, values]) =>
      tiffFile(`${stem}_${band}.tif`, grid, scale === 'power' ? values : decibels(values), {
        sampleType: 'float32',
        nodata: null,
      }),
    ),
  )
}
