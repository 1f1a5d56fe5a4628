import { cholesky, solveBy } from '../../lib/cholesky.ts'

/** A symmetric positive definite matrix in rows; the inverse of it. Throws RangeError where it is not. */
export function inverse(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = cholesky(matrix)
  return matrix.map((_, column) => {
    const unit = new Float64Array(matrix.length)
    unit[column] = 1
    return solveBy(lower, unit, column)
  })
}

/**
 * Ridge regression of many targets at once in the space of a kernel, with a free mean (Saunders, Gammerman and Vovk 1998). Items in
 * rows; `penalty` above 0 is added to the diagonal of the centred kernel. Cubic in the number of items.
 */
export class KernelRidge {
  readonly #targets: readonly Float64Array[]
  readonly #means: Float64Array
  readonly #weights: readonly Float64Array[]
  readonly #inverse: readonly Float64Array[]
  readonly #kernelMeans: Float64Array
  readonly #kernelMean: number

  constructor(
    kernel: readonly Float64Array[],
    targets: readonly Float64Array[],
    readonly penalty: number,
  ) {
    const count = kernel.length
    this.#targets = targets
    this.#kernelMeans = Float64Array.from(kernel, (row) => mean(row))
    this.#kernelMean = mean(this.#kernelMeans)
    this.#means = new Float64Array(targets[0]?.length ?? 0)
    for (const row of targets) row.forEach((value, at) => (this.#means[at]! += value / count))
    const centred = kernel.map((row) => this.#centred(row))
    centred.forEach((row, at) => (row[at]! += penalty))
    this.#inverse = inverse(centred)
    const rest = targets.map((row) => row.map((value, at) => value - this.#means[at]!))
    this.#weights = this.#inverse.map((row) => combined(row, rest, this.#means.length))
  }

  /** What is expected for an item of which the kernel with each known item is given. */
  predict(kernelRow: Float64Array): Float64Array {
    const found = combined(this.#centred(kernelRow), this.#weights, this.#means.length)
    return found.map((value, at) => value + this.#means[at]!)
  }

  /** For each known item what would be expected had it not been known: exactly what a fit of the others gives. */
  leaveOneOut(): Float64Array[] {
    const count = this.#targets.length
    return this.#targets.map((row, at) => {
      // Residual = penalty·weight; 1 − leverage = penalty·inverse − 1 / n.
      const free = this.penalty * this.#inverse[at]![at]! - 1 / count
      return row.map((value, target) =>
        free > 1e-9 ? value - (this.penalty * this.#weights[at]![target]!) / free : this.#means[target]!,
      )
    })
  }

  #centred(row: Float64Array): Float64Array {
    const own = mean(row)
    return row.map((value, at) => value - own - this.#kernelMeans[at]! + this.#kernelMean)
  }
}

function combined(
  weights: Float64Array,
  rows: readonly Float64Array[],
  length: number,
): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(length)
  for (let at = 0; at < rows.length; at++) {
    const weight = weights[at]!
    const row = rows[at]!
    for (let target = 0; target < length; target++) sum[target]! += weight * row[target]!
  }
  return sum
}

const mean = (values: Float64Array) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
