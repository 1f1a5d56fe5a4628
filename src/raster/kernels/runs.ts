/**
 * Visits the runs of pixels inside a mask (above zero) along one row of a row-major block: columns start … end − 1.
 * `from` is the position of the row's first value; NaN (no data) is outside.
 */
export function forEachRun(
  values: Float32Array,
  { from, width }: { readonly from: number; readonly width: number },
  visit: (start: number, end: number) => void,
): void {
  const last = from + width
  let col = from
  for (;;) {
    while (col < last && !(values[col]! > 0)) col++
    if (col >= last) return
    const start = col
    do col++
    while (col < last && values[col]! > 0)
    visit(start - from, col - from)
  }
}
