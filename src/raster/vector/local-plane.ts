import type { LonLat } from './geodesic.ts'

/** Semi-major axis and squared eccentricity of WGS 84. */
const [MAJOR, ECCENTRICITY] = [6_378_137, 0.006_694_379_990_141_316]

/** Share by which a degree of longitude may differ over one plane. */
const MOST_BENDING = 0.1

/** Whether places lie so far apart that on one plane distances come out wrong by more than a few percent. */
export function isTooWide(places: readonly LonLat[]): boolean {
  let [south, north] = [Infinity, -Infinity]
  for (const [, latitude] of places) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const widths = [south, north, (south + north) / 2].map((latitude) => Math.cos((latitude * Math.PI) / 180))
  return Math.min(...widths) < (1 - MOST_BENDING) * Math.max(...widths)
}

/** Metres of a degree of longitude and of latitude on WGS 84 at the middle latitude of places. */
export function metresPerDegree(places: readonly LonLat[]): readonly [east: number, north: number] {
  let [south, north] = [Infinity, -Infinity]
  for (const [, latitude] of places) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const phi = ((south + north) / 360) * Math.PI
  const root = 1 - ECCENTRICITY * Math.sin(phi) ** 2
  const degree = Math.PI / 180
  return [
    (degree * MAJOR * Math.cos(phi)) / Math.sqrt(root),
    (degree * MAJOR * (1 - ECCENTRICITY)) / root ** 1.5,
  ]
}
