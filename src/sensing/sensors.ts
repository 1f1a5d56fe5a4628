import type { BandName } from '../trace/port.ts'
import { BAND_TABLES, type Sensor } from './band-tables.ts'
import { CLEAR_BANDS } from './qa/clear-bands.ts'

export type { Sensor }

/** Files of a product that are no band of the sensor; they are kept as unnamed bands under these designations. */
const OTHER_FILES = new Set([
  'AOT', 'WVP', 'TCI', 'CLD', 'SNW', 'QA_RADSAT', 'SR_QA_AEROSOL', 'SR_CLOUD_QA', 'SR_ATMOS_OPACITY', 'PIXEL_QA', 'RADSAT_QA', 'SR_AEROSOL', 'ST_ATRAN',
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
  viirs: 'VIIRS',
  aster: 'ASTER',
  planetscope: 'PlanetScope',
  'sentinel-1': 'Sentinel-1',
  'passive-microwave': 'passive microwave',
  'viirs-dnb': 'VIIRS day/night band',
  'dmsp-ols': 'DMSP-OLS',
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
  const name = BAND_TABLES[sensor][bare(sensor, designation)]
  if (name !== undefined)
    return { name, designation: sensor === 'sentinel-1' ? bare(sensor, designation) : designation }
  return OTHER_FILES.has(designation) ? { name: 'band', designation } : null
}

/** Without what products put around it: SR_B4 of Landsat, Sigma0_VV_db as SNAP writes it. */
function bare(sensor: Sensor, designation: string): string {
  return sensor === 'sentinel-1'
    ? designation.replace(/^(?:SIGMA0|GAMMA0|BETA0)_|_DB$/g, '')
    : designation.replace(/^S[RT]_(?=B\d)/, '')
}

/**
 * Designations of the bands of a file that says nothing of them, by the order that is usual for so many; null where
 * there is no usual one. Ten: all of L30 as delivered. Six: what models of HLS are trained on.
 * Four and eight: PlanetScope as delivered.
 */
export function usualOrder(sensor: Sensor, count: number): readonly string[] | null {
  if (sensor === 'hls-l30' && count === 10)
    return Object.keys(BAND_TABLES['hls-l30']).filter((band) => band !== 'FMASK')
  if (sensor === 'planetscope') {
    const all = Object.keys(BAND_TABLES.planetscope)
    return count === 8 ? all : count === 4 ? ['BLUE', 'GREEN', 'RED', 'NIR'] : null
  }
  if (!isHls(sensor) || count !== 6) return null
  return sensor === 'hls-l30'
    ? ['B02', 'B03', 'B04', 'B05', 'B06', 'B07']
    : ['B02', 'B03', 'B04', 'B8A', 'B11', 'B12']
}

/** True for bands whose physical value is a reflectance. */
export function isOptical(name: BandName): boolean {
  return name !== 'band' && !isThermal(name) && !isRadar(name) && !isQuality(name)
}

/** True for bands whose physical value is a temperature in kelvin, or the radiance that it is worked out from. */
export function isThermal(name: BandName): boolean {
  return /^(thermal|tir)\d$/.test(name)
}

/** True for polarisations of a radar, whose physical value is backscatter. */
export function isRadar(name: BandName): boolean {
  return /^[vh]{2}$/.test(name)
}

/** True for bands of classes or bits, which have no scaling and are never averaged. */
export function isQuality(name: BandName): boolean {
  return CLEAR_BANDS.some((band) => band === name)
}
