/**
 * Puts the value of rank `rank` (from 0) where it would stand if the first `count` values were sorted, and gives it
 * (Hoare's selection). Reorders `values`; none of them may be NaN.
 */
export function selectRank(values: Float64Array, count: number, rank: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const kept = values[left]!
      values[left++] = values[right]!
      values[right--] = kept
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else break
  }
  return values[rank]!
}

/** Median of the first `count` values, the mean of the middle two for an even count. Reorders them; NaN for none. */
export function selectMedian(values: Float64Array, count: number): number {
  if (count === 0) return NaN
  const upper = selectRank(values, count, count >> 1)
  if (count % 2 === 1) return upper
  let lower = -Infinity
  for (let at = 0; at < count >> 1; at++) lower = Math.max(lower, values[at]!)
  return (lower + upper) / 2
}
