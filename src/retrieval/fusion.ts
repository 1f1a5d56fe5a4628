/** Scores shifted to mean 0 and scaled to population deviation 1, in a new array; all equal gives zeros. */
export function zScores(scores: ArrayLike<number>): Float64Array {
  const count = scores.length
  let sum = 0
  for (let at = 0; at < count; at++) sum += scores[at]!
  const mean = sum / Math.max(count, 1)
  let squares = 0
  for (let at = 0; at < count; at++) squares += (scores[at]! - mean) ** 2
  const deviation = Math.sqrt(squares / Math.max(count, 1))
  return Float64Array.from(scores, (score) => (deviation > 1e-12 ? (score - mean) / deviation : 0))
}

/** Weighted sum of lists of equal length. */
export function weightedSum(
  lists: readonly { readonly scores: ArrayLike<number>; readonly weight: number }[],
  length: number,
): Float64Array {
  const sum = new Float64Array(length)
  for (const { scores, weight } of lists) {
    if (weight === 0) continue
    for (let at = 0; at < length; at++) sum[at]! += weight * scores[at]!
  }
  return sum
}

/** Positions from the best score down; equal scores keep their order. */
export function order(scores: ArrayLike<number>): number[] {
  return Array.from({ length: scores.length }, (_, at) => at).sort((a, b) => scores[b]! - scores[a]!)
}

/** The first `count` of `order`, without sorting the rest. */
export function best(scores: ArrayLike<number>, count: number): number[] {
  const found: number[] = []
  for (let at = 0; at < scores.length; at++) {
    if (found.length === count && scores[at]! <= scores[found.at(-1)!]!) continue
    let place = found.length
    while (place > 0 && scores[found[place - 1]!]! < scores[at]!) place--
    found.splice(place, 0, at)
    if (found.length > count) found.pop()
  }
  return found
}
