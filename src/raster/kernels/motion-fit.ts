/** Straight, even motion fitted to dated places, with the spread of the estimate (one standard error each). */
export interface Motion {
  /** Metres a day. */
  readonly speed: number
  readonly speedError: number
  /** Degrees clockwise from true north, in [0, 360). */
  readonly bearing: number
  readonly bearingError: number
  /** Share of the scatter of places that the motion explains, 0 to 1. */
  readonly explained: number
}

export interface DatedPlaces {
  /** Any origin. */
  readonly days: ArrayLike<number>
  /** Metres to true east and true north. */
  readonly east: ArrayLike<number>
  readonly north: ArrayLike<number>
}

/**
 * Least squares of east and north on time. Errors by the first order of their propagation; NaN with two places, which any
 * line fits. All NaN where the dates are all one, or nothing moves.
 */
export function fitMotion({ days, east, north }: DatedPlaces): Motion {
  const count = days.length
  const [meanDay, meanEast, meanNorth] = [meanOf(days), meanOf(east), meanOf(north)]
  let [tt, te, tn, ee, nn, en] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    const [t, e, n] = [days[at]! - meanDay, east[at]! - meanEast, north[at]! - meanNorth]
    tt += t * t
    te += t * e
    tn += t * n
    ee += e * e
    nn += n * n
    en += e * n
  }
  const [u, v] = [te / tt, tn / tt]
  const speed = Math.hypot(u, v)
  if (!(speed > 0)) return { speed: NaN, speedError: NaN, bearing: NaN, bearingError: NaN, explained: NaN }
  // Rests of the two fits and their product, over the degrees of freedom, are the variances of the slopes times Σt².
  const freedom = count > 2 ? (count - 2) * tt : NaN
  const [uu, vv, uv] = [
    Math.max(0, ee - u * te) / freedom,
    Math.max(0, nn - v * tn) / freedom,
    (en - u * tn) / freedom,
  ]
  return {
    speed,
    speedError: Math.sqrt(Math.max(0, u * u * uu + v * v * vv + 2 * u * v * uv)) / speed,
    bearing: ((Math.atan2(u, v) * 180) / Math.PI + 360) % 360,
    bearingError:
      ((Math.sqrt(Math.max(0, v * v * uu + u * u * vv - 2 * u * v * uv)) / speed ** 2) * 180) / Math.PI,
    explained: (u * te + v * tn) / (ee + nn),
  }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at]!
  return sum / values.length
}
