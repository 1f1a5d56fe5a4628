import proj4 from 'proj4'
import type { Crs } from './grid.ts'

export interface Ellipsoid {
  /** Semi-axes in metres: equatorial and polar. */
  readonly major: number
  readonly minor: number
}

const WGS84: Ellipsoid = { major: 6378137, minor: 6356752.314245179 }

/** The ellipsoid, or sphere, of a CRS; that of WGS 84 where it is not known. */
export function ellipsoidOf(crs: Crs): Ellipsoid {
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

/** Square metres of an ellipsoid's surface in one square radian of longitude and latitude, at a latitude in degrees. */
export function surfaceDensity({ major, minor }: Ellipsoid, latitude: number): number {
  const [sine, cosine] = [Math.sin((latitude * Math.PI) / 180), Math.cos((latitude * Math.PI) / 180)]
  const squared = 1 - (minor / major) ** 2
  return (major ** 2 * (1 - squared) * cosine) / (1 - squared * sine ** 2) ** 2
}
