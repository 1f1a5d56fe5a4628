/**
 * Coefficients of the least squares of `values` on the columns of a design (each as long as the values), by Householder's
 * triangulation. NaN where the columns do not determine them.
 */
export function leastSquares(columns: readonly Float64Array[], values: Float64Array): Float64Array {
  const work = columns.map((column) => column.slice())
  const right = values.slice()
  const size = work.length
  const diagonal = new Float64Array(size)
  for (let pivot = 0; pivot < size; pivot++) {
    const column = work[pivot]!
    const whole = normFrom(column, 0)
    const norm = normFrom(column, pivot)
    if (!(norm > whole * 1e-12)) return new Float64Array(size).fill(NaN)
    diagonal[pivot] = column[pivot]! > 0 ? -norm : norm
    column[pivot]! -= diagonal[pivot]!
    for (let other = pivot + 1; other < size; other++) reflect(column, work[other]!, pivot)
    reflect(column, right, pivot)
  }
  const found = new Float64Array(size)
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row]!
    for (let other = row + 1; other < size; other++) sum -= work[other]![row]! * found[other]!
    found[row] = sum / diagonal[row]!
  }
  return found
}

function normFrom(column: Float64Array, from: number): number {
  let sum = 0
  for (let at = from; at < column.length; at++) sum += column[at]! ** 2
  return Math.sqrt(sum)
}

/** Mirrors `target` at the plane across `mirror`, both from the place `from` on. */
function reflect(mirror: Float64Array, target: Float64Array, from: number): void {
  let [dot, square] = [0, 0]
  for (let at = from; at < mirror.length; at++) {
    dot += mirror[at]! * target[at]!
    square += mirror[at]! ** 2
  }
  const twice = (2 * dot) / square
  for (let at = from; at < mirror.length; at++) target[at]! -= twice * mirror[at]!
}
