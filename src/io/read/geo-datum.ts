import { loadDefinition } from '../../raster/grid/crs.ts'
import { datumAccuracy, type DatumAccuracy } from '../../raster/grid/epsg-table.ts'
import { ELLIPSOIDS } from '../ellipsoids.ts'
import { GeoKey, USER_DEFINED, type GeoKeys } from './geo-keys.ts'
import { angularUnit } from './geo-units.ts'

export interface Datum {
  /** Its words of a proj4 definition: ellipsoid, shift to WGS 84, prime meridian. */
  readonly words: string
  /** Null where the datum is named, but no way from it to WGS 84 is known. */
  readonly accuracy: DatumAccuracy
}

/** Metres that a datum of which no more than the ellipsoid is known may lie beside WGS 84. */
const UNNAMED = 1000
const GREENWICH = 8901
/** Codes of geodetic CRSs "not specified, based on" an ellipsoid. */
const isUnspecified = (code: number) => code >= 4001 && code <= 4052

/** The datum that GeoKeys name or spell out; null where they give no ellipsoid or a prime meridian that is not known. */
export async function readDatum(keys: GeoKeys): Promise<Datum | null> {
  const { numbers } = keys
  const meridian = primeMeridian(keys)
  if (meridian === null) return null
  const code = geodeticCode(keys)
  const known = code === null ? null : await loadDefinition(code)
  if (code !== null && known !== null) {
    const own = known.definition.match(/\+(datum|ellps|a|b|R|rf|towgs84|nadgrids|pm)=\S+/g) ?? []
    const words = [...own, ...(known.definition.includes('+pm=') ? [] : meridian)].join(' ')
    return { words, accuracy: known.accuracy ?? (isUnspecified(code) ? UNNAMED : null) }
  }
  const shape = ellipsoid(numbers)
  if (shape === null) return null
  const words = [shape, ...shiftWords(keys), ...meridian].join(' ')
  // A datum with a code of its own that the table lacks is not an unnamed one.
  return { words, accuracy: code === null ? (datumAccuracy(words) ?? UNNAMED) : null }
}

/** The geodetic CRS, or the one that EPSG numbers 2000 below its datum. */
function geodeticCode({ numbers }: GeoKeys): number | null {
  const geodetic = numbers.get(GeoKey.GeodeticCrs) ?? USER_DEFINED
  if (geodetic > 0 && geodetic < USER_DEFINED) return geodetic
  const datum = numbers.get(GeoKey.Datum) ?? USER_DEFINED
  return datum > 6000 && datum < 7000 ? datum - 2000 : null
}

function shiftWords({ lists }: GeoKeys): readonly string[] {
  const shift = lists.get(GeoKey.ToWgs84) ?? []
  const isWhole = (shift.length === 3 || shift.length === 7) && shift.every((value) => Number.isFinite(value))
  return isWhole ? [`+towgs84=${shift.join(',')}`] : []
}

/** Words for the keys' prime meridian, none for Greenwich; null where it is not known. */
function primeMeridian({ numbers }: GeoKeys): readonly string[] | null {
  const longitude = numbers.get(GeoKey.PrimeMeridianLongitude)
  const unit = angularUnit(numbers)
  if (longitude !== undefined && unit !== null) {
    if (!Number.isFinite(longitude)) return null
    return longitude === 0 ? [] : [`+pm=${longitude * unit}`]
  }
  return longitude === undefined && (numbers.get(GeoKey.PrimeMeridian) ?? GREENWICH) === GREENWICH ? [] : null
}

function ellipsoid(numbers: ReadonlyMap<number, number>): string | null {
  const axis = numbers.get(GeoKey.SemiMajorAxis)
  const minor = numbers.get(GeoKey.SemiMinorAxis)
  const inverse = numbers.get(GeoKey.InverseFlattening)
  const code = numbers.get(GeoKey.Ellipsoid)
  const named = ELLIPSOIDS.find(
    (entry) =>
      entry.code === code ||
      (entry.axis === axis && inverse !== undefined && Math.abs(entry.inverse - inverse) < 1e-9),
  )
  if (named) return named.name === null ? `+a=${named.axis} +rf=${named.inverse}` : `+ellps=${named.name}`
  if (axis === undefined || !isLength(axis)) return null
  if (minor !== undefined) return isLength(minor) ? `+a=${axis} +b=${minor}` : null
  if (inverse === undefined) return null
  if (inverse === 0) return `+a=${axis} +b=${axis}`
  return inverse > 1 && Number.isFinite(inverse) ? `+a=${axis} +rf=${inverse}` : null
}

const isLength = (value: number) => value > 0 && Number.isFinite(value)
