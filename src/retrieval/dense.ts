/** Scales a vector to length 1, in a new array; a zero vector stays zero. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  let squares = 0
  for (let at = 0; at < vector.length; at++) squares += vector[at]! ** 2
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  return Float32Array.from(vector, (value) => value * scale)
}

/** Dot product of vectors of one length: the cosine where both have length 1. */
export function dot(first: Float32Array, second: Float32Array): number {
  // Four sums side by side: the processor need not wait for one addition before the next.
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = first.length - (first.length % 4)
  let at = 0
  for (; at < whole; at += 4) {
    a += first[at]! * second[at]!
    b += first[at + 1]! * second[at + 1]!
    c += first[at + 2]! * second[at + 2]!
    d += first[at + 3]! * second[at + 3]!
  }
  for (; at < first.length; at++) a += first[at]! * second[at]!
  return a + b + c + d
}

/** Cosine of one query with each row; all L2-normalised. */
export function cosines(query: Float32Array, rows: readonly Float32Array[]): Float64Array {
  const found = new Float64Array(rows.length)
  for (let at = 0; at < found.length; at++) found[at] = dot(query, rows[at]!)
  return found
}
