import type { LonLat } from './geodesic.ts'
import { metresPerDegree } from './local-plane.ts'

/**
 * A line with fewer corners, none of those left out further than `metres` from it (Douglas and Peucker,
 * doi:10.3138/FM57-6770-U75U-7727), in a plane true at its middle latitude. Its ends stay; a ring keeps two corners more,
 * so that it stays one.
 */
export function simplifyLine(line: readonly LonLat[], metres: number): readonly LonLat[] {
  const last = line.length - 1
  if (last < 2) return line
  const [east, north] = metresPerDegree(line)
  const flat = line.map(([longitude, latitude]) => [longitude * east, latitude * north] as const)
  const kept = new Set([0, last])
  const isRing = line[0]![0] === line[last]![0] && line[0]![1] === line[last]![1]
  const stretches: [number, number, boolean][] = [[0, last, isRing]]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to, must] = stretch
    let [furthest, most] = [-1, must ? -1 : metres]
    for (let at = from + 1; at < to; at++) {
      const distance = distanceTo(flat[at]!, flat[from]!, flat[to]!)
      if (distance > most) [furthest, most] = [at, distance]
    }
    if (furthest < 0) continue
    kept.add(furthest)
    // The first cut of a ring makes two lines; one more corner keeps an area between them.
    if (must) keepWidest(flat, kept, [from, furthest, to])
    stretches.push([from, furthest, false], [furthest, to, false])
  }
  return line.filter((_, at) => kept.has(at))
}

type Flat = readonly (readonly [number, number])[]

/** Keeps the corner that lies furthest from the line between the two corners that a ring was cut at. */
function keepWidest(flat: Flat, kept: Set<number>, [from, cut, to]: readonly [number, number, number]): void {
  let [furthest, most] = [-1, -1]
  for (let at = from + 1; at < to; at++) {
    if (at === cut) continue
    const distance = distanceTo(flat[at]!, flat[from]!, flat[cut]!)
    if (distance > most) [furthest, most] = [at, distance]
  }
  if (furthest >= 0) kept.add(furthest)
}

/** Metres from a place to a stretch. */
function distanceTo(
  [x, y]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
}
