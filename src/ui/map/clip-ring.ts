export type Place = readonly [lon: number, lat: number]
export type Ring = readonly Place[]
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The part of a ring inside a box (Sutherland and Hodgman, doi:10.1145/360767.360802); empty where none is. */
export function clippedRing(ring: Ring, [west, south, east, north]: Box): Ring {
  const sides: readonly (readonly [axis: 0 | 1, limit: number, keeps: 1 | -1])[] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
  return sides.reduce<Ring>((kept, [axis, limit, keeps]) => {
    const isIn = (place: Place) => (place[axis] - limit) * keeps >= 0
    return kept.flatMap((place, at) => {
      const before = kept[at - 1] ?? kept.at(-1)!
      const crossing = isIn(before) === isIn(place) ? [] : [between(before, place, axis, limit)]
      return isIn(place) ? [...crossing, place] : crossing
    })
  }, ring)
}

function between(from: Place, to: Place, axis: 0 | 1, limit: number): Place {
  const share = (limit - from[axis]) / (to[axis] - from[axis])
  const at = (index: 0 | 1) => (index === axis ? limit : from[index] + share * (to[index] - from[index]))
  return [at(0), at(1)]
}

/** The ring, closed, with no step longer than `most` degrees. */
export function densified(ring: Ring, most: number): Ring {
  return ring.flatMap((place, at) => {
    const next = ring[at + 1] ?? ring[0]!
    const steps = Math.max(
      1,
      Math.ceil(Math.max(Math.abs(next[0] - place[0]), Math.abs(next[1] - place[1])) / most),
    )
    return Array.from({ length: steps }, (_, step): Place => [
      place[0] + ((next[0] - place[0]) * step) / steps,
      place[1] + ((next[1] - place[1]) * step) / steps,
    ])
  })
}
