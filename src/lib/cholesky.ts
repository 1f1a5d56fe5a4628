/**
 * The lower triangle L of a symmetric positive definite matrix in rows, with L·Lᵀ = A; only A's lower triangle is read. Throws
 * RangeError where it is not positive definite.
 */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = matrix.map(() => new Float64Array(matrix.length))
  for (let i = 0; i < matrix.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!
      if (i !== j) lower[i]![j] = sum / lower[j]![j]!
      else if (sum > 0) lower[i]![i] = Math.sqrt(sum)
      else throw new RangeError('The matrix is not positive definite.')
    }
  }
  return lower
}

/** Solves L·Lᵀ·x = right for a lower triangle of `cholesky`; what stands before `from` on the right is taken for 0. */
export function solveBy(lower: readonly Float64Array[], right: ArrayLike<number>, from = 0): Float64Array {
  const x = new Float64Array(lower.length)
  for (let i = from; i < x.length; i++) {
    let sum = right[i]!
    for (let k = from; k < i; k++) sum -= lower[i]![k]! * x[k]!
    x[i] = sum / lower[i]![i]!
  }
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = x[i]!
    for (let k = i + 1; k < x.length; k++) sum -= lower[k]![i]! * x[k]!
    x[i] = sum / lower[i]![i]!
  }
  return x
}
