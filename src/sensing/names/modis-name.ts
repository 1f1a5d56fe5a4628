import { sensorBand, type Sensor } from '../sensors.ts'
import { baseName, dateFromDayOfYear } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/** MOD09A1.A2020001.h10v05.061.2020010223456.sur_refl_b01.tif, as gdal_translate and Earthdata name what HDF holds. */
const GRANULE =
  /^(M[OYC]D(?:\d{2}[A-Z]{1,2}\d?|OCGA))\.A(\d{7})(?:\.(h\d{2}v\d{2}))?\.(\d{3})(?:\.\d{11,14})?[._ ]+(.+)\.tiff?$/i
/** MOD09A1.061_sur_refl_b01_doy2020001_aid0001.tif, as AppEEARS names them; newer ones have the time of day too. */
const SUBSET =
  /^(M[OYC]D(?:\d{2}[A-Z]{1,2}\d?|OCGA))\.(\d{3})_(.+?)_doy(\d{7})(?:\d{6})?(?:_aid(\d+))?\.tiff?$/i

/** MOD021KM.A2020001.1530.061.2020002013456.b17.tif: one band of a swath of level 1B, however the band is spelt. */
const SWATH =
  /^(M[OY]D02[1HQ]KM)\.A(\d{7})\.(\d{4})\.(\d{3})(?:\.\d{11,14})?[._ ]+(?:\w*?[._])?b(?:and)?_?0?(\d{1,2})\.tiff?$/i

/** Layers that are used, by family of products and the text that names them in lower case with '_' between words. */
const LAYERS: readonly (readonly [family: string, layer: RegExp, designation: (match: string) => string])[] =
  [
    ['09', /^sur_refl_(b0[1-7])(?:_1)?$/, (band) => `SUR_REFL_${band.toUpperCase()}`],
    ['09', /^(?:sur_refl_)?(state)_(?:250m|500m|1km)(?:_1)?$/, () => 'STATE'],
    ['OC', /^sur_refl_(b(?:09|1[0-36]))(?:_1)?$/, (band) => `SUR_REFL_${band.toUpperCase()}`],
    ['11', /^lst_(day|night)(?:_\d+km)?$/, (time) => `LST_${time.toUpperCase()}`],
    ['11', /^qc_(day|night)$/, (time) => `QC_${time.toUpperCase()}`],
    ['13', /(?:^|_)(ndvi|evi)$/, (index) => index.toUpperCase()],
    ['13', /(?:^|_)((?:red|nir|blue|mir)_reflectance|vi_quality|pixel_reliability)$/, (name) => name.toUpperCase()],
    ['14', /^(firemask)$/, () => 'FIREMASK'],
    ['14', /^(maxfrp)$/, () => 'MAXFRP'],
    ['64', /^(burn_?date)$/, () => 'BURN_DATE'],
  ] // prettier-ignore

const SENSORS: Readonly<Record<string, Sensor>> = { MOD: 'modis-terra', MYD: 'modis-aqua', MCD: 'modis' }

/**
 * Parts of a product that stand for themselves: a second index and the night would be taken for the first index and the
 * day of the same scene. Quality files go with the first of them.
 */
function partOf(designation: string): string {
  if (designation === 'EVI' || designation.endsWith('_REFLECTANCE')) return designation.split('_').at(-1)!
  if (designation === 'MAXFRP') return 'FRP'
  return designation.endsWith('_NIGHT') ? 'NIGHT' : ''
}

/** Reads the name of a layer of a MODIS land product as GeoTIFF; null for other files and layers that are not used. */
export function modisName(path: string): ProductName | null {
  const base = baseName(path)
  const swath = SWATH.exec(base)
  if (swath) return swathName(swath)
  const granule = GRANULE.exec(base)
  const subset = granule ? null : SUBSET.exec(base)
  const [product, day, place, layer] = granule
    ? [granule[1], granule[2], granule[3], granule[5]]
    : [subset?.[1], subset?.[4], `aid${subset?.[5] ?? ''}`, subset?.[3]]
  if (product === undefined || day === undefined || layer === undefined) return null
  const family = product.slice(3, 5)
  const text = layer.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  const found = LAYERS.flatMap(([of, pattern, designation]) => {
    const match = of === family ? pattern.exec(text) : null
    return match ? [designation(match[1]!)] : []
  })[0]
  if (found === undefined) return null
  const level = product.toUpperCase()
  return {
    sensor: SENSORS[level.slice(0, 3)]!,
    sensorSure: true,
    level,
    date: dateFromDayOfYear(day),
    designation: found,
    baseline: null,
    collection: null,
    key: [level, day, place?.toLowerCase() ?? '', partOf(found)].join('|'),
  }
}

function swathName([, product, day, time, , band]: RegExpExecArray): ProductName | null {
  const level = product!.toUpperCase()
  const sensor = SENSORS[level.slice(0, 3)]!
  const known = sensorBand(sensor, `B${band!.padStart(2, '0')}`)
  if (known === null) return null
  return {
    sensor,
    sensorSure: true,
    level,
    date: dateFromDayOfYear(day!),
    designation: known.designation,
    baseline: null,
    collection: null,
    // Bands of 250 m and 500 m come in files of their own level and belong to the same swath.
    key: [level.slice(0, 5), day, time].join('|'),
  }
}
