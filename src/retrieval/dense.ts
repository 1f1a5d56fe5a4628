/** Scales a vector to length 1, in a new array; a zero vector stays zero. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  let squares = 0
  for (let at = 0; at < vector.length; at++) squares += vector[at]! ** 2
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  return Float32Array.from(vector, (value) => value * scale)
}

/** Dot product: the cosine where both vectors have length 1. */
export function dot(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < first.length; at++) sum += first[at]! * second[at]!
  return sum
}

/** Cosine of one query with each row; all L2-normalised. */
export function cosines(query: Float32Array, rows: readonly Float32Array[]): Float64Array {
  return Float64Array.from(rows, (row) => dot(query, row))
}
