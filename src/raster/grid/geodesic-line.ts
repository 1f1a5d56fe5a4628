import { AppError } from '../../lib/errors.ts'

const MAJOR = 6378137
const FLATTENING = 1 / 298.257223563
const MINOR = MAJOR * (1 - FLATTENING)
const RADIANS = Math.PI / 180
const MOST_STEPS = 200

export type LonLat = readonly [longitude: number, latitude: number]

export interface Geodesic {
  readonly metres: number
  /** Bearing at the first point towards the second, degrees clockwise from true north, in [0, 360). */
  readonly forward: number
  /** Bearing at the second point back towards the first. */
  readonly back: number
}

/**
 * The shortest line on WGS 84 between two places in degrees, right to a millimetre (Vincenty,
 * doi:10.1179/sre.1975.23.176.88). Bearings of one place to itself are 0 and 180. Throws invalid_input for places that
 * lie almost opposite each other on the globe, where the method has no answer.
 */
export function geodesicBetween(from: LonLat, to: LonLat): Geodesic {
  const reduced = (latitude: number) => Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS))
  const [u1, u2] = [reduced(from[1]), reduced(to[1])]
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)]
  const apart = wrapped(to[0] - from[0]) * RADIANS
  let lambda = apart
  for (let step = 0; step < MOST_STEPS; step++) {
    const [sin, cos] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(cosU2 * sin, cosU1 * sinU2 - sinU1 * cosU2 * cos)
    if (sinSigma === 0) return { metres: 0, forward: 0, back: 180 }
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cos
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cosU1 * cosU2 * sin) / sinSigma
    const cosSquared = 1 - sinAlpha * sinAlpha
    // Along the equator the middle has no latitude.
    const cosMiddle = cosSquared > 1e-15 ? cosSigma - (2 * sinU1 * sinU2) / cosSquared : 0
    const c = (FLATTENING / 16) * cosSquared * (4 + FLATTENING * (4 - 3 * cosSquared))
    const next =
      apart +
      (1 - c) *
        FLATTENING *
        sinAlpha *
        (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)))
    if (Math.abs(next - lambda) < 1e-13) {
      const bearing = (east: number, north: number) => (Math.atan2(east, north) / RADIANS + 360) % 360
      return {
        metres: lengthOf({ cosSquared, sigma, sinSigma, cosSigma, cosMiddle }),
        forward: bearing(cosU2 * sin, cosU1 * sinU2 - sinU1 * cosU2 * cos),
        back: bearing(-cosU1 * sin, cosU2 * sinU1 - sinU2 * cosU1 * cos),
      }
    }
    lambda = next
  }
  throw new AppError(
    'invalid_input',
    'the two places lie almost opposite each other on the globe, where the shortest line has no sure bearing; give places that are nearer',
  )
}

function lengthOf(at: {
  readonly cosSquared: number
  readonly sigma: number
  readonly sinSigma: number
  readonly cosSigma: number
  readonly cosMiddle: number
}): number {
  const { cosSquared, sigma, sinSigma, cosSigma, cosMiddle } = at
  const u = (cosSquared * (MAJOR * MAJOR - MINOR * MINOR)) / (MINOR * MINOR)
  const a = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)))
  const b = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)))
  const square = cosMiddle * cosMiddle
  const change =
    b *
    sinSigma *
    (cosMiddle +
      (b / 4) *
        (cosSigma * (2 * square - 1) -
          (b / 6) * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)))
  return MINOR * a * (sigma - change)
}

/** Degrees between −180 and 180. */
const wrapped = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180
