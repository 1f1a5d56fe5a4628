import { sensorBand } from '../sensors.ts'
import { baseName, dateFromDayOfYear } from './file-name.ts'
import type { ProductName } from './product-name.ts'

const PRODUCT = 'V(?:NP|J1|J2)09(?:GA|A1|H1|CMG)?'
const BAND = '(?:\\w*_)?SurfReflect_([IM]\\d{1,2})(?:_1)?'

/** VNP09GA.A2020001.h10v05.002.2023112233445.SurfReflect_I1_1.tif: one layer of what HDF holds, as GDAL names it. */
const GRANULE = new RegExp(
  `^(${PRODUCT})\\.A(\\d{7})(?:\\.(h\\d{2}v\\d{2}))?\\.(\\d{3})(?:\\.\\d{11,14})?[._ ]+${BAND}\\.tiff?$`,
  'i',
)
/** VNP09GA.002_SurfReflect_I1_1_doy2020001_aid0001.tif, as AppEEARS names them. */
const SUBSET = new RegExp(
  `^(${PRODUCT})\\.\\d{3}_${BAND}_doy(\\d{7})(?:\\d{6})?(?:_aid(\\d+))?\\.tiff?$`,
  'i',
)

/** Reads the name of a layer of a VIIRS surface reflectance product as GeoTIFF; null for other files and layers. */
export function viirsName(path: string): ProductName | null {
  const base = baseName(path)
  const granule = GRANULE.exec(base)
  const subset = granule ? null : SUBSET.exec(base)
  const [product, day, place, band] = granule
    ? [granule[1], granule[2], granule[3], granule[5]]
    : [subset?.[1], subset?.[3], `aid${subset?.[4] ?? ''}`, subset?.[2]]
  const known = band === undefined ? null : sensorBand('viirs', band)
  if (product === undefined || day === undefined || known === null) return null
  const level = product.toUpperCase()
  return {
    sensor: 'viirs',
    sensorSure: true,
    level,
    date: dateFromDayOfYear(day),
    designation: known.designation,
    baseline: null,
    collection: null,
    key: [level, day, place?.toLowerCase() ?? ''].join('|'),
  }
}
