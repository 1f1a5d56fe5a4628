/**
 * The lag of 2 or more at which an autocorrelation has its highest peak (not below either neighbour, the last lag with one),
 * if that is at least `least`; null for none. Lag 1 and the fall from it are no peak.
 */
export function dominantLag(correlation: Float64Array, least: number): number | null {
  let best: number | null = null
  for (let lag = 2; lag < correlation.length; lag++) {
    const value = correlation[lag]!
    const next = correlation[lag + 1] ?? -Infinity
    if (!(value >= least) || value <= correlation[lag - 1]! || value < next) continue
    if (best === null || value > correlation[best]!) best = lag
  }
  return best
}
