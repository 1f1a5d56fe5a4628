import type { BandName } from '../trace/port.ts'
import { CLEAR_BANDS } from './qa/clear-bands.ts'

export type Sensor = 'sentinel-2' | 'landsat-4' | 'landsat-5' | 'landsat-7' | 'landsat-8' | 'landsat-9'

type BandTable = Readonly<Record<string, BandName>>

/** Sentinel-2 MSI; B8A and B8 are both near infrared: B08 wide at 10 m, B8A narrow at 20 m. */
const MSI: BandTable = {
  B01: 'coastal',
  B02: 'blue',
  B03: 'green',
  B04: 'red',
  B05: 'rededge1',
  B06: 'rededge2',
  B07: 'rededge3',
  B08: 'nir',
  B8A: 'nir_narrow',
  B09: 'water_vapour',
  B10: 'cirrus',
  B11: 'swir1',
  B12: 'swir2',
  SCL: 'scl',
}

/** Landsat 8 and 9: OLI and TIRS. */
const OLI: BandTable = {
  B1: 'coastal',
  B2: 'blue',
  B3: 'green',
  B4: 'red',
  B5: 'nir',
  B6: 'swir1',
  B7: 'swir2',
  B8: 'pan',
  B9: 'cirrus',
  B10: 'thermal1',
  B11: 'thermal2',
  QA_PIXEL: 'qa_pixel',
  BQA: 'qa_pixel',
}

/** Landsat 4, 5 (TM) and 7 (ETM+); ETM+ gives its thermal band at two gains. */
const TM: BandTable = {
  B1: 'blue',
  B2: 'green',
  B3: 'red',
  B4: 'nir',
  B5: 'swir1',
  B6: 'thermal1',
  B6_VCID_1: 'thermal1',
  B6_VCID_2: 'thermal2',
  B7: 'swir2',
  B8: 'pan',
  QA_PIXEL: 'qa_pixel',
  BQA: 'qa_pixel',
}

const TABLES: Readonly<Record<Sensor, BandTable>> = {
  'sentinel-2': MSI,
  'landsat-4': TM,
  'landsat-5': TM,
  'landsat-7': TM,
  'landsat-8': OLI,
  'landsat-9': OLI,
}

/** Files of a product that are no band of the sensor; they are kept as unnamed bands under these designations. */
const OTHER_FILES = new Set([
  'AOT', 'WVP', 'TCI', 'CLD', 'SNW', 'QA_RADSAT', 'SR_QA_AEROSOL', 'SR_CLOUD_QA', 'SR_ATMOS_OPACITY', 'ST_ATRAN',
  'ST_CDIST', 'ST_DRAD', 'ST_EMIS', 'ST_EMSD', 'ST_QA', 'ST_TRAD', 'ST_URAD', 'SAA', 'SZA', 'VAA', 'VZA',
]) // prettier-ignore

const TITLES: Readonly<Record<Sensor, string>> = {
  'sentinel-2': 'Sentinel-2',
  'landsat-4': 'Landsat 4',
  'landsat-5': 'Landsat 5',
  'landsat-7': 'Landsat 7',
  'landsat-8': 'Landsat 8',
  'landsat-9': 'Landsat 9',
}

export function sensorTitle(sensor: Sensor): string {
  return TITLES[sensor]
}

/**
 * Common name and tidy designation of what a file or tag calls a band ('b4', 'SR_B7', 'B8A'); 'band' for other files
 * of the product, null for what is not in the lists.
 */
export function sensorBand(sensor: Sensor, text: string): { name: BandName; designation: string } | null {
  const upper = text.toUpperCase()
  // Earth Engine writes B2 for what ESA calls B02.
  const designation = sensor === 'sentinel-2' ? upper.replace(/^B(\d)$/, 'B0$1') : upper
  const name = TABLES[sensor][designation.replace(/^S[RT]_(?=B\d)/, '')]
  if (name !== undefined) return { name, designation }
  return OTHER_FILES.has(designation) ? { name: 'band', designation } : null
}

/** True for bands whose physical value is a reflectance. */
export function isOptical(name: BandName): boolean {
  return name !== 'band' && !isThermal(name) && !isQuality(name)
}

export function isThermal(name: BandName): boolean {
  return name === 'thermal1' || name === 'thermal2'
}

/** True for bands of classes or bits, which have no scaling and are never averaged. */
export function isQuality(name: BandName): boolean {
  return CLEAR_BANDS.some((band) => band === name)
}
