import proj4 from 'proj4'
import { AppError } from '../../lib/errors.ts'
import type { Crs } from './grid.ts'

export type Project = (first: number, second: number) => readonly [number, number]

/** Map (x, y) to (longitude, latitude) in degrees on WGS 84; NaN where the projection has no answer. Throws crs_unknown. */
export function toLonLat(crs: Crs): Project {
  const converter = converterOf(crs)
  if (converter === null) return (x, y) => [x, y]
  return (x, y) => finite(converter.inverse([x, y]))
}

/** (longitude, latitude) in degrees on WGS 84 to map (x, y); NaN where the projection has no answer. Throws crs_unknown. */
export function fromLonLat(crs: Crs): Project {
  const converter = converterOf(crs)
  if (converter === null) return (longitude, latitude) => [longitude, latitude]
  return (longitude, latitude) => finite(converter.forward([longitude, latitude]))
}

/** Map units of one CRS to those of another. Throws crs_unknown where they differ and one is not known. */
export function convert(from: Crs, to: Crs): Project {
  if (from.id === to.id) return (x, y) => [x, y]
  const inverse = toLonLat(from)
  const forward = fromLonLat(to)
  return (x, y) => {
    const [longitude, latitude] = inverse(x, y)
    return Number.isFinite(longitude) ? forward(longitude, latitude) : [NaN, NaN]
  }
}

interface Converter {
  forward(point: [number, number]): number[]
  inverse(point: [number, number]): number[]
}
const converters = new Map<string, Converter>()

/** Null where the CRS is longitude and latitude on WGS 84 already. */
function converterOf(crs: Crs): Converter | null {
  if (crs.proj4 === null) {
    throw new AppError(
      'crs_unknown',
      `the coordinate reference system is ${crs.id === 'unknown' ? 'unknown' : `${crs.id}, which GeoForge cannot convert`}; ` +
        'places on the globe need data in a known system',
    )
  }
  if (crs.id === 'EPSG:4326') return null
  let converter = converters.get(crs.proj4)
  if (!converter) {
    converter = proj4('+proj=longlat +datum=WGS84 +no_defs', crs.proj4)
    converters.set(crs.proj4, converter)
  }
  return converter
}

function finite(point: readonly number[]): readonly [number, number] {
  const [x = NaN, y = NaN] = point
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : [NaN, NaN]
}
