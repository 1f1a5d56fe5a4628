import { config } from '../config.ts'
import { Bm25 } from './bm25.ts'
import { dot } from './dense.ts'
import { best } from './fusion.ts'
import type { ReadText } from './tool-index.ts'

/** A solved question: its stemmed tokens, the tools of its flow and, where an embedder is there, its vector. */
export interface PastQuestion extends ReadText {
  readonly tools: readonly string[]
}

/** A past question near the one asked, with its weight in the vote (0 to 1; one with the very words has about 1). */
export interface Neighbour {
  readonly past: PastQuestion
  readonly weight: number
}

/** Past questions as neighbours that vote for the tools of their flows. Grows by one with each solved question. */
export class PastQuestions {
  readonly #lexical = new Bm25()
  readonly #items: PastQuestion[] = []

  constructor(items: Iterable<PastQuestion> = []) {
    for (const item of items) this.add(item)
  }

  get items(): readonly PastQuestion[] {
    return this.#items
  }

  add(item: PastQuestion): void {
    this.#lexical.add(item.tokens)
    this.#items.push(item)
  }

  /** The nearest by BM25; weights are shares of what the question itself would score. Items without a common token never count. */
  nearestByWords(query: readonly string[], count: number = config.retrieval.neighbours): Neighbour[] {
    const scores = this.#lexical.scores(query)
    const own = this.#lexical.ownScore(query)
    return best(scores, count)
      .filter((at) => scores[at]! > 0)
      .map((at) => ({ past: this.#items[at]!, weight: Math.min(scores[at]! / own, 1) }))
  }

  /** The nearest of those with a vector, and their cosines. */
  nearestCosines(query: Float32Array, count: number): readonly Near[] {
    const scores = new Float64Array(this.#items.length)
    this.#items.forEach((item, at) => (scores[at] = item.vector ? dot(query, item.vector) : -Infinity))
    return best(scores, count)
      .filter((at) => scores[at]! > -Infinity)
      .map((at) => ({ past: this.#items[at]!, cosine: scores[at]! }))
  }
}

/** A past question with a vector, and its cosine with the one asked. */
export interface Near {
  readonly past: PastQuestion
  readonly cosine: number
}

/** They vote by their cosine to the power of `config.retrieval.cosinePower`; negative cosines never count. */
export const asVoters = (near: readonly Near[]): Neighbour[] =>
  near
    .filter(({ cosine }) => cosine > 0)
    .map(({ past, cosine }) => ({ past, weight: cosine ** config.retrieval.cosinePower }))

/**
 * The weighted share of neighbours whose flow holds each tool: 0 to 1, in the order of `positions`. `shrinkage` stands for neighbours
 * that vote for nothing.
 */
export function votes(
  neighbours: readonly Neighbour[],
  positions: ReadonlyMap<string, number>,
  shrinkage = 0,
): Float64Array {
  const shares = new Float64Array(positions.size)
  const total = neighbours.reduce((sum, { weight }) => sum + weight, shrinkage)
  if (total <= 0) return shares
  for (const { past, weight } of neighbours) {
    for (const tool of new Set(past.tools)) {
      const at = positions.get(tool)
      if (at !== undefined) shares[at]! += weight / total
    }
  }
  return shares
}
