import { ellipsoidOf, toCartesian } from './ellipsoid.ts'
import type { Crs } from './grid.ts'
import { fromLonLat, toLonLat } from './lon-lat.ts'

/** Length of a step on the map: far enough for differences to keep their digits, near enough for the map to be straight. */
const METRES = 200
const DEGREES = 0.002

/** Maps on which one may go on beyond their edge and around the globe. */
const ROUND = /\+proj=(merc|eqc|cea|mill|utm|e?tmerc|longlat)\b/

/**
 * Area on the ground, in m², of one square unit of a map at (x, y); NaN off the globe. On the ellipsoid of the CRS, by the
 * cross product of steps in space, as longitudes are of no use at the poles. Throws crs_unknown.
 */
export function groundOf(crs: Crs): (x: number, y: number) => number {
  const plain = onOwnDatum(crs)
  const place = toLonLat(plain)
  const back = fromLonLat(plain)
  const ellipsoid = ellipsoidOf(crs)
  const isRound = ROUND.test(crs.proj4 ?? '')
  const step = crs.kind === 'geographic' ? DEGREES : METRES / crs.metresPerUnit
  const at = (x: number, y: number) => toCartesian(ellipsoid, ...place(x, y))
  /** The inverse of some maps has an answer off the globe, too; it is the place of another point. */
  const isPlace = (x: number, y: number): boolean => {
    const [longitude, latitude] = place(x, y)
    if (!(Math.abs(latitude) <= 90)) return false
    if (isRound) return true
    const [column, row] = back(longitude, latitude)
    return Math.abs(column - x) < step && Math.abs(row - y) < step
  }
  return (x, y) => {
    if (!isPlace(x, y)) return NaN
    const [west, east, south, north] = [at(x - step, y), at(x + step, y), at(x, y - step), at(x, y + step)]
    const [ux, uy, uz] = [east[0] - west[0], east[1] - west[1], east[2] - west[2]]
    const [vx, vy, vz] = [north[0] - south[0], north[1] - south[1], north[2] - south[2]]
    return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / (4 * step * step)
  }
}

/**
 * Metres over the ground between two places on a map, by the arc over their chord: right to 1e-5 up to 1000 km. Throws
 * crs_unknown.
 */
export function groundDistance(
  crs: Crs,
  first: readonly [x: number, y: number],
  second: readonly [x: number, y: number],
): number {
  const place = toLonLat(onOwnDatum(crs))
  const ellipsoid = ellipsoidOf(crs)
  const [from, to] = [first, second].map(([x, y]) => toCartesian(ellipsoid, ...place(x, y))) as [Point, Point]
  const radius = Math.hypot(...from)
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
  return 2 * radius * Math.asin(Math.min(1, chord / (2 * radius)))
}

type Point = readonly [x: number, y: number, z: number]

/** The same map without the shift from its datum to WGS 84, which would measure the ground on another ellipsoid. */
function onOwnDatum(crs: Crs): Crs {
  if (crs.proj4 === null || !/\+(datum|towgs84)=/.test(crs.proj4)) return crs
  const { major, minor } = ellipsoidOf(crs)
  const words = crs.proj4.replace(/\+(datum|towgs84|ellps|a|b|R|rf)=\S+/g, '')
  return { ...crs, id: `${crs.id} on its own datum`, proj4: `${words} +a=${major} +b=${minor}` }
}
