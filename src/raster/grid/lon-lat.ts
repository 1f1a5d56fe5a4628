import proj4 from 'proj4'
import { AppError } from '../../lib/errors.ts'
import type { Crs } from './grid.ts'

export type Project = (first: number, second: number) => readonly [number, number]

/** Map (x, y) to (longitude, latitude) in degrees on WGS 84; NaN where the projection has no answer. Throws crs_unknown. */
export function toLonLat(crs: Crs): Project {
  return convert(crs, WGS84)
}

/** (longitude, latitude) in degrees on WGS 84 to map (x, y); NaN where the projection has no answer. Throws crs_unknown. */
export function fromLonLat(crs: Crs): Project {
  return convert(WGS84, crs)
}

/**
 * Map units of one CRS to those of another; NaN where a projection has no answer. Longitudes come out between −180 and
 * 180, but for points of a CRS that stays as it is. Throws crs_unknown where the systems differ and one is not known.
 */
export function convert(from: Crs, to: Crs): Project {
  if (from.id === to.id) return (x, y) => [x, y]
  const { inverse } = stepsOf(from)
  const { forward } = stepsOf(to)
  // One point serves all calls: proj4's projections write their answer into what they are given.
  const point: Point = { x: 0, y: 0 }
  return (x, y) => {
    point.x = x
    point.y = y
    return inverse(point) && forward(point) ? [point.x, point.y] : [NaN, NaN]
  }
}

/** Only what the identity and the definition are needed for: crs.ts depends on nothing here, nor this on its tables. */
const WGS84: Crs = {
  id: 'EPSG:4326',
  kind: 'geographic',
  name: 'WGS 84',
  proj4: '+proj=longlat +datum=WGS84 +no_defs',
  metresPerUnit: NaN,
}

interface Point {
  x: number
  y: number
}

/** Between map units and longitude and latitude in radians on WGS 84. Both change their point; false where it has no answer. */
interface Steps {
  readonly inverse: (point: Point) => boolean
  readonly forward: (point: Point) => boolean
}
const known = new Map<string, Steps>()

function stepsOf(crs: Crs): Steps {
  if (crs.proj4 === null) {
    throw new AppError(
      'crs_unknown',
      `the coordinate reference system is ${crs.id === 'unknown' ? 'unknown' : `${crs.id}, which GeoForge cannot convert`}; ` +
        'places on the globe need data in a known system',
    )
  }
  let steps = known.get(crs.proj4)
  if (!steps) {
    try {
      steps = shifted(crs.proj4, projected(crs.proj4))
    } catch (cause) {
      // proj4 throws plain errors at parameters that make no map; they may come out of a file.
      throw new AppError(
        'crs_unknown',
        `the parameters of the coordinate reference system ${crs.id} make no map; give data in a known system`,
        {},
        { cause },
      )
    }
    known.set(crs.proj4, steps)
  }
  return steps
}

const RADIANS = Math.PI / 180
const GEOGRAPHIC: Steps = {
  inverse(point) {
    point.x *= RADIANS
    point.y *= RADIANS
    return isFinitePoint(point)
  },
  forward(point) {
    point.x /= RADIANS
    point.y /= RADIANS
    return isFinitePoint(point)
  },
}

/** What a projection object of proj4 has beside what its types say. */
interface Projection {
  readonly to_meter?: number
  readonly from_greenwich?: number
  forward(point: Point): Point | null | undefined
  inverse(point: Point): Point | null | undefined
}

/** The steps of a projection alone, as if its datum were WGS 84. */
function projected(definition: string): Steps {
  const axis = /\+axis=(\w+)/.exec(definition)?.[1] ?? 'enu'
  const [east, north] = [axis.startsWith('w') ? -1 : 1, axis[1] === 's' ? -1 : 1]
  // False origins are added here: proj4 leaves them out of the sinusoidal map, and computes NaN where none are given.
  const plain = definition.replace(/\+(axis|towgs84|nadgrids|x_0|y_0)=\S+/g, '')
  const origin = (name: string) => Number(new RegExp(`\\+${name}=(\\S+)`).exec(definition)?.[1] ?? 0)
  const [left, bottom] = [origin('x_0'), origin('y_0')]
  const isUtm = /\+proj=utm\b/.test(definition)
  const projection = new proj4.Proj(isUtm ? plain : `${plain} +x_0=0 +y_0=0`) as unknown as Projection
  const meridian = projection.from_greenwich ?? 0
  if (/\+proj=longlat\b/.test(definition)) return meridian === 0 ? GEOGRAPHIC : turned(GEOGRAPHIC, meridian)
  const metres = projection.to_meter ?? 1
  const steps: Steps = {
    inverse(point) {
      point.x = point.x * metres * east - left
      point.y = point.y * metres * north - bottom
      return isFinitePoint(point) && take(point, projection.inverse(point))
    },
    forward(point) {
      if (!isFinitePoint(point) || !take(point, projection.forward(point))) return false
      point.x = ((point.x + left) * east) / metres
      point.y = ((point.y + bottom) * north) / metres
      return true
    },
  }
  const turn = meridian === 0 ? steps : turned(steps, meridian)
  return /\+proj=(sinu|moll)\b/.test(definition) ? bounded(turn) : turn
}

/** Longitudes of the steps count from another meridian than Greenwich, in radians. */
function turned({ inverse, forward }: Steps, meridian: number): Steps {
  return {
    inverse(point) {
      if (!inverse(point)) return false
      point.x += meridian
      return true
    },
    forward(point) {
      point.x -= meridian
      return forward(point)
    },
  }
}

/** Map units by which a position may come back changed; off the globe it comes back a world away. */
const RETURN = 1

/** Maps of the whole globe have corners that are no place: their inverse wraps or clamps them, and does not come back. */
function bounded({ inverse, forward }: Steps): Steps {
  return {
    forward,
    inverse(point) {
      const { x, y } = point
      if (!inverse(point)) return false
      const back = { x: point.x, y: point.y }
      return forward(back) && Math.abs(back.x - x) < RETURN && Math.abs(back.y - y) < RETURN
    },
  }
}

/** Adds the shift between the definition's datum and WGS 84, where it has one. */
function shifted(definition: string, { inverse, forward }: Steps): Steps {
  const datum = definition.match(/\+(datum|ellps|a|b|R|rf|towgs84)=\S+/g)?.join(' ') ?? ''
  const isShifted = /\+towgs84=(?!0(,0)*(\s|$))/.test(datum) || /\+datum=(?!WGS84|NAD83)/.test(datum)
  if (!isShifted) return { inverse, forward }
  const shift = proj4(`+proj=longlat ${datum} +no_defs`, '+proj=longlat +datum=WGS84 +no_defs')
  const move = (point: Point, direction: (place: [number, number]) => number[]): boolean => {
    const [longitude = NaN, latitude = NaN] = direction([point.x / RADIANS, point.y / RADIANS])
    point.x = longitude * RADIANS
    point.y = latitude * RADIANS
    return isFinitePoint(point)
  }
  return {
    inverse: (point) => inverse(point) && move(point, (place) => shift.forward(place)),
    forward: (point) => move(point, (place) => shift.inverse(place)) && forward(point),
  }
}

function take(point: Point, answer: Point | null | undefined): boolean {
  if (!answer) return false
  point.x = answer.x
  point.y = answer.y
  return isFinitePoint(point)
}

const isFinitePoint = ({ x, y }: Point) => Number.isFinite(x) && Number.isFinite(y)
