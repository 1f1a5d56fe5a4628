/** Distance of each place to its nearest other one, in the unit of the plane; Infinity where there is no other. */
export function nearestDistances(x: Float64Array, y: Float64Array): Float64Array {
  const count = x.length
  const cells = new Map<number, number[]>()
  const [left, right] = rangeOf(x)
  const [bottom, top] = rangeOf(y)
  // About one place a cell; places on one line still get cells of their own along it.
  const extent = Math.max(right - left, top - bottom)
  const across = Math.max(1, Math.min(4096, Math.ceil(Math.sqrt(count))))
  const size = extent > 0 ? extent / across : 1
  const columnOf = (at: number) => Math.min(across - 1, Math.floor((x[at]! - left) / size))
  const rowOf = (at: number) => Math.min(across - 1, Math.floor((y[at]! - bottom) / size))
  for (let at = 0; at < count; at++) {
    const key = rowOf(at) * across + columnOf(at)
    const cell = cells.get(key)
    if (cell) cell.push(at)
    else cells.set(key, [at])
  }
  return Float64Array.from(x, (_, at) => {
    let nearest = Infinity
    const [column, row] = [columnOf(at), rowOf(at)]
    for (let ring = 0; ring < across && nearest > (ring - 1) * size; ring++) {
      forRing([column, row], ring, (c, r) => {
        if (c < 0 || r < 0 || c >= across || r >= across) return
        for (const other of cells.get(r * across + c) ?? []) {
          if (other !== at) nearest = Math.min(nearest, Math.hypot(x[at]! - x[other]!, y[at]! - y[other]!))
        }
      })
    }
    return nearest
  })
}

function forRing(
  [column, row]: readonly [number, number],
  ring: number,
  visit: (column: number, row: number) => void,
): void {
  if (ring === 0) {
    visit(column, row)
    return
  }
  for (let step = -ring; step <= ring; step++) {
    visit(column + step, row - ring)
    visit(column + step, row + ring)
    if (Math.abs(step) === ring) continue
    visit(column - ring, row + step)
    visit(column + ring, row + step)
  }
}

function rangeOf(values: Float64Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

/** Clark and Evans (doi:10.2307/1931034): R of nearest distances against those of a random pattern, and its z score. */
export function clarkEvans(
  distances: Float64Array,
  area: number,
): { readonly index: number; readonly mean: number; readonly expected: number; readonly z: number } {
  const count = distances.length
  const mean = distances.reduce((sum, each) => sum + each, 0) / count
  const expected = 0.5 * Math.sqrt(area / count)
  // The standard error is √((4 − π) / (4 π n²/A)).
  const error = Math.sqrt(((4 - Math.PI) * area) / (4 * Math.PI * count * count))
  return { index: mean / expected, mean, expected, z: (mean - expected) / error }
}
