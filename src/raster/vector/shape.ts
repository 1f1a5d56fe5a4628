import { AppError } from '../../lib/errors.ts'
import { geodesicLength, geodesicRingArea, type LonLat } from './geodesic.ts'

/** An outer ring and its holes, each closed by its first corner. */
export type LonLatPolygon = readonly (readonly LonLat[])[]

/** The parts of a geometry, each kind on its own. */
export interface Shape {
  readonly points: readonly LonLat[]
  readonly lines: readonly (readonly LonLat[])[]
  readonly polygons: readonly LonLatPolygon[]
}

interface Geometry {
  readonly type: string
  readonly coordinates: unknown
}

const EMPTY: Shape = { points: [], lines: [], polygons: [] }

/**
 * The parts of a GeoJSON geometry in longitude and latitude (RFC 7946); heights are left out. Throws invalid_input for
 * other kinds of geometry and for places that are none.
 */
export function shapeOf({ type, coordinates }: Geometry): Shape {
  switch (type) {
    case 'Point':
      return { ...EMPTY, points: [place(coordinates)] }
    case 'MultiPoint':
      return { ...EMPTY, points: list(coordinates).map(place) }
    case 'LineString':
      return { ...EMPTY, lines: [line(coordinates)] }
    case 'MultiLineString':
      return { ...EMPTY, lines: list(coordinates).map(line) }
    case 'Polygon':
      return { ...EMPTY, polygons: [polygon(coordinates)] }
    case 'MultiPolygon':
      return { ...EMPTY, polygons: list(coordinates).map(polygon) }
    default:
      throw faulty('a geometry is of another kind than points, lines and polygons')
  }
}

/**
 * Square metres on the ellipsoid, holes taken away; parts that overlap count twice. Throws invalid_input for an edge that
 * spans half a turn.
 */
export const areaOf = ({ polygons }: Shape): number =>
  polygons.reduce((sum, rings) => {
    const [outer = 0, ...holes] = rings.map((ring) => geodesicRingArea(short(ring)))
    return sum + outer - holes.reduce((hollow, hole) => hollow + hole, 0)
  }, 0)

/** Metres of its lines, and of all the rings of its polygons. Throws as `areaOf`. */
export const lengthOf = ({ lines, polygons }: Shape): number =>
  [...lines, ...polygons.flat().map(short)].reduce((sum, each) => sum + geodesicLength(each), 0)

/**
 * The ring itself. An edge of half a turn of longitude or more means the long way round to RFC 7946 and the short one, over
 * the antimeridian, to many writers: neither is taken for granted.
 */
function short(ring: readonly LonLat[]): readonly LonLat[] {
  const isLong = ring.some(([x, y], at) => {
    const [nextX, nextY] = ring[at + 1] ?? [x, y]
    // All longitudes of a pole are one place.
    return Math.abs(nextX - x) >= 180 && !(y === nextY && Math.abs(y) === 90)
  })
  if (!isLong) return ring
  throw new AppError(
    'invalid_input',
    'an edge of a polygon spans 180° of longitude or more, and which way round the globe it runs is not told; cut the polygon at 180° (RFC 7946 §3.1.9), or give corners in between',
  )
}

/** All corners, in order. */
export const cornersOf = ({ points, lines, polygons }: Shape): readonly LonLat[] => [
  ...points,
  ...lines.flat(),
  ...polygons.flat(2),
]

/**
 * The middle of what has the most dimensions, in the plane of longitude and latitude as geographic programs take it: of
 * areas, else of lengths, else of points. Null for an empty shape.
 */
export function centroidOf(shape: Shape): LonLat | null {
  const turned = runningOn(shape)
  if (turned === shape) return middleOf(shape)
  const middle = middleOf(turned)
  return middle && [middle[0] > 180 ? middle[0] - 360 : middle[0], middle[1]]
}

/** The shape with longitudes beyond 180° east of the antimeridian where its smallest box crosses that, else itself. */
function runningOn(shape: Shape): Shape {
  const box = boxOf([shape])
  if (box === null || box[0] <= box[2]) return shape
  const turn = ([x, y]: LonLat): LonLat => [x < box[0] ? x + 360 : x, y]
  return {
    points: shape.points.map(turn),
    lines: shape.lines.map((line) => line.map(turn)),
    polygons: shape.polygons.map((rings) => rings.map((ring) => ring.map(turn))),
  }
}

/** Places in one run of longitudes, which goes beyond 180° where the smallest box around them crosses the antimeridian. */
export const inOneRun = (points: readonly LonLat[]): readonly LonLat[] =>
  runningOn({ ...EMPTY, points }).points

function middleOf({ points, lines, polygons }: Shape): LonLat | null {
  const origin = polygons[0]?.[0]?.[0] ?? lines[0]?.[0] ?? points[0]
  if (!origin) return null
  return (
    weighted(polygons.flatMap((rings) => rings.flatMap((ring, place) => triangles(ring, origin, place)))) ??
    weighted([...lines, ...polygons.flat()].flatMap(stretches)) ??
    weighted([...points, ...lines.flat(), ...polygons.flat(2)].map(([x, y]) => [x, y, 1] as const))
  )
}

type Weighted = readonly [x: number, y: number, weight: number]

function weighted(parts: readonly Weighted[]): LonLat | null {
  let [sum, sumX, sumY] = [0, 0, 0]
  const [x0, y0] = parts[0] ?? [0, 0]
  for (const [x, y, weight] of parts) {
    sum += weight
    sumX += weight * (x - x0)
    sumY += weight * (y - y0)
  }
  return sum === 0 ? null : [x0 + sumX / sum, y0 + sumY / sum]
}

/** Triangles from one origin to each edge, signed so that an outer ring counts and a hole takes away. */
function triangles(ring: readonly LonLat[], [x0, y0]: LonLat, place: number): Weighted[] {
  const parts = ring.slice(1).map(([x2, y2], index): Weighted => {
    const [x1, y1] = ring[index]!
    return [(x0 + x1 + x2) / 3, (y0 + y1 + y2) / 3, (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)]
  })
  const runsRight = parts.reduce((sum, [, , area]) => sum + area, 0) >= 0
  return runsRight === (place === 0) ? parts : parts.map(([x, y, area]) => [x, y, -area] as const)
}

const stretches = (line: readonly LonLat[]): Weighted[] =>
  line.slice(1).map(([x2, y2], index) => {
    const [x1, y1] = line[index]!
    return [(x1 + x2) / 2, (y1 + y2) / 2, Math.hypot(x2 - x1, y2 - y1)] as const
  })

/** West, south, east, north in degrees; west is the greater where the box crosses the antimeridian (RFC 7946 §5.2). */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The smallest box around shapes; null where there is no corner. Edges cross the antimeridian nowhere, as RFC 7946 asks. */
export function boxOf(shapes: readonly Shape[]): Box | null {
  let [south, north] = [Infinity, -Infinity]
  const spans: (readonly [from: number, to: number])[] = []
  for (const { points, lines, polygons } of shapes) {
    for (const path of [...points.map((point) => [point]), ...lines, ...polygons.flat()]) {
      let [west, east] = [Infinity, -Infinity]
      for (const [longitude, latitude] of path) {
        west = Math.min(west, longitude)
        east = Math.max(east, longitude)
        south = Math.min(south, latitude)
        north = Math.max(north, latitude)
      }
      spans.push([west, east])
    }
  }
  if (spans.length === 0) return null
  spans.sort(([a], [b]) => a - b)
  const first = spans[0]![0]
  // The box is what lies outside the widest gap between the spans, round the globe.
  let [reach, west, east, widest] = [spans[0]![1], first, NaN, -Infinity]
  for (const [from, to] of spans) {
    if (from - reach > widest) [widest, west, east] = [from - reach, from, reach]
    reach = Math.max(reach, to)
  }
  const around = first + 360 - reach
  return around >= widest ? [first, south, reach, north] : [west, south, east, north]
}

/** True where the place lies in one of the polygons; one on an edge may count either way. */
export function isWithin([x, y]: LonLat, polygons: readonly LonLatPolygon[]): boolean {
  return polygons.some((rings) => rings.filter((ring) => winds(ring, x, y)).length === 1)
}

function winds(ring: readonly LonLat[], x: number, y: number): boolean {
  let inside = false
  for (let at = 1; at < ring.length; at++) {
    const [x1, y1] = ring[at - 1]!
    const [x2, y2] = ring[at]!
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}

/** The convex hull of places in the plane of longitude and latitude, counter-clockwise and closed (Andrew, doi:10.1016/0020-0190(79)90072-3). */
export function convexHull(places: readonly LonLat[]): readonly LonLat[] {
  const sorted = [...places].sort(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const chain = (order: readonly LonLat[]) => {
    const found: LonLat[] = []
    for (const point of order) {
      while (found.length > 1 && turn(found.at(-2)!, found.at(-1)!, point) <= 0) found.pop()
      found.push(point)
    }
    return found.slice(0, -1)
  }
  const ring = [...chain(sorted), ...chain(sorted.toReversed())]
  return ring.length > 0 ? [...ring, ring[0]!] : []
}

const turn = ([x0, y0]: LonLat, [x1, y1]: LonLat, [x2, y2]: LonLat) =>
  (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)

function place(coordinates: unknown): LonLat {
  const [longitude, latitude] = list(coordinates)
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw faulty('a place is not two numbers')
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
    throw faulty('a place lies beyond 180° of longitude or 90° of latitude')
  }
  return [longitude, latitude]
}

function line(coordinates: unknown): readonly LonLat[] {
  const places = list(coordinates).map(place)
  if (places.length < 2) throw faulty('a line has less than two places')
  return places
}

function polygon(coordinates: unknown): LonLatPolygon {
  const rings = list(coordinates).map((ring) => list(ring).map(place))
  if (rings.length === 0) throw faulty('a polygon has no ring')
  return rings.map((ring) => {
    const [first, last] = [ring[0], ring.at(-1)]
    const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1]
    if (ring.length < 4 || !isClosed)
      throw faulty('a ring of a polygon is not closed, or has less than three corners')
    return ring
  })
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw faulty('its coordinates are no list')
  return value
}

const faulty = (what: string) =>
  new AppError(
    'invalid_input',
    `the vector data cannot be used: ${what}; GeoJSON in longitude and latitude is needed (RFC 7946)`,
  )
