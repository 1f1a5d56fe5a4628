/** Places (from 0) of values that lie more than `rise` above the last present one before them; NaN is skipped. */
export function spikesOf(values: Float64Array, rise: number): number[] {
  const found: number[] = []
  let last = NaN
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!
    if (Number.isNaN(value)) continue
    if (value - last > rise) found.push(at)
    last = value
  }
  return found
}
