import { isAxisAligned } from '../../raster/grid/affine.ts'
import { epsgCode } from '../../raster/grid/crs.ts'
import type { Crs, Grid } from '../../raster/grid/grid.ts'
import { ELLIPSOIDS } from '../ellipsoids.ts'
import { PROJECTION_METHODS } from '../projection-methods.ts'
import { GeoKey, USER_DEFINED } from '../read/geo-keys.ts'
import { Tag } from '../read/tags.ts'
import type { Field } from './fields.ts'

/**
 * Fields that place an image: transform and GeoKeys. A CRS without EPSG code is written by its parameters; where GeoKeys
 * have no words for it, the transform stands alone: `canWriteCrs` tells beforehand.
 */
export function geoFields(grid: Grid): Field[] {
  const [a, b, c, d, e, f] = grid.transform
  const placed: Field[] =
    isAxisAligned(grid.transform) && a > 0 && e < 0
      ? [
          { tag: Tag.ModelPixelScale, type: 'double', values: [a, -e, 0] },
          { tag: Tag.ModelTiepoint, type: 'double', values: [0, 0, 0, c, f, 0] },
        ]
      : [
          {
            tag: Tag.ModelTransformation,
            type: 'double',
            values: [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1],
          },
        ]
  const keys = geoKeysOf(grid.crs)
  return keys === null ? placed : [...placed, ...keyFields(keys)]
}

/** False where a GeoTIFF of this CRS would carry no CRS: one that is unknown, or that GeoKeys have no words for. */
export function canWriteCrs(crs: Crs): boolean {
  return geoKeysOf(crs) !== null
}

type KeyValue =
  | { readonly key: number; readonly value: number }
  | { readonly key: number; readonly doubles: readonly number[] }
  | { readonly key: number; readonly text: string }

const double = (key: number, value: number): KeyValue => ({ key, doubles: [value] })
const DEGREE = 9102
const OWN: KeyValue = { key: GeoKey.ProjectedCrs, value: USER_DEFINED }

/** Null where the CRS has no words. */
function geoKeysOf(crs: Crs): readonly KeyValue[] | null {
  if (crs.kind === 'unknown') return null
  const model = crs.kind === 'geographic' ? 2 : 1
  const keys: KeyValue[] = [
    { key: GeoKey.ModelType, value: model },
    { key: GeoKey.RasterType, value: 1 },
  ]
  const code = epsgCode(crs)
  if (code !== null) {
    const metre = crs.metresPerUnit === 1 ? [{ key: GeoKey.LinearUnit, value: 9001 }] : []
    const crsKey = model === 1 ? GeoKey.ProjectedCrs : GeoKey.GeodeticCrs
    return [...keys, { key: crsKey, value: code }, ...metre]
  }
  if (crs.proj4 === null) return null
  const given = parameters(crs.proj4)
  const datum = datumKeys(given)
  if (datum === null) return null
  if (model === 2) return [...keys, ...datum]
  const projection = projectionKeys(given, crs.metresPerUnit)
  if (projection) return [...keys, OWN, ...datum, ...projection, ...unitKeys(crs.metresPerUnit)]
  const text = esriText(given, crs.metresPerUnit)
  return text === null
    ? null
    : [
        { key: GeoKey.ModelType, value: USER_DEFINED },
        { key: GeoKey.RasterType, value: 1 },
        { key: GeoKey.ProjectedCitation, text: `ESRI PE String = ${text}` },
        ...datum,
        ...unitKeys(crs.metresPerUnit),
      ]
}

/** EPSG codes of linear units that have one. */
const LINEAR_UNITS: readonly (readonly [code: number, metres: number])[] = [
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
  [9036, 1000],
]

function unitKeys(metres: number): KeyValue[] {
  const [code] = LINEAR_UNITS.find(([, size]) => size === metres) ?? []
  if (code !== undefined) return [{ key: GeoKey.LinearUnit, value: code }]
  return [{ key: GeoKey.LinearUnit, value: USER_DEFINED }, double(GeoKey.LinearUnitSize, metres)]
}

function projectionKeys(given: ReadonlyMap<string, string>, metres: number): KeyValue[] | null {
  const proj = given.get('proj')
  const zone = Number(given.get('zone'))
  if (proj === 'utm' && zone >= 1 && zone <= 60) {
    return [{ key: GeoKey.Projection, value: (given.has('south') ? 16100 : 16000) + zone }]
  }
  for (const method of PROJECTION_METHODS) {
    if (method.proj !== proj || !hasFlags(given, method.flags ?? '')) continue
    const numbers = numbersOf(given)
    for (const { name, absent } of method.parameters) {
      if (absent !== null && !numbers.has(name)) numbers.set(name, absent)
    }
    const isWhole = method.parameters.every(({ name }) => numbers.has(name))
    if (!isWhole || !(method.fits?.(numbers) ?? true)) continue
    return [
      { key: GeoKey.Projection, value: USER_DEFINED },
      { key: GeoKey.Method, value: method.code },
      ...method.parameters.map(({ name, keys, unit }) =>
        double(keys[0]!, unit === 'length' ? numbers.get(name)! / metres : numbers.get(name)!),
      ),
    ]
  }
  return null
}

const hasFlags = (given: ReadonlyMap<string, string>, flags: string) =>
  given.get('axis') === parameters(flags).get('axis') && given.has('no_uoff') === flags.includes('no_uoff')

function numbersOf(given: ReadonlyMap<string, string>): Map<string, number> {
  const numbers = [...given].map(([name, value]) => [name === 'k_0' ? 'k' : name, Number(value)] as const)
  return new Map(numbers.filter(([, value]) => Number.isFinite(value)))
}

/** Mollweide, which GeoKeys have no method for, as GDAL writes and reads it; null for others. */
function esriText(given: ReadonlyMap<string, string>, metres: number): string | null {
  if (given.get('proj') !== 'moll') return null
  const { axis, inverse } = shapeOf(given)
  const number = (name: string) => Number(given.get(name) ?? 0)
  const datum = given.get('datum') === 'WGS84' ? 'D_WGS_1984' : 'D_unknown'
  return (
    `PROJCS["unknown",GEOGCS["GCS_unknown",DATUM["${datum}",SPHEROID["unknown",${axis},${inverse}]],` +
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mollweide"],' +
    `PARAMETER["False_Easting",${number('x_0') / metres}],PARAMETER["False_Northing",${number('y_0') / metres}],` +
    `PARAMETER["Central_Meridian",${number('lon_0')}],UNIT["Unit",${metres}]]`
  )
}

/** Geodetic CRS of proj4's named datums. */
const DATUMS: Readonly<Record<string, number>> = {
  WGS84: 4326,
  NAD83: 4269,
  OSGB36: 4277,
  potsdam: 4314,
  carthage: 4223,
  hermannskogel: 4312,
  ire65: 4299,
  nzgd49: 4272,
  GGRS87: 4121,
}

/** Null where the datum is none that keys can tell. */
function datumKeys(given: ReadonlyMap<string, string>): KeyValue[] | null {
  const angle: KeyValue = { key: GeoKey.AngularUnit, value: DEGREE }
  const meridian = given.get('pm')
  const datum = given.get('datum')
  if (datum !== undefined) {
    const code = DATUMS[datum]
    return code === undefined || meridian !== undefined
      ? null
      : [{ key: GeoKey.GeodeticCrs, value: code }, angle]
  }
  if (meridian !== undefined && !Number.isFinite(Number(meridian))) return null
  const { code, axis, inverse } = shapeOf(given)
  if (!Number.isFinite(axis) || !Number.isFinite(inverse)) return null
  const shift = given.get('towgs84')?.split(',').map(Number)
  return [
    { key: GeoKey.GeodeticCrs, value: USER_DEFINED },
    { key: GeoKey.Datum, value: USER_DEFINED },
    angle,
    { key: GeoKey.Ellipsoid, value: code },
    double(GeoKey.SemiMajorAxis, axis),
    // A sphere is told by its two axes: its inverse flattening is no number.
    inverse === 0 ? double(GeoKey.SemiMinorAxis, axis) : double(GeoKey.InverseFlattening, inverse),
    ...(meridian === undefined ? [] : [double(GeoKey.PrimeMeridianLongitude, Number(meridian))]),
    ...(shift?.every((value) => Number.isFinite(value)) ? [{ key: GeoKey.ToWgs84, doubles: shift }] : []),
  ]
}

/** Ellipsoid of a definition without a named datum, or with WGS84; NaN where it gives none. */
function shapeOf(given: ReadonlyMap<string, string>) {
  const name = given.get('ellps') ?? given.get('datum')
  const named = ELLIPSOIDS.find((entry) => name !== undefined && entry.name === name)
  if (named) return named
  const axis = Number(given.get('a') ?? given.get('R'))
  const minor = Number(given.get('b') ?? given.get('R'))
  const inverse = given.has('rf') ? Number(given.get('rf')) : axis === minor ? 0 : axis / (axis - minor)
  return { code: USER_DEFINED, axis, inverse }
}

function parameters(definition: string): Map<string, string> {
  return new Map([...definition.matchAll(/\+(\w+)(?:=(\S+))?/g)].map((match) => [match[1]!, match[2] ?? '']))
}

function keyFields(keys: readonly KeyValue[]): Field[] {
  const doubles: number[] = []
  let texts = ''
  const sorted = [...keys].sort((first, second) => first.key - second.key)
  const table = sorted.flatMap((entry): number[] => {
    if ('value' in entry) return [entry.key, 0, 1, entry.value]
    if ('doubles' in entry) {
      const at = doubles.length
      doubles.push(...entry.doubles)
      return [entry.key, Tag.GeoDoubleParams, entry.doubles.length, at]
    }
    const at = texts.length
    texts += `${entry.text}|`
    return [entry.key, Tag.GeoAsciiParams, entry.text.length + 1, at]
  })
  const fields: Field[] = [
    { tag: Tag.GeoKeyDirectory, type: 'short', values: [1, 1, 0, sorted.length, ...table] },
  ]
  if (doubles.length > 0) fields.push({ tag: Tag.GeoDoubleParams, type: 'double', values: doubles })
  if (texts !== '') fields.push({ tag: Tag.GeoAsciiParams, type: 'ascii', text: texts })
  return fields
}
