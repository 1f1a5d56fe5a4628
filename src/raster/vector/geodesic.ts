import geographicLib from 'geographiclib-geodesic'

/** Longitude and latitude in degrees on WGS 84, as GeoJSON has them. */
export type LonLat = readonly [longitude: number, latitude: number]

const { WGS84 } = geographicLib.Geodesic

export interface Span {
  readonly metres: number
  /** Degrees clockwise from north at the first place, 0 to 360. */
  readonly bearing: number
}

/** The shortest way between two places on the ellipsoid, opposite ones too (Karney, doi:10.1007/s00190-012-0578-z), true to nanometres. */
export function geodesicSpan([lon1, lat1]: LonLat, [lon2, lat2]: LonLat): Span {
  const { s12 = NaN, azi1 = NaN } = WGS84.Inverse(lat1, lon1, lat2, lon2)
  return { metres: s12, bearing: (azi1 + 360) % 360 }
}

export const geodesicDistance = (from: LonLat, to: LonLat): number => geodesicSpan(from, to).metres

/** The place reached from another by a bearing in degrees and a distance in metres. */
export function geodesicStep([longitude, latitude]: LonLat, bearing: number, metres: number): LonLat {
  const { lon2 = NaN, lat2 = NaN } = WGS84.Direct(latitude, longitude, bearing, metres)
  return [lon2, lat2]
}

/** Metres along a line of geodesics. */
export function geodesicLength(line: readonly LonLat[]): number {
  let metres = 0
  for (let at = 1; at < line.length; at++) metres += geodesicDistance(line[at - 1]!, line[at]!)
  return metres
}

/** Square metres within a ring whose edges are geodesics, in either direction; its last corner may repeat the first. */
export function geodesicRingArea(ring: readonly LonLat[]): number {
  const polygon = WGS84.Polygon(false)
  for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude)
  return Math.abs(polygon.Compute(false, true).area ?? NaN)
}
