/** Ranks from 1 in the order of the values; equal ones share the mean of theirs. No value may be NaN. */
export function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((first, second) => values[first]! - values[second]!)
  const ranks = new Float64Array(values.length)
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + 1 + to) / 2
    from = to
  }
  return ranks
}
