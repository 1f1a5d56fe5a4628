import { isAxisAligned } from '../../raster/grid/affine.ts'
import { epsgCode } from '../../raster/grid/crs.ts'
import type { Crs, Grid } from '../../raster/grid/grid.ts'
import { ELLIPSOIDS } from '../ellipsoids.ts'
import { PROJECTION_METHODS } from '../projection-methods.ts'
import { GeoKey, USER_DEFINED } from '../read/geo-keys.ts'
import { Tag } from '../read/tags.ts'
import type { Field } from './fields.ts'

/** Fields that place an image: transform and GeoKeys. A CRS without EPSG code is written by its parameters, or left out. */
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
  return keys.length > 0 ? [...placed, ...keyFields(keys)] : placed
}

interface KeyValue {
  readonly key: number
  readonly value: number
  readonly isDouble?: boolean
}

function geoKeysOf(crs: Crs): KeyValue[] {
  const area: KeyValue = { key: GeoKey.RasterType, value: 1 }
  const code = epsgCode(crs)
  if (crs.kind === 'geographic') {
    const keys = [{ key: GeoKey.ModelType, value: 2 }, area]
    if (code !== null) return [...keys, { key: GeoKey.GeodeticCrs, value: code }]
    return [...keys, { key: GeoKey.GeodeticCrs, value: USER_DEFINED }, ...ellipsoidKeys(parameters(crs))]
  }
  if (crs.kind === 'projected') {
    const keys = [{ key: GeoKey.ModelType, value: 1 }, area]
    if (code !== null) {
      const metre = crs.metresPerUnit === 1 ? [{ key: GeoKey.LinearUnit, value: 9001 }] : []
      return [...keys, { key: GeoKey.ProjectedCrs, value: code }, ...metre]
    }
    const own = projectionKeys(crs)
    if (own) return [...keys, ...own]
  }
  return []
}

function projectionKeys(crs: Crs): KeyValue[] | null {
  const given = parameters(crs)
  const proj = given.get('proj')
  const zone = Number(given.get('zone'))
  const unit = crs.metresPerUnit
  const projected = { key: GeoKey.ProjectedCrs, value: USER_DEFINED }
  const unitKeys: KeyValue[] =
    unit === 1
      ? [{ key: GeoKey.LinearUnit, value: 9001 }]
      : [
          { key: GeoKey.LinearUnit, value: USER_DEFINED },
          { key: GeoKey.LinearUnitSize, value: unit, isDouble: true },
        ]
  const shape = [
    { key: GeoKey.GeodeticCrs, value: given.has('datum') ? 4326 : USER_DEFINED },
    ...ellipsoidKeys(given),
  ]
  if (proj === 'utm' && zone >= 1 && zone <= 60) {
    const projection = (given.has('south') ? 16100 : 16000) + zone
    return [projected, ...shape, { key: GeoKey.Projection, value: projection }, ...unitKeys]
  }
  const method = PROJECTION_METHODS.find((candidate) => candidate.proj === proj)
  if (!method) return null
  const values = method.parameters.flatMap(({ name, keys, absent, scaled }): KeyValue[] => {
    const text = given.get(name)
    const value = text === undefined ? absent : Number(text)
    return value === null ? [] : [{ key: keys[0]!, value: scaled ? value / unit : value, isDouble: true }]
  })
  return [
    projected,
    ...shape,
    { key: GeoKey.Projection, value: USER_DEFINED },
    { key: GeoKey.Method, value: method.code },
    ...values,
    ...unitKeys,
  ]
}

function ellipsoidKeys(given: ReadonlyMap<string, string>): KeyValue[] {
  const name = given.get('datum') ?? given.get('ellps')
  const named = ELLIPSOIDS.find((entry) => entry.name === name)
  const axis = named?.axis ?? Number(given.get('a'))
  const minor = Number(given.get('b'))
  const inverse =
    named?.inverse ?? (given.has('rf') ? Number(given.get('rf')) : axis === minor ? 0 : axis / (axis - minor))
  return [
    { key: GeoKey.AngularUnit, value: 9102 },
    { key: GeoKey.Ellipsoid, value: named?.code ?? USER_DEFINED },
    { key: GeoKey.SemiMajorAxis, value: axis, isDouble: true },
    { key: GeoKey.InverseFlattening, value: inverse, isDouble: true },
  ]
}

function parameters(crs: Crs): Map<string, string> {
  return new Map(
    [...(crs.proj4 ?? '').matchAll(/\+(\w+)(?:=(\S+))?/g)].map((match) => [match[1]!, match[2] ?? '']),
  )
}

function keyFields(keys: readonly KeyValue[]): Field[] {
  const doubles: number[] = []
  const sorted = [...keys].sort((first, second) => first.key - second.key)
  const table = sorted.flatMap(({ key, value, isDouble }) =>
    isDouble ? [key, Tag.GeoDoubleParams, 1, doubles.push(value) - 1] : [key, 0, 1, value],
  )
  const directory: Field = {
    tag: Tag.GeoKeyDirectory,
    type: 'short',
    values: [1, 1, 0, sorted.length, ...table],
  }
  return doubles.length > 0
    ? [directory, { tag: Tag.GeoDoubleParams, type: 'double', values: doubles }]
    : [directory]
}
