import { dot } from '../../src/retrieval/dense.ts'
import type { DenseScores } from './dense-scores.ts'

/** Rows of which some come to differ from those that they began as: only theirs are worked out anew for a query. */
export class ChangingRows {
  readonly #changed = new Map<number, Float32Array>()

  constructor(private readonly first: DenseScores) {}

  /** `row` has length 1. */
  set(at: number, row: Float32Array): void {
    this.#changed.set(at, row)
  }

  /** One cosine a row; `query` has length 1. */
  cosines(query: Float32Array): Float64Array {
    const scores = Float64Array.from(this.first.of(query))
    for (const [at, row] of this.#changed) scores[at] = dot(query, row)
    return scores
  }
}
