import { describe, expect, it } from 'vitest'
import { wavelengthOf } from '../../src/sensing/wavelengths.ts'
import type { BandName } from '../../src/trace/port.ts'

const SENSORS = ['sentinel-2', 'hls-s30', 'hls-l30', 'landsat-5', 'landsat-7', 'landsat-8', 'modis']

describe('wavelengthOf', () => {
  it.each(SENSORS)('puts each band of %s in its part of the spectrum', (sensor) => {
    // Parts of the spectrum in nanometres, as textbooks draw them.
    const parts: readonly (readonly [BandName, number, number])[] = [
      ['blue', 450, 500],
      ['green', 520, 600],
      ['red', 620, 690],
      ['nir', 760, 900],
      ['swir1', 1550, 1750],
      ['swir2', 2080, 2350],
    ]
    for (const [band, from, to] of parts) {
      const centre = wavelengthOf(sensor, band)!
      expect([band, centre >= from && centre <= to]).toEqual([band, true])
    }
  })

  it('tells the narrow near infrared of Sentinel-2 from the wide one', () => {
    expect([wavelengthOf('sentinel-2', 'nir'), wavelengthOf('sentinel-2', 'nir_narrow')]).toEqual([833, 865])
    expect([wavelengthOf('hls-s30', 'nir_wide'), wavelengthOf('hls-s30', 'nir')]).toEqual([833, 865])
  })

  it('knows nothing of radars and unknown sensors', () => {
    expect([wavelengthOf('sentinel-1', 'vv'), wavelengthOf('unknown', 'red')]).toEqual([null, null])
  })
})
