import { crsFromDefinition, crsFromEpsg } from '../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Crs } from '../../raster/grid/grid.ts'
import { GeoKey, USER_DEFINED, type GeoKeys } from './geo-keys.ts'
import { ELLIPSOIDS } from '../ellipsoids.ts'
import { PROJECTION_METHODS } from '../projection-methods.ts'

const PROJECTED = 1
const GEOGRAPHIC = 2
const METRE = 9001
/** Metres of a linear unit by its EPSG code. */
const LINEAR_UNITS: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9036: 1000,
}
/** proj4 ellipsoid or datum of a geodetic CRS or an ellipsoid, by EPSG code. */
const GEODETIC: Readonly<Record<number, string>> = {
  4326: '+datum=WGS84',
  4030: '+ellps=WGS84',
  4258: '+ellps=GRS80',
  4269: '+ellps=GRS80',
  4019: '+ellps=GRS80',
  4674: '+ellps=GRS80',
  4283: '+ellps=GRS80',
  7844: '+ellps=GRS80',
  4167: '+ellps=GRS80',
}
/**
 * The CRS that a file's GeoKeys name: an EPSG code, or keys of its own for the methods of PROJECTION_METHODS.
 * Anything else keeps what is known (projected or geographic, length of its unit) and no definition.
 */
export function readCrs(keys: GeoKeys): Crs {
  const { numbers, texts } = keys
  const name =
    texts.get(GeoKey.ProjectedCitation) ?? texts.get(GeoKey.Citation) ?? texts.get(GeoKey.GeodeticCitation)
  const projected = numbers.get(GeoKey.ProjectedCrs)
  const geodetic = numbers.get(GeoKey.GeodeticCrs)
  const model =
    numbers.get(GeoKey.ModelType) ??
    (projected !== undefined ? PROJECTED : geodetic !== undefined ? GEOGRAPHIC : 0)
  if (model === PROJECTED) {
    if (projected !== undefined && isCode(projected)) return withModel(crsFromEpsg(projected), keys)
    const definition = projectedDefinition(keys)
    if (definition === null) return partlyKnown('projected', linearUnit(numbers) ?? NaN, name)
    return crsFromDefinition({ definition, name: name ?? 'user-defined' })
  }
  if (model === GEOGRAPHIC) {
    if (geodetic !== undefined && isCode(geodetic)) {
      const crs = crsFromEpsg(geodetic)
      return crs.kind === 'geographic' ? crs : { ...crs, kind: 'geographic' }
    }
    const shape = ellipsoid(keys)
    if (shape === null) return partlyKnown('geographic', NaN, name)
    return crsFromDefinition({ definition: `+proj=longlat ${shape} +no_defs`, name: name ?? 'user-defined' })
  }
  return UNKNOWN_CRS
}

/** An EPSG code that the table does not hold is still known to be projected, in metres unless the keys say otherwise. */
function withModel(crs: Crs, { numbers }: GeoKeys): Crs {
  if (crs.kind !== 'unknown') return crs
  return { ...crs, kind: 'projected', metresPerUnit: linearUnit(numbers) ?? NaN }
}

function partlyKnown(kind: 'projected' | 'geographic', metresPerUnit: number, name: string | undefined): Crs {
  return { id: 'unknown', kind, name: name ?? 'user-defined', proj4: null, metresPerUnit }
}

function projectedDefinition(keys: GeoKeys): string | null {
  const { numbers } = keys
  const shape = ellipsoid(keys)
  const unit = linearUnit(numbers) ?? 1
  if (shape === null) return null
  const units = unit === 1 ? '+units=m' : `+to_meter=${unit}`
  const zone = numbers.get(GeoKey.Projection) ?? 0
  if (zone >= 16001 && zone <= 16060) return `+proj=utm +zone=${zone - 16000} ${shape} ${units} +no_defs`
  if (zone >= 16101 && zone <= 16160)
    return `+proj=utm +zone=${zone - 16100} +south ${shape} ${units} +no_defs`
  const method = PROJECTION_METHODS.find(({ code }) => code === numbers.get(GeoKey.Method))
  if (!method) return null
  const parts: string[] = []
  for (const { name, keys: candidates, absent, scaled } of method.parameters) {
    const value = candidates.map((key) => numbers.get(key)).find((number) => number !== undefined) ?? absent
    if (value === null) continue
    // False origins stand in the file's unit, in proj4 in metres.
    parts.push(`+${name}=${scaled ? value * unit : value}`)
  }
  if (method.proj === 'stere') parts.push(`+lat_0=${latitudeOfPole(numbers)}`)
  return `+proj=${method.proj} ${parts.join(' ')} ${shape} ${units} +no_defs`
}

/** Polar stereographic keys give the latitude of true scale alone; its sign tells the pole. */
function latitudeOfPole(numbers: ReadonlyMap<number, number>): number {
  return (numbers.get(GeoKey.NaturalOriginLatitude) ?? 90) < 0 ? -90 : 90
}

function ellipsoid({ numbers }: GeoKeys): string | null {
  const prime = numbers.get(GeoKey.PrimeMeridianLongitude) ?? 0
  if (prime !== 0) return null
  const geodetic = numbers.get(GeoKey.GeodeticCrs)
  if (geodetic !== undefined && GEODETIC[geodetic]) return GEODETIC[geodetic]
  const axis = numbers.get(GeoKey.SemiMajorAxis)
  const minor = numbers.get(GeoKey.SemiMinorAxis)
  const inverse = numbers.get(GeoKey.InverseFlattening)
  const code = numbers.get(GeoKey.Ellipsoid)
  const named = ELLIPSOIDS.find(
    (entry) =>
      entry.code === code ||
      (entry.axis === axis && inverse !== undefined && Math.abs(entry.inverse - inverse) < 1e-9),
  )
  if (named) return `+ellps=${named.name}`
  if (axis === undefined) return null
  if (minor !== undefined) return `+a=${axis} +b=${minor}`
  if (inverse === undefined) return null
  return inverse === 0 ? `+a=${axis} +b=${axis}` : `+a=${axis} +rf=${inverse}`
}

function linearUnit(numbers: ReadonlyMap<number, number>): number | null {
  const size = numbers.get(GeoKey.LinearUnitSize)
  if (size !== undefined && size > 0) return size
  return LINEAR_UNITS[numbers.get(GeoKey.LinearUnit) ?? METRE] ?? null
}

const isCode = (value: number) => value > 0 && value < USER_DEFINED
