/** A smoother's reach in points (odd) and the robustness weights of the values, null for none. */
export interface LoessOptions {
  readonly span: number
  readonly weights: Float64Array | null
}

/**
 * Loess of degree 1 of `count` evenly spaced values at the place `at` (from 1, 0 and count + 1 among them), from those at
 * `left` to `right` (from 1, both ends). NaN where all their weights are 0. Cleveland and others 1990.
 */
export function loessAt(
  values: Float64Array,
  count: number,
  { span, weights }: LoessOptions,
  { at, left, right }: { readonly at: number; readonly left: number; readonly right: number },
): number {
  let reach = Math.max(at - left, right - at)
  if (span > count) reach += Math.floor((span - count) / 2)
  let [total, place] = [0, 0]
  for (let each = left; each <= right; each++) {
    const weight = weightOf(Math.abs(each - at), reach) * (weights?.[each - 1] ?? 1)
    total += weight
    place += weight * each
  }
  if (total <= 0) return NaN
  place /= total
  let spread = 0
  for (let each = left; each <= right; each++) {
    const weight = weightOf(Math.abs(each - at), reach) * (weights?.[each - 1] ?? 1)
    spread += (weight / total) * (each - place) ** 2
  }
  // Too narrow for a slope: the weighted mean.
  const slope = reach > 0 && Math.sqrt(spread) > 0.001 * (count - 1) ? (at - place) / spread : 0
  let sum = 0
  for (let each = left; each <= right; each++) {
    const weight = weightOf(Math.abs(each - at), reach) * (weights?.[each - 1] ?? 1)
    sum += (weight / total) * (slope * (each - place) + 1) * values[each - 1]!
  }
  return sum
}

function weightOf(distance: number, reach: number): number {
  if (distance > 0.999 * reach) return 0
  if (distance <= 0.001 * reach) return 1
  const cube = (distance / reach) ** 3
  return (1 - cube) ** 3
}

/** Loess at each of the first `count` places; where all weights are 0 the value itself stays. */
export function loess(values: Float64Array, count: number, options: LoessOptions, out: Float64Array): void {
  if (count < 2) {
    out[0] = values[0]!
    return
  }
  const { span } = options
  let [left, right] = [1, Math.min(span, count)]
  for (let at = 1; at <= count; at++) {
    if (span < count && at > (span + 1) >> 1 && right !== count) {
      left++
      right++
    }
    const smooth = loessAt(values, count, options, { at, left, right })
    out[at - 1] = Number.isNaN(smooth) ? values[at - 1]! : smooth
  }
}
