import type { BandName } from '../trace/port.ts'

type Centres = Readonly<Partial<Record<BandName, number>>>

/** Sentinel-2A MSI (ESA, spectral response functions 3.0, rounded). */
const MSI: Centres = {
  coastal: 443, blue: 492, green: 560, red: 665, rededge1: 704, rededge2: 741, rededge3: 783, nir: 833, nir_narrow: 865,
  water_vapour: 945, cirrus: 1374, swir1: 1614, swir2: 2202,
} // prettier-ignore

/** Middle of the ranges that USGS gives for OLI and TIRS, ETM+ and TM. */
const OLI: Centres = {
  coastal: 443, blue: 482, green: 562, red: 655, nir: 865, swir1: 1609, swir2: 2201, pan: 590, cirrus: 1374,
  thermal1: 10895, thermal2: 12005,
} // prettier-ignore
const ETM: Centres = {
  blue: 485, green: 560, red: 660, nir: 835, swir1: 1650, swir2: 2220, pan: 710, thermal1: 11450, thermal2: 11450,
} // prettier-ignore
const TM: Centres = { blue: 485, green: 560, red: 660, nir: 830, swir1: 1650, swir2: 2215, thermal1: 11450 }

/** Middle of bands 1 to 7 (NASA, MODIS specifications). */
const MODIS: Centres = {
  red: 645,
  nir: 859,
  blue: 469,
  green: 555,
  swir_1240: 1240,
  swir1: 1640,
  swir2: 2130,
}

const BY_SENSOR: Readonly<Record<string, Centres>> = {
  'sentinel-2': MSI,
  // What goes by the name of near infrared there is the narrow band.
  'hls-s30': { ...MSI, nir: 865, nir_wide: 833 },
  'hls-l30': OLI,
  'landsat-4': TM,
  'landsat-5': TM,
  'landsat-7': ETM,
  'landsat-8': OLI,
  'landsat-9': OLI,
  'modis-terra': MODIS,
  'modis-aqua': MODIS,
  modis: MODIS,
}

/** Middle of a band in nanometres; null where the table does not know it. */
export function wavelengthOf(sensor: string, band: BandName): number | null {
  return BY_SENSOR[sensor]?.[band] ?? null
}
