/** From raw numbers of a Landsat thermal band to radiance in W/(m²·sr·µm), and on to temperature. */
export interface ThermalBand {
  readonly k1: number
  readonly k2: number
  /** Radiance = gain · DN + offset. */
  readonly gain: number
  readonly offset: number
}

/** Constants of Chander, Markham and Helder (2009) for TM and ETM+, and of the MTL files of Landsat 8 and 9. */
export const THERMAL_BANDS = {
  landsat_4_tm6: { k1: 671.62, k2: 1284.3, gain: 0.055376, offset: 1.18 },
  landsat_5_tm6: { k1: 607.76, k2: 1260.56, gain: 0.055376, offset: 1.18 },
  landsat_7_low: { k1: 666.09, k2: 1282.71, gain: 0.067087, offset: -0.07 },
  landsat_7_high: { k1: 666.09, k2: 1282.71, gain: 0.037205, offset: 3.16 },
  landsat_8_b10: { k1: 774.8853, k2: 1321.0789, gain: 3.342e-4, offset: 0.1 },
  landsat_8_b11: { k1: 480.8883, k2: 1201.1442, gain: 3.342e-4, offset: 0.1 },
  landsat_9_b10: { k1: 799.0284, k2: 1329.2405, gain: 3.8e-4, offset: 0.1 },
  landsat_9_b11: { k1: 475.6581, k2: 1198.3494, gain: 3.49e-4, offset: 0.1 },
} as const satisfies Readonly<Record<string, ThermalBand>>

export type ThermalBandName = keyof typeof THERMAL_BANDS

/** The constants of a band of a known sensor; null where the sensor has none. */
export function thermalBandOf(sensor: string, band: 'thermal1' | 'thermal2'): ThermalBandName | null {
  const isFirst = band === 'thermal1'
  switch (sensor) {
    case 'landsat-4':
      return isFirst ? 'landsat_4_tm6' : null
    case 'landsat-5':
      return isFirst ? 'landsat_5_tm6' : null
    case 'landsat-7':
      return isFirst ? 'landsat_7_low' : 'landsat_7_high'
    case 'landsat-8':
      return isFirst ? 'landsat_8_b10' : 'landsat_8_b11'
    case 'landsat-9':
      return isFirst ? 'landsat_9_b10' : 'landsat_9_b11'
    default:
      return null
  }
}
