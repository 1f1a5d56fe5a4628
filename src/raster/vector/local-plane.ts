import type { LonLat } from './geodesic.ts'

/** Semi-major axis and squared eccentricity of WGS 84. */
const [MAJOR, ECCENTRICITY] = [6_378_137, 0.006_694_379_990_141_316]

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
