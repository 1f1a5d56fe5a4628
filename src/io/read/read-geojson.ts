import { AppError } from '../../lib/errors.ts'
import { shapeOf } from '../../raster/vector/shape.ts'
import { cleanColumn, distinctColumns } from './clean-columns.ts'

export interface FileFeature {
  readonly type: 'Feature'
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly properties: Readonly<Record<string, number | string | null>>
}

export interface FileFeatures {
  readonly features: readonly FileFeature[]
  /** Properties of text, which were not taken. */
  readonly left: number
}

const MOST_FEATURES = 200_000
const MOST_PROPERTIES = 200

type Plain = Readonly<Record<string, unknown>>

/**
 * Features of a GeoJSON text in longitude and latitude (RFC 7946): a collection, one feature, or a geometry. Of what
 * they say of themselves numbers, dates and known codes are kept, under names of ours; features without a geometry are
 * left out. Throws unsupported_file, with `details.otherJson` where the text is JSON of another kind, and limit_reached for
 * more features than are read.
 */
export function readGeoJson(text: string): FileFeatures {
  const root = parsed(text)
  refuseOtherCrs(root['crs'])
  const given = featuresOf(root).filter(({ geometry }) => geometry !== null)
  if (given.length === 0) throw faulty('it holds no feature with a geometry')
  if (given.length > MOST_FEATURES) {
    throw new AppError(
      'limit_reached',
      `the GeoJSON file has more than ${MOST_FEATURES} features; give a part of it`,
    )
  }
  const geometries = given.map(({ geometry }, index) => checked(geometry, index))
  const labels = [...new Set(given.flatMap(({ properties }) => Object.keys(properties)))]
  if (labels.length > MOST_PROPERTIES) {
    throw faulty(`its features have ${labels.length} properties, and at most ${MOST_PROPERTIES} are read`)
  }
  const found = labels.map((label, index) =>
    cleanColumn(
      label,
      given.map(({ properties }) => scalar(properties[label])),
      { place: index + 1 },
    ),
  )
  const places = found.flatMap((column, index) => (column ? [index + 1] : []))
  const columns = distinctColumns(
    found.filter((column) => column !== null),
    places,
  )
  return {
    features: geometries.map((geometry, index) => ({
      type: 'Feature',
      geometry,
      properties: Object.fromEntries(columns.map(({ name, cells }) => [name, cells[index] ?? null])),
    })),
    left: labels.length - columns.length,
  }
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

interface Given {
  readonly geometry: Plain | null
  readonly properties: Plain
}

function featuresOf(root: Plain): readonly Given[] {
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

function givenOf(feature: Plain): Given {
  const { geometry = null, properties } = feature as { geometry?: unknown; properties?: unknown }
  if (geometry !== null && !isPlain(geometry)) throw faulty('the geometry of a feature is no object')
  return { geometry, properties: isPlain(properties) ? properties : {} }
}

function checked(geometry: Plain | null, index: number): FileFeature['geometry'] {
  const { type, coordinates } = geometry ?? {}
  if (typeof type !== 'string') throw faulty(`the geometry of feature ${index + 1} has no type`)
  if (type === 'GeometryCollection') {
    throw faulty(
      `feature ${index + 1} is a GeometryCollection; points, lines and polygons are read, each as a feature of its own`,
    )
  }
  const shaped = { type, coordinates }
  try {
    shapeOf(shaped)
  } catch (cause) {
    const reason = cause instanceof AppError ? cause.message : 'its geometry is not valid'
    throw new AppError(
      'unsupported_file',
      `feature ${index + 1} of the GeoJSON file cannot be used; ${reason}`,
      {},
      { cause },
    )
  }
  return shaped
}

const scalar = (value: unknown): string | number | boolean | null =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : value === null || value === undefined
      ? null
      : // Lists and objects are no value of a column.
        true

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const faulty = (what: string, details = {}) =>
  new AppError('unsupported_file', `the GeoJSON file cannot be read: ${what}`, details)
