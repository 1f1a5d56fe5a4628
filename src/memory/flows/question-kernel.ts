import { dot } from '../../retrieval/dense.ts'
import type { ReadText } from '../../retrieval/tool-index.ts'

/** How alike two questions are, one value a past question. */
export interface QuestionLikeness {
  /** Cosine of embeddings, or of rare words where an embedding is absent; never below 0. */
  readonly nearness: Float64Array
  /** A kernel of both: cosine of embeddings + words · cosine of rare words. */
  readonly kernel: Float64Array
}

/** Past questions by meaning and by words; each word counts by how rare it is in them and the logarithm of how often it stands there. */
export class QuestionKernel {
  readonly #rarity = new Map<string, number>()
  readonly #rows: readonly ReadonlyMap<string, number>[]

  constructor(
    readonly past: readonly ReadText[],
    /** What the words count beside an embedding's 1. */
    readonly words: number,
  ) {
    const counts = new Map<string, number>()
    for (const { tokens } of past)
      for (const token of new Set(tokens)) counts.set(token, (counts.get(token) ?? 0) + 1)
    for (const [token, count] of counts)
      this.#rarity.set(token, 1 + Math.log((1 + past.length) / (1 + count)))
    this.#rows = past.map(({ tokens }) => this.#unit(tokens))
  }

  likeness({ tokens, vector }: ReadText): QuestionLikeness {
    const row = this.#unit(tokens)
    const byWords = Float64Array.from(this.#rows, (other) => product(row, other))
    if (!vector || this.past.some((question) => !question.vector))
      return { nearness: byWords, kernel: byWords }
    const byMeaning = Float64Array.from(this.past, (question) => dot(vector, question.vector!))
    return {
      nearness: byMeaning.map((value) => Math.max(value, 0)),
      kernel: byMeaning.map((value, at) => value + this.words * byWords[at]!),
    }
  }

  #unit(tokens: readonly string[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
    const row = new Map<string, number>()
    let squares = 0
    for (const [token, count] of counts) {
      const value = (1 + Math.log(count)) * (this.#rarity.get(token) ?? 0)
      if (value === 0) continue
      row.set(token, value)
      squares += value * value
    }
    for (const [token, value] of row) row.set(token, value / Math.sqrt(squares))
    return row
  }
}

function product(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [token, value] of first) sum += value * (second.get(token) ?? 0)
  return sum
}
