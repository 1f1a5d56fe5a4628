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
