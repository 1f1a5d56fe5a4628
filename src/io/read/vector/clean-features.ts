import { AppError } from '../../../lib/errors.ts'
import { shapeOf } from '../../../raster/vector/shape.ts'
import { cleanColumn, distinctColumns } from '../clean-columns.ts'

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

/** A feature as a file has it; nothing of it is checked. */
export interface GivenFeature {
  readonly geometry: Readonly<Record<string, unknown>> | null
  readonly properties: Readonly<Record<string, unknown>>
}

const MOST_FEATURES = 200_000
const MOST_PROPERTIES = 200

/**
 * Features in longitude and latitude (RFC 7946) that may be used: of what they say of themselves numbers, dates and known
 * codes are kept, under names of ours; those without a geometry are left out. `file` says in messages what they are of
 * ('GeoJSON file'). Throws unsupported_file, which names the first feature that cannot be used, and limit_reached.
 */
export function cleanFeatures(all: readonly GivenFeature[], file: string): FileFeatures {
  const faulty = (what: string) => new AppError('unsupported_file', `the ${file} cannot be read: ${what}`)
  const given = all.filter(({ geometry }) => geometry !== null)
  if (given.length === 0) throw faulty('it holds no feature with a geometry')
  if (given.length > MOST_FEATURES) {
    throw new AppError(
      'limit_reached',
      `the ${file} has more than ${MOST_FEATURES} features; give a part of it`,
    )
  }
  const geometries = given.map(({ geometry }, index) => checked(geometry, index, file))
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

function checked(geometry: GivenFeature['geometry'], index: number, file: string): FileFeature['geometry'] {
  const { type, coordinates } = geometry ?? {}
  if (typeof type !== 'string')
    throw new AppError(
      'unsupported_file',
      `the ${file} cannot be read: the geometry of feature ${index + 1} has no type`,
    )
  if (type === 'GeometryCollection') {
    throw new AppError(
      'unsupported_file',
      `the ${file} cannot be read: feature ${index + 1} is a GeometryCollection; points, lines and polygons are read, each as a feature of its own`,
    )
  }
  const shaped = { type, coordinates }
  try {
    shapeOf(shaped)
  } catch (cause) {
    const reason = cause instanceof AppError ? cause.message : 'its geometry is not valid'
    throw new AppError(
      'unsupported_file',
      `feature ${index + 1} of the ${file} cannot be used; ${reason}`,
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
