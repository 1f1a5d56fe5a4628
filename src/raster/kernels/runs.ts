/**
 * Visits the runs of pixels inside a mask (1) along one row of a row-major block: columns start … end − 1.
 * `from` is the position of the row's first value.
 */
export function forEachRun(
  values: Float32Array,
  row: { readonly from: number; readonly width: number },
  visit: (start: number, end: number) => void,
): void {
  const { from, width } = row
  let start = -1
  for (let col = 0; col < width; col++) {
    // NaN (no data) is not above zero.
    const inside = values[from + col]! > 0
    if (inside && start < 0) start = col
    else if (!inside && start >= 0) {
      visit(start, col)
      start = -1
    }
  }
  if (start >= 0) visit(start, width)
}
