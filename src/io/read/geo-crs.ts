import { crsFromDefinition, loadCrs } from '../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Crs } from '../../raster/grid/grid.ts'
import { PROJECTION_METHODS, type ProjectionMethod } from '../projection-methods.ts'
import { readDatum, type Datum } from './geo-datum.ts'
import { GeoKey, USER_DEFINED, type GeoKeys } from './geo-keys.ts'
import { angularUnit, linearUnit } from './geo-units.ts'
import { parseEsriProjection } from './geo-wkt.ts'

const PROJECTED = 1
const GEOGRAPHIC = 2

/**
 * The CRS that a file's GeoKeys name: an EPSG code, keys of its own for the methods of PROJECTION_METHODS, or a text of
 * ESRI's that stands beside them. Anything else keeps what is known (projected or geographic, length of its unit) and no
 * definition. User-defined geographic systems are in degrees, whatever the file's unit: `readGrid` scales its transform.
 */
export async function readCrs(keys: GeoKeys): Promise<Crs> {
  const { numbers, texts } = keys
  const name =
    texts.get(GeoKey.ProjectedCitation) ?? texts.get(GeoKey.Citation) ?? texts.get(GeoKey.GeodeticCitation)
  const projected = numbers.get(GeoKey.ProjectedCrs)
  const geodetic = numbers.get(GeoKey.GeodeticCrs)
  const esri = parseEsriProjection(texts.get(GeoKey.ProjectedCitation))
  const model = esri ? PROJECTED : modelOf(numbers)
  if (model === PROJECTED) {
    if (projected !== undefined && isCode(projected)) return withModel(await loadCrs(projected), keys)
    const projection = esri ?? projectionWords(keys)
    const datum = projection === null ? null : await readDatum(keys)
    if (projection === null || datum === null) {
      return partlyKnown('projected', linearUnit(numbers) ?? NaN, name)
    }
    return ownCrs(projection, datum, esri ? texts.get(GeoKey.Citation) : name)
  }
  if (model === GEOGRAPHIC) {
    const unit = angularUnit(numbers)
    if (geodetic !== undefined && isCode(geodetic)) {
      const crs = await loadCrs(geodetic)
      // The codes that are not in degrees are not in the table; without a definition only the keys can tell.
      if (crs.kind === 'unknown' && unit !== 1) return crs
      return crs.kind === 'geographic' ? crs : { ...crs, kind: 'geographic' }
    }
    const datum = await readDatum(keys)
    if (unit === null) return UNKNOWN_CRS
    return datum === null ? partlyKnown('geographic', NaN, name) : ownCrs('+proj=longlat', datum, name)
  }
  return UNKNOWN_CRS
}

/** Degrees of one unit of a geographic file's coordinates, where its CRS is user-defined; else 1. */
export function degreesPerUnit({ numbers }: GeoKeys): number {
  const isOwn = modelOf(numbers) === GEOGRAPHIC && !isCode(numbers.get(GeoKey.GeodeticCrs) ?? USER_DEFINED)
  return isOwn ? (angularUnit(numbers) ?? 1) : 1
}

function modelOf(numbers: ReadonlyMap<number, number>): number {
  const known = numbers.get(GeoKey.ModelType)
  if (known !== undefined) return known
  if (numbers.has(GeoKey.ProjectedCrs)) return PROJECTED
  return numbers.has(GeoKey.GeodeticCrs) ? GEOGRAPHIC : 0
}

function ownCrs(projection: string, { words, accuracy }: Datum, name: string | undefined): Crs {
  return crsFromDefinition({
    definition: `${projection} ${words} +no_defs`,
    name: name ?? 'user-defined',
    accuracy,
  })
}

/** An EPSG code that the table does not hold is still known to be projected, in metres unless the keys say otherwise. */
function withModel(crs: Crs, { numbers }: GeoKeys): Crs {
  if (crs.kind !== 'unknown') return crs
  return { ...crs, kind: 'projected', metresPerUnit: linearUnit(numbers) ?? NaN }
}

function partlyKnown(kind: 'projected' | 'geographic', metresPerUnit: number, name: string | undefined): Crs {
  return { id: 'unknown', kind, name: name ?? 'user-defined', proj4: null, metresPerUnit }
}

/** The proj4 words of the keys' projection, without its datum; null where a key that it needs is missing or not known. */
function projectionWords({ numbers }: GeoKeys): string | null {
  const [metres, degrees] = [linearUnit(numbers), angularUnit(numbers)]
  if (metres === null || degrees === null) return null
  const units = metres === 1 ? '+units=m' : `+to_meter=${metres}`
  const zone = numbers.get(GeoKey.Projection) ?? 0
  if (zone >= 16001 && zone <= 16060) return `+proj=utm +zone=${zone - 16000} ${units}`
  if (zone >= 16101 && zone <= 16160) return `+proj=utm +zone=${zone - 16100} +south ${units}`
  for (const method of PROJECTION_METHODS) {
    if (method.code !== numbers.get(GeoKey.Method)) continue
    const given = parametersOf(method, numbers, { angle: degrees, length: metres, none: 1 })
    if (!given || !(method.fits?.(given) ?? true)) continue
    const words = [...given].map(([name, value]) => `+${name}=${value}`)
    return [`+proj=${method.proj}`, ...(method.flags ? [method.flags] : []), ...words, units].join(' ')
  }
  return null
}

function parametersOf(
  { parameters, derived }: ProjectionMethod,
  numbers: ReadonlyMap<number, number>,
  factors: Readonly<Record<'angle' | 'length' | 'none', number>>,
): Map<string, number> | null {
  const given = new Map<string, number>()
  for (const { name, keys, absent, unit } of parameters) {
    const value = keys.map((key) => numbers.get(key)).find((number) => number !== undefined)
    const scaled = value === undefined ? absent : withoutRounding(value * factors[unit])
    if (scaled === null || !Number.isFinite(scaled)) return null
    given.set(name, scaled)
  }
  for (const [name, value] of derived?.(given) ?? []) given.set(name, value)
  return given
}

/** Fifteen digits: what was divided by a unit to be written comes back the same. */
const withoutRounding = (value: number) => Number(value.toPrecision(15))

const isCode = (value: number) => value > 0 && value < USER_DEFINED
