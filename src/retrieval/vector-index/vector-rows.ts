import { AppError } from '../../lib/errors.ts'

/** Vectors of one length in one buffer, row by row. Rows can be added; none is ever moved. */
export class VectorRows {
  #values: Float32Array
  #size: number

  constructor(
    readonly dimensions: number,
    values: Float32Array = new Float32Array(0),
  ) {
    this.#values = values
    this.#size = values.length / dimensions
    if (!Number.isInteger(this.#size)) {
      throw new AppError('invalid_input', `${values.length} values are no rows of ${dimensions}`)
    }
  }

  static of(vectors: readonly Float32Array[]): VectorRows {
    const rows = new VectorRows(vectors[0]?.length ?? 1)
    rows.reserve(vectors.length)
    vectors.forEach((vector, at) => rows.set(at, vector))
    return rows
  }

  get size(): number {
    return this.#size
  }

  get byteLength(): number {
    return this.#values.byteLength
  }

  /** All rows at once, on the buffer itself. */
  get values(): Float32Array {
    return this.#values.subarray(0, this.#size * this.dimensions)
  }

  /** A view of one row, good until rows are added. */
  row(at: number): Float32Array {
    return this.#values.subarray(at * this.dimensions, (at + 1) * this.dimensions)
  }

  /** Writes a row over, or one behind the last. Throws invalid_input where it is of another length. */
  set(at: number, vector: ArrayLike<number>): void {
    this.requireLength(vector)
    if (at >= this.#size) this.reserve(at + 1)
    this.#size = Math.max(this.#size, at + 1)
    this.#values.set(vector, at * this.dimensions)
  }

  /** Throws invalid_input where a vector is of another length. */
  requireLength(vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) {
      throw new AppError(
        'invalid_input',
        `a vector of ${vector.length} dimensions among those of ${this.dimensions}; use one embedding model`,
      )
    }
  }

  /** Makes room for so many rows; a little more than asked, so that adding one by one is not copying each time. */
  reserve(rows: number): void {
    const held = this.#values.length / this.dimensions
    if (rows <= held) return
    const values = new Float32Array(Math.max(rows, Math.ceil(held * 1.25)) * this.dimensions)
    values.set(this.#values)
    this.#values = values
  }
}
