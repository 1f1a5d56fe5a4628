import proj4 from 'proj4'
import type { Crs } from './grid.ts'

export interface Ellipsoid {
  /** Semi-axes in metres: equatorial and polar. */
  readonly major: number
  readonly minor: number
}

const WGS84: Ellipsoid = { major: 6378137, minor: 6356752.314245179 }

/**
 * The ellipsoid, or sphere, of a CRS; that of WGS 84 where it is not known, and for maps like Web Mercator, which draw
 * latitudes of WGS 84 as if they were those of a sphere.
 */
export function ellipsoidOf(crs: Crs): Ellipsoid {
  if (crs.proj4?.includes('+nadgrids=@null')) return WGS84
  const words = crs.proj4?.match(/\+(datum|ellps|a|b|R|rf)=\S+/g)
  if (!words) return WGS84
  const { a, b } = new proj4.Proj(`+proj=longlat ${words.join(' ')} +no_defs`) as { a: number; b: number }
  return { major: a, minor: b }
}

/** Area of an ellipsoid between the equator and a latitude in degrees, in m², negative in the south. */
export function zoneArea({ major, minor }: Ellipsoid, latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const eccentricity = Math.sqrt(1 - (minor / major) ** 2)
  if (eccentricity === 0) return 2 * Math.PI * major ** 2 * sine
  const plus = 1 + eccentricity * sine
  const minus = 1 - eccentricity * sine
  return Math.PI * minor ** 2 * (Math.log(plus / minus) / (2 * eccentricity) + sine / (plus * minus))
}

/** Metres from the centre of an ellipsoid: towards (0°, 0°), towards 90° east, and north. */
export function toCartesian(
  { major, minor }: Ellipsoid,
  longitude: number,
  latitude: number,
): readonly [x: number, y: number, z: number] {
  const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
  const sine = Math.sin(phi)
  const flattened = (minor / major) ** 2
  const normal = major / Math.sqrt(1 - (1 - flattened) * sine * sine)
  const fromAxis = normal * Math.cos(phi)
  return [fromAxis * Math.cos(lambda), fromAxis * Math.sin(lambda), normal * flattened * sine]
}
