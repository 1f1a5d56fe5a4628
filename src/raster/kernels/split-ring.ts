/**
 * A ring of corners (col, row, …) that comes back to places where it was before, cut there into rings that do not.
 * A ring that touches itself without crossing gives rings that do not cross either.
 */
export function splitRing(ring: readonly number[]): (readonly number[])[] {
  const rings: (readonly number[])[] = []
  const path: number[] = []
  const placeOf = new Map<string, number>()
  for (let at = 0; at < ring.length; at += 2) {
    const key = `${ring[at]} ${ring[at + 1]}`
    const before = placeOf.get(key)
    if (before === undefined) placeOf.set(key, path.length)
    else {
      const loop = path.splice(before)
      rings.push(loop)
      for (let corner = 2; corner < loop.length; corner += 2) {
        placeOf.delete(`${loop[corner]} ${loop[corner + 1]}`)
      }
    }
    path.push(ring[at]!, ring[at + 1]!)
  }
  return [...rings, path]
}

/**
 * The way back: rings that share places are made one there, which turns to the other side at each. No two of the rings
 * it gives share a place, but one may come back to it.
 */
export function joinRings(rings: readonly (readonly number[])[]): (readonly number[])[] {
  const places: (readonly [number, number])[] = []
  const next: number[] = []
  const firstAt = new Map<string, number>()
  const swaps: (readonly [number, number])[] = []
  for (const ring of rings) {
    const start = places.length
    const count = ring.length / 2
    for (let corner = 0; corner < count; corner++) {
      const place = [ring[2 * corner]!, ring[2 * corner + 1]!] as const
      const other = firstAt.get(place.join(' '))
      if (other === undefined) firstAt.set(place.join(' '), places.length)
      else swaps.push([other, places.length])
      places.push(place)
      next.push(start + ((corner + 1) % count))
    }
  }
  for (const [one, other] of swaps) [next[one], next[other]] = [next[other]!, next[one]!]
  const joined: number[][] = []
  for (const first of places.keys()) {
    const ring: number[] = []
    for (let corner = first; next[corner]! >= 0;) {
      ring.push(...places[corner]!)
      const after = next[corner]!
      next[corner] = -1
      corner = after
    }
    if (ring.length > 0) joined.push(ring)
  }
  return joined
}
