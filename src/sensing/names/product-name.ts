import { sensorBand, type Sensor } from '../sensors.ts'
import { asterName } from './aster-name.ts'
import { baseName, dateFromDigits, nameTokens } from './file-name.ts'
import { hlsName } from './hls-name.ts'
import { modisName } from './modis-name.ts'
import { nightLightsName } from './night-lights-name.ts'
import { planetName } from './planet-name.ts'
import { seaIceName } from './sea-ice-name.ts'
import { sentinel1Name } from './sentinel-1-name.ts'
import { viirsName } from './viirs-name.ts'

/** What a file's name and folder say, in typed facts. */
export interface ProductName {
  readonly sensor: Sensor
  /** False where the name only hints at the sensor. */
  readonly sensorSure: boolean
  readonly level: string
  readonly date: string | null
  /** Band or other file of the product; null for a file of several bands. */
  readonly designation: string | null
  /** Sentinel-2 processing baseline as a number: 400 for N0400; null where the name does not say. */
  readonly baseline: number | null
  /** Landsat collection; null where the name does not say. */
  readonly collection: 1 | 2 | null
  /** What the numbers of a radar are; absent where the name does not say. */
  readonly backscatter?: 'power' | 'decibel' | undefined
  /** The same for all files of one acquisition. Holds foreign text: for grouping only. */
  readonly key: string
  /** What tells one product from another of the same acquisition, as after reprocessing; absent where nothing does. Foreign. */
  readonly product?: string | undefined
}

const SENTINEL_PRODUCT = /S2[A-D]_MSIL(1C|2A)_(\d{8})T\d{6}_N(\d{4})_R\d{3}_T(\d{2}[A-Z]{3})_\d{8}T\d{6}/i
const SENTINEL_BAND =
  /(?:^|_)T(\d{2}[A-Z]{3})_(\d{8})T\d{6}_(B\d{2}|B8A|[A-Z]{3})(?:_(?:10|20|60)m)?(?=\.|$)/i
const LANDSAT =
  /^(L[COTE]0[45789])_(L1TP|L1GT|L1GS|L2SP|L2SR)_(\d{6})_(\d{8})(?:_\d{8})?(?:_(\d{2})_(?:T1|T2|RT))?(?:_([A-Z0-9_]+))?\.[a-z]+$/i

/** Surface reflectance and brightness temperature of Collection 1, named sr_band4 and bt_band10. */
export const ESPA_LEVEL = 'C1 SR'

/** The surest schemes first. */
const READERS: readonly ((path: string) => ProductName | null)[] = [
  sentinelName,
  landsatName,
  hlsName,
  modisName,
  viirsName,
  asterName,
  planetName,
  sentinel1Name,
  seaIceName,
  nightLightsName,
  hintedSentinelName,
]

/** Reads the name (and folders) of a file of a known product; null where it follows no known scheme. */
export function parseProductName(path: string): ProductName | null {
  for (const read of READERS) {
    const name = read(path)
    if (name) return name
  }
  return null
}

function sentinelName(path: string): ProductName | null {
  const product = SENTINEL_PRODUCT.exec(path)
  const base = baseName(path)
  const band = SENTINEL_BAND.exec(base)
  const tile = band?.[1] ?? product?.[4]
  const digits = band?.[2] ?? product?.[2]
  if (tile === undefined || digits === undefined) return null
  const known = sensorBand('sentinel-2', band?.[3] ?? lastPart(base))
  // Only a file named after the product itself may hold several bands.
  if (known === null && (band !== null || !SENTINEL_PRODUCT.test(base))) return null
  const level = product ? `L${product[1]!.toUpperCase()}` : hasLevel2Sign(base) ? 'L2A' : 'unknown'
  return {
    sensor: 'sentinel-2',
    sensorSure: true,
    level,
    date: dateFromDigits(digits),
    designation: known?.designation ?? null,
    baseline: product ? Number(product[3]) : null,
    collection: null,
    product: productOf(path),
    // A band file without a sign of its level goes with the level-2 files of its date.
    key: ['sentinel-2', level === 'L1C' ? level : 'L2A', tile.toUpperCase(), digits].join('|'),
  }
}

/** The name of the Sentinel-2 product that a path leads through. */
export const productOf = (path: string): string | undefined => SENTINEL_PRODUCT.exec(path)?.[0].toUpperCase()

/** Pictures to look at and records of catalogues in archives of Landsat and HLS; a record is a GeoJSON of the scene's outline. */
const BROWSE = /^(?:L[COTE]0[45789]_L|HLS\.[LS]30\.).*(?:\.jpe?g|_stac\.json)$/i
const REPORTS =
  /\.SAFE[/\\](?:manifest\.safe$|(?:.*[/\\])?(?:preview|support|annotation|rep_info|HTML|AUX_DATA|QI_DATA|DATASTRIP)[/\\])/i

/** True for files beside the rasters of a product that no one reads here: previews, reports, tables of calibration. */
export const isProductReport = (path: string): boolean => BROWSE.test(baseName(path)) || REPORTS.test(path)

/** True for rasters of a SAFE product that are none of its bands: previews, masks of quality, maps of aerosol and vapour. */
export function isBesideBands(path: string): boolean {
  if (!/\.SAFE[/\\]/i.test(path)) return false
  const name = parseProductName(path)
  return (
    name === null || (name.designation !== null && sensorBand(name.sensor, name.designation)?.name === 'band')
  )
}

/** L2A band files end in the resolution and SCL exists in L2A alone; L1C files have neither. */
function hasLevel2Sign(base: string): boolean {
  return /_(?:10|20|60)m\.|_SCL\b/i.test(base)
}

function landsatName(path: string): ProductName | null {
  const match = LANDSAT.exec(baseName(path))
  if (!match) return null
  const [, prefix, processed, pathRow, digits, collection, rest] = match
  const espa = /^(?:sr|bt)_band(\d{1,2})$|^(?:pixel_qa|radsat_qa|sr_aerosol|sr_cloud_qa)$/i.exec(rest ?? '')
  // Made on demand of level 1, whose name the files keep.
  const level = espa ? ESPA_LEVEL : processed!.toUpperCase()
  const sensor = `landsat-${prefix!.at(-1)!}` as Sensor
  const known = rest === undefined ? null : sensorBand(sensor, espa?.[1] ? `B${espa[1]}` : rest)
  if (rest !== undefined && known === null) return null
  return {
    sensor,
    sensorSure: true,
    level,
    date: dateFromDigits(digits!),
    designation: known?.designation ?? null,
    baseline: null,
    collection: collection === '01' ? 1 : collection === '02' ? 2 : null,
    key: landsatKey(sensor, level, pathRow!, digits!),
  }
}

/** Groups files of one Landsat acquisition; `date` as yyyymmdd. */
export function landsatKey(sensor: string, level: string, pathRow: string, date: string): string {
  return [sensor, level.toUpperCase(), pathRow, date].join('|')
}

/** Names such as sentinel-b04.tif: the sensor and the band, and nothing else. */
function hintedSentinelName(path: string): ProductName | null {
  const tokens = nameTokens(path)
  if (!tokens.some((token) => /^(sentinel2?|s2[abc]?)$/.test(token))) return null
  const named = tokens.filter((token) => /^(b\d{1,2}|b8a|scl)$/.test(token))
  const known = named.length === 1 ? sensorBand('sentinel-2', named[0]!) : null
  if (known === null) return null
  const others = tokens.filter((token) => token !== named[0] && !/^(10|20|60)m$|^tiff?$/.test(token))
  return {
    sensor: 'sentinel-2',
    sensorSure: false,
    level: 'unknown',
    date: null,
    designation: known.designation,
    baseline: null,
    collection: null,
    key: ['sentinel-2?', folder(path), ...others].join('|'),
  }
}

const lastPart = (base: string) =>
  base
    .replace(/\.[a-z]+$/i, '')
    .replace(/_(?:10|20|60)m$/i, '')
    .split('_')
    .at(-1)!
const folder = (path: string) => path.split(/[/\\]/).slice(0, -1).join('/')
