import type { BandName } from '../trace/port.ts'
import { CLEAR_BANDS } from './qa/clear-bands.ts'

export type Sensor =
  | 'sentinel-2'
  | 'landsat-4'
  | 'landsat-5'
  | 'landsat-7'
  | 'landsat-8'
  | 'landsat-9'
  | 'hls-l30'
  | 'hls-s30'
  | 'modis-terra'
  | 'modis-aqua'
  | 'modis'

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

/** Harmonized Landsat Sentinel-2 from Landsat 8 and 9. */
const L30: BandTable = {
  B01: 'coastal',
  B02: 'blue',
  B03: 'green',
  B04: 'red',
  B05: 'nir',
  B06: 'swir1',
  B07: 'swir2',
  B09: 'cirrus',
  B10: 'thermal1',
  B11: 'thermal2',
  FMASK: 'fmask',
}

/** HLS from Sentinel-2: B8A is what was adjusted to B05 of L30, so that it is the near infrared and B08 the wide one. */
const S30: BandTable = {
  B01: 'coastal',
  B02: 'blue',
  B03: 'green',
  B04: 'red',
  B05: 'rededge1',
  B06: 'rededge2',
  B07: 'rededge3',
  B08: 'nir_wide',
  B8A: 'nir',
  B09: 'water_vapour',
  B10: 'cirrus',
  B11: 'swir1',
  B12: 'swir2',
  FMASK: 'fmask',
}

/** Layers of MOD09, MOD11, MOD13, MOD14 and MCD64, by the names that `modisName` tidies; 1.24 µm has no common name. */
const MODIS: BandTable = {
  SUR_REFL_B01: 'red',
  SUR_REFL_B02: 'nir',
  SUR_REFL_B03: 'blue',
  SUR_REFL_B04: 'green',
  SUR_REFL_B05: 'band',
  SUR_REFL_B06: 'swir1',
  SUR_REFL_B07: 'swir2',
  STATE: 'modis_state',
  LST_DAY: 'thermal1',
  LST_NIGHT: 'thermal1',
  QC_DAY: 'modis_lst_qc',
  QC_NIGHT: 'modis_lst_qc',
  NDVI: 'band',
  EVI: 'band',
  RED_REFLECTANCE: 'red',
  NIR_REFLECTANCE: 'nir',
  BLUE_REFLECTANCE: 'blue',
  MIR_REFLECTANCE: 'swir2',
  VI_QUALITY: 'modis_vi_quality',
  PIXEL_RELIABILITY: 'modis_reliability',
  FIREMASK: 'band',
  BURN_DATE: 'band',
}

const TABLES: Readonly<Record<Sensor, BandTable>> = {
  'sentinel-2': MSI,
  'landsat-4': TM,
  'landsat-5': TM,
  'landsat-7': TM,
  'landsat-8': OLI,
  'landsat-9': OLI,
  'hls-l30': L30,
  'hls-s30': S30,
  'modis-terra': MODIS,
  'modis-aqua': MODIS,
  modis: MODIS,
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
  'hls-l30': 'HLS L30',
  'hls-s30': 'HLS S30',
  'modis-terra': 'MODIS Terra',
  'modis-aqua': 'MODIS Aqua',
  modis: 'MODIS',
}

const isHls = (sensor: Sensor) => sensor === 'hls-l30' || sensor === 'hls-s30'

export function sensorTitle(sensor: Sensor): string {
  return TITLES[sensor]
}

/**
 * Common name and tidy designation of what a file or tag calls a band ('b4', 'SR_B7', 'B8A'); 'band' for other files
 * of the product, null for what is not in the lists.
 */
export function sensorBand(sensor: Sensor, text: string): { name: BandName; designation: string } | null {
  const upper = text.toUpperCase()
  // Earth Engine writes B2 for what ESA and HLS call B02.
  const designation = sensor === 'sentinel-2' || isHls(sensor) ? upper.replace(/^B(\d)$/, 'B0$1') : upper
  const name = TABLES[sensor][designation.replace(/^S[RT]_(?=B\d)/, '')]
  if (name !== undefined) return { name, designation }
  return OTHER_FILES.has(designation) ? { name: 'band', designation } : null
}

/**
 * Designations of the bands of a file that says nothing of them, by the order that is usual for so many; null where
 * there is no usual one. Ten: all of L30 as delivered. Six: what models of HLS are trained on.
 */
export function usualOrder(sensor: Sensor, count: number): readonly string[] | null {
  if (sensor === 'hls-l30' && count === 10) return Object.keys(L30).filter((band) => band !== 'FMASK')
  if (!isHls(sensor) || count !== 6) return null
  return sensor === 'hls-l30'
    ? ['B02', 'B03', 'B04', 'B05', 'B06', 'B07']
    : ['B02', 'B03', 'B04', 'B8A', 'B11', 'B12']
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
