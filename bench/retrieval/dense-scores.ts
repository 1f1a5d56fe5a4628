import { cosines, dot } from '../../src/retrieval/dense.ts'

/**
 * Cosines with fixed rows, kept by query vector: several methods, and several orders of one, ask the same. Of rows that
 * `base` has in the same place its cosines are taken.
 */
export class DenseScores {
  readonly #known = new WeakMap<Float32Array, Float64Array>()
  /** Places of rows that differ from those of `base`. */
  readonly #others: readonly number[]

  constructor(
    readonly rows: readonly Float32Array[],
    private readonly base?: DenseScores,
  ) {
    this.#others = base ? rows.flatMap((row, at) => (row === base.rows[at] ? [] : [at])) : []
  }

  /** One value a row, to be left as it is; `query` has length 1. */
  of(query: Float32Array): Float64Array {
    const known = this.#known.get(query)
    if (known) return known
    const scores = this.#workedOut(query)
    this.#known.set(query, scores)
    return scores
  }

  #workedOut(query: Float32Array): Float64Array {
    if (!this.base) return cosines(query, this.rows)
    if (this.#others.length === 0) return this.base.of(query)
    const scores = Float64Array.from(this.base.of(query))
    for (const at of this.#others) scores[at] = dot(query, this.rows[at]!)
    return scores
  }
}
