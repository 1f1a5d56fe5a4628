import type { BandName } from '../trace/port.ts'

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
  | 'viirs'
  | 'aster'
  | 'planetscope'
  | 'sentinel-1'
  | 'passive-microwave'
  | 'viirs-dnb'
  | 'dmsp-ols'

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

/**
 * Layers of MOD09, MODOC, MOD11, MOD13, MOD14 and MCD64, by the names that `modisName` tidies, and bands of the swaths of
 * level 1B: 17 to 19 lie in and beside the absorption of water vapour, 31 and 32 are the split window.
 */
const MODIS: BandTable = {
  SUR_REFL_B01: 'red',
  SUR_REFL_B02: 'nir',
  SUR_REFL_B03: 'blue',
  SUR_REFL_B04: 'green',
  SUR_REFL_B05: 'swir_1240',
  SUR_REFL_B06: 'swir1',
  SUR_REFL_B07: 'swir2',
  SUR_REFL_B09: 'coastal',
  SUR_REFL_B10: 'blue',
  SUR_REFL_B11: 'green1',
  SUR_REFL_B12: 'green',
  SUR_REFL_B13: 'red',
  SUR_REFL_B16: 'nir',
  B01: 'red',
  B02: 'nir',
  B03: 'blue',
  B04: 'green',
  B05: 'swir_1240',
  B06: 'swir1',
  B07: 'swir2',
  B17: 'wv_905',
  B18: 'wv_936',
  B19: 'wv_940',
  B26: 'cirrus',
  B31: 'thermal1',
  B32: 'thermal2',
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
  MAXFRP: 'band',
  BURN_DATE: 'band',
}

/** VIIRS: I bands at 375 m, M bands at 750 m; M1, M6 and the bands of the middle infrared have no common name. */
const VIIRS: BandTable = {
  I1: 'red',
  I2: 'nir',
  I3: 'swir1',
  I5: 'thermal1',
  M1: 'band',
  M2: 'coastal',
  M3: 'blue',
  M4: 'green',
  M5: 'red',
  M7: 'nir',
  M8: 'swir_1240',
  M9: 'cirrus',
  M10: 'swir1',
  M11: 'swir2',
  M15: 'thermal1',
  M16: 'thermal2',
}

/** ASTER; of the five bands from 2.15 to 2.43 µm B6, at 2.2 µm, is the second short-wave infrared of other sensors. */
const ASTER: BandTable = {
  B1: 'green',
  B2: 'red',
  B3N: 'nir',
  B4: 'swir1',
  B5: 'band',
  B6: 'swir2',
  B7: 'band',
  B8: 'band',
  B9: 'band',
  B10: 'tir1',
  B11: 'tir2',
  B12: 'tir3',
  B13: 'tir4',
  B14: 'tir5',
}

/** PlanetScope, by the descriptions that its files have. */
const PLANET: BandTable = {
  COASTAL_BLUE: 'coastal',
  BLUE: 'blue',
  GREEN_I: 'green1',
  GREEN: 'green',
  YELLOW: 'yellow',
  RED: 'red',
  REDEDGE: 'rededge1',
  NIR: 'nir',
}

/** Polarisations of Sentinel-1, sent and received. */
const SAR: BandTable = { VV: 'vv', VH: 'vh', HH: 'hh', HV: 'hv' }

/** Records made of passive microwave: what they hold is no band. */
const MICROWAVE: BandTable = { ICE_CONC: 'band' }

/** Composites of night lights: what they hold is no band of a spectrum. */
const LIGHTS: BandTable = { NIGHT_LIGHTS: 'band' }

export const BAND_TABLES: Readonly<Record<Sensor, BandTable>> = {
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
  viirs: VIIRS,
  aster: ASTER,
  planetscope: PLANET,
  'sentinel-1': SAR,
  'passive-microwave': MICROWAVE,
  'viirs-dnb': LIGHTS,
  'dmsp-ols': LIGHTS,
}
