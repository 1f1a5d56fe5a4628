import { AppError } from '../../lib/errors.ts'
import { cleanFeatures, type FileFeatures, type GivenFeature } from './vector/clean-features.ts'

type Plain = Readonly<Record<string, unknown>>

/**
 * Features of a GeoJSON text in longitude and latitude (RFC 7946): a collection, one feature, or a geometry; see
 * `cleanFeatures` for what of them is kept. Throws unsupported_file, with `details.otherJson` where the text is JSON of
 * another kind, and limit_reached for more features than are read.
 */
export function readGeoJson(text: string): FileFeatures {
  const root = parsed(text)
  refuseOtherCrs(root['crs'])
  return cleanFeatures(featuresOf(root), 'GeoJSON file')
}

const RECORD_SEPARATOR = '\u001e'

/** As `readGeoJson`, of a text with a feature or a geometry a line (RFC 8142 and newline-delimited GeoJSON). */
export function readGeoJsonLines(text: string): FileFeatures {
  const lines = text
    .replaceAll(RECORD_SEPARATOR, '\n')
    .split(/[\n\r]+/)
    .filter((line) => line.trim() !== '')
  const given = lines.flatMap((line, at) => {
    try {
      const root = parsed(line)
      refuseOtherCrs(root['crs'])
      return featuresOf(root)
    } catch (cause) {
      const reason = cause instanceof AppError ? cause.message : 'it is no GeoJSON'
      throw new AppError('unsupported_file', `line ${at + 1}: ${reason}`, {}, { cause })
    }
  })
  return cleanFeatures(given, 'GeoJSON file')
}

function parsed(text: string): Plain {
  let content: unknown
  try {
    content = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (cause) {
    throw new AppError('unsupported_file', 'the GeoJSON file cannot be read: it is no JSON', {}, { cause })
  }
  if (!isPlain(content)) throw faulty('it is no object', { otherJson: true })
  return content
}

/** Names that mean longitude and latitude on WGS 84. */
const CRS84 = /^urn:ogc:def:crs:OGC:(?:1\.3|2)?:CRS84$/

function refuseOtherCrs(crs: unknown): void {
  if (crs === undefined || crs === null) return
  const properties = isPlain(crs) ? crs['properties'] : undefined
  const name = isPlain(properties) ? properties['name'] : undefined
  if (typeof name === 'string' && CRS84.test(name)) return
  const code = typeof name === 'string' ? /EPSG:(?:[\d.]*:)?(\d{4,6})$/.exec(name)?.[1] : undefined
  throw faulty(
    `its crs member names ${code === undefined ? 'another coordinate reference system' : `EPSG:${code}`}, and longitude and latitude on WGS 84 (CRS84) are needed; ` +
      'convert it, such as by ogr2ogr -t_srs OGC:CRS84, or take the crs member out where the coordinates are longitude and latitude',
  )
}

function featuresOf(root: Plain): readonly GivenFeature[] {
  switch (root['type']) {
    case 'FeatureCollection': {
      const { features } = root as { features?: unknown }
      if (!Array.isArray(features)) throw faulty('its features are no list')
      return features.map((feature: unknown) => {
        if (!isPlain(feature) || feature['type'] !== 'Feature') throw faulty('one of its features is none')
        return givenOf(feature)
      })
    }
    case 'Feature':
      return [givenOf(root)]
    default:
      if (typeof root['type'] === 'string' && 'coordinates' in root)
        return [{ geometry: root, properties: {} }]
      throw faulty('it is neither a feature collection, nor a feature, nor a geometry', { otherJson: true })
  }
}

function givenOf(feature: Plain): GivenFeature {
  const { geometry = null, properties } = feature as { geometry?: unknown; properties?: unknown }
  if (geometry !== null && !isPlain(geometry)) throw faulty('the geometry of a feature is no object')
  return { geometry, properties: isPlain(properties) ? properties : {} }
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const faulty = (what: string, details = {}) =>
  new AppError('unsupported_file', `the GeoJSON file cannot be read: ${what}`, details)
