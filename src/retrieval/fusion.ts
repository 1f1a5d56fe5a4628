/** Population deviation. */
export function deviation(scores: ArrayLike<number>): number {
  const centre = mean(scores)
  let squares = 0
  for (let at = 0; at < scores.length; at++) squares += (scores[at]! - centre) ** 2
  return Math.sqrt(squares / Math.max(scores.length, 1))
}

/** Scores shifted to mean 0 and scaled to population deviation 1, in a new array; all equal gives zeros. */
export function zScores(scores: ArrayLike<number>): Float64Array {
  const centre = mean(scores)
  const spread = deviation(scores)
  const found = new Float64Array(scores.length)
  if (spread > 1e-12) for (let at = 0; at < found.length; at++) found[at] = (scores[at]! - centre) / spread
  return found
}

function mean(scores: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < scores.length; at++) sum += scores[at]!
  return sum / Math.max(scores.length, 1)
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
