/** Fills missing values (NaN) in place, linearly between their neighbours, and gives their number. The ends must be present. */
export function fillLinear(values: Float64Array): number {
  let filled = 0
  for (let at = 1; at < values.length; at++) {
    if (!Number.isNaN(values[at]!)) continue
    let next = at
    while (Number.isNaN(values[next]!)) next++
    const step = (values[next]! - values[at - 1]!) / (next - at + 1)
    for (; at < next; at++, filled++) values[at] = values[at - 1]! + step
  }
  return filled
}
