import { splitRing } from '../../raster/kernels/split-ring.ts'

export type LonLat = readonly [longitude: number, latitude: number]

/** Points in order, the first one not repeated; outer rings run counter-clockwise, holes clockwise. */
export type LonLatRing = readonly LonLat[]

/** A ring whose longitudes run on without jumps, beyond ±180 where need be. */
export interface RunningRing {
  readonly points: LonLatRing
  /** Degrees from the first point round to itself: 0, or ±360 for a ring around a pole. */
  readonly turn: number
}

/** One way from edge to edge of the map between −180 and 180. */
interface Passage {
  readonly points: LonLat[]
  used: boolean
}

/** Where a passage begins or ends on the edge at −180 or 180. */
interface Gate {
  readonly latitude: number
  readonly passage: Passage
  readonly isStart: boolean
}

/**
 * The rings of one polygon between −180 and 180 where all of them lie in one turn of the globe, else null: they have to
 * be cut then.
 */
export function inOneTurn(rings: readonly RunningRing[]): LonLatRing[] | null {
  const strip = stripOf(rings[0]?.points[0]?.[0] ?? 0)
  const fits = rings.every(
    ({ points, turn }) => turn === 0 && points.every(([longitude]) => stripOf(longitude) === strip),
  )
  return fits ? rings.map(({ points }) => points.map((point) => shifted(point, strip))) : null
}

/**
 * Cuts the rings of one polygon along the antimeridian (RFC 7946 §3.1.9) into polygons that lie between −180 and 180,
 * each an outer ring and its holes. Rings may come back to a place, but no two may share one; `round` makes such
 * places equal again. A polygon around a pole gets an edge along ±90; corners right on a pole have no longitude, and
 * speckle beside one may leave an invalid polygon.
 */
export function cutAtAntimeridian(
  rings: readonly RunningRing[],
  round: (point: LonLat) => LonLat,
): LonLatRing[][] {
  const whole: LonLatRing[] = []
  const passages: Passage[] = []
  for (const ring of rings) cutRing(ring, whole, passages)
  const turns = rings.reduce((sum, { turn }) => sum + turn, 0)
  if (turns !== 0) passages.push(alongPole(rings, turns))
  const simple = [...whole, ...joined(passages)].flatMap((ring) =>
    splitRing(withoutRepeats(ring.map(round)).flat()).map(pairs),
  )
  // Rings that only touch the antimeridian leave slivers without area on its other side.
  return polygonsOf(simple.filter((ring) => ring.length > 2 && signedArea(ring) !== 0))
}

const pairs = (flat: readonly number[]): LonLatRing =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!] as const)

/** Degrees; less than coordinates are rounded to. */
const NEAR_EDGE = 1e-8

const stripOf = (longitude: number) => Math.floor((longitude + 180) / 360)
const shifted = ([longitude, latitude]: LonLat, strip: number): LonLat => [longitude - 360 * strip, latitude]

/** A corner on the edge itself would leave open where a ring crosses it: it is taken a millimetre to the east of it. */
function besideEdge(point: LonLat): LonLat {
  const edge = 360 * Math.round((point[0] - 180) / 360) + 180
  return Math.abs(point[0] - edge) < NEAR_EDGE ? [edge + NEAR_EDGE, point[1]] : point
}

/** Adds a ring's passages, or the ring where it stays within one strip. */
function cutRing(ring: RunningRing, whole: LonLatRing[], passages: Passage[]): void {
  const { turn } = ring
  const points = ring.points.map(besideEdge)
  const cut: LonLat[][] = [[]]
  for (const [index, point] of points.entries()) {
    const [longitude, latitude] = point
    const strip = stripOf(longitude)
    cut.at(-1)!.push(shifted(point, strip))
    const isLast = index === points.length - 1
    const [nextLongitude, nextLatitude] = isLast
      ? ([points[0]![0] + turn, points[0]![1]] as const)
      : points[index + 1]!
    const nextStrip = stripOf(nextLongitude)
    if (nextStrip === strip) continue
    const east = nextStrip > strip
    const edge = 360 * (east ? nextStrip : strip) - 180
    const part = (edge - longitude) / (nextLongitude - longitude)
    const crossing = latitude + part * (nextLatitude - latitude)
    cut.at(-1)!.push([east ? 180 : -180, crossing])
    cut.push([[east ? -180 : 180, crossing]])
  }
  if (cut.length === 1) {
    whole.push(cut[0]!)
    return
  }
  // The ring began in the middle of its last passage.
  const last = cut.pop()!
  cut[0] = [...last, ...cut[0]!]
  for (const each of cut) passages.push({ points: each, used: false })
}

/** The way along the pole that a polygon around it is closed by; it runs against the turn of its rings. */
function alongPole(rings: readonly RunningRing[], turns: number): Passage {
  const latitude = rings[0]!.points[0]![1] > 0 ? 90 : -90
  const [from, to] = turns > 0 ? [180, -180] : [-180, 180]
  return {
    points: [
      [from, latitude],
      [to, latitude],
    ],
    used: false,
  }
}

/** Closes passages along the edges of the map: from the south, each second stretch of an edge lies inside. */
function joined(passages: readonly Passage[]): LonLatRing[] {
  const partner = new Map<Passage, Passage>()
  for (const edge of [-180, 180]) {
    const gates: Gate[] = passages
      .flatMap((passage) => [
        { passage, isStart: true, point: passage.points[0]! },
        { passage, isStart: false, point: passage.points.at(-1)! },
      ])
      .filter(({ point }) => point[0] === edge)
      .map(({ passage, isStart, point }) => ({ passage, isStart, latitude: point[1] }))
      .sort((first, second) => first.latitude - second.latitude)
    for (let index = 0; index + 1 < gates.length; index += 2) {
      const [one, other] = [gates[index]!, gates[index + 1]!]
      if (one.isStart === other.isStart) continue
      const [end, start] = one.isStart ? [other, one] : [one, other]
      partner.set(end.passage, start.passage)
    }
  }
  const rings: LonLatRing[] = []
  for (const first of passages) {
    const points: LonLat[] = []
    for (let passage: Passage | undefined = first; passage && !passage.used; passage = partner.get(passage)) {
      passage.used = true
      points.push(...passage.points)
    }
    if (points.length > 0) rings.push(points)
  }
  return rings
}

function withoutRepeats(points: readonly LonLat[]): LonLatRing {
  return points.filter(([longitude, latitude], index) => {
    const [before, beside] = points[(index || points.length) - 1]!
    return longitude !== before || latitude !== beside
  })
}

/** Square degrees by the shoelace formula: positive for rings that run counter-clockwise. */
export function signedArea(ring: LonLatRing): number {
  let sum = 0
  let [x, y] = ring.at(-1)!
  // Differences to one point keep the digits of small rings far from (0, 0).
  const [x0, y0] = [x, y]
  for (const [nextX, nextY] of ring) {
    sum += (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)
    ;[x, y] = [nextX, nextY]
  }
  return sum / 2
}

/** Outer rings with the holes that lie in them. */
function polygonsOf(rings: readonly LonLatRing[]): LonLatRing[][] {
  const outer = rings.filter((ring) => signedArea(ring) > 0)
  const polygons = outer.map((ring) => [ring])
  for (const hole of rings) {
    if (signedArea(hole) > 0) continue
    const shares = outer.map((ring) => hole.filter((point) => isInside(point, ring)).length)
    polygons[shares.indexOf(Math.max(...shares))]?.push(hole)
  }
  return polygons
}

function isInside([x, y]: LonLat, ring: LonLatRing): boolean {
  let inside = false
  let [beforeX, beforeY] = ring.at(-1)!
  for (const [nextX, nextY] of ring) {
    if (nextY > y !== beforeY > y && x < nextX + ((y - nextY) / (beforeY - nextY)) * (beforeX - nextX)) {
      inside = !inside
    }
    ;[beforeX, beforeY] = [nextX, nextY]
  }
  return inside
}
