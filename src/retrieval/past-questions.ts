import { config } from '../config.ts'
import { Bm25 } from './bm25.ts'
import { dot } from './dense.ts'
import { best } from './fusion.ts'
import type { ReadText } from './tool-index.ts'

/** A solved question: its stemmed tokens, the tools of its flow and, where an embedder is there, its vector. */
export interface PastQuestion extends ReadText {
  readonly tools: readonly string[]
}

/** A past question near the one asked, with its weight in the vote (the nearest has 1 or less). */
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

  /** The nearest by BM25; weights are scores as a share of the best. Items without a common token never count. */
  nearestByWords(query: readonly string[], count: number = config.retrieval.neighboursLexical): Neighbour[] {
    const scores = this.#lexical.scores(query)
    const nearest = best(scores, count)
    const highest = scores[nearest[0] ?? -1] ?? 0
    return nearest
      .filter((at) => scores[at]! > 0)
      .map((at) => ({ past: this.#items[at]!, weight: scores[at]! / highest }))
  }

  /** The nearest by cosine, weighted by its eighth power (`config.retrieval.cosinePower`); negative cosines never count. */
  nearestByVector(query: Float32Array, count: number = config.retrieval.neighbours): Neighbour[] {
    const scores = this.#items.map((item) => (item.vector ? dot(query, item.vector) : -1))
    return best(scores, count)
      .filter((at) => scores[at]! > 0)
      .map((at) => ({ past: this.#items[at]!, weight: scores[at]! ** config.retrieval.cosinePower }))
  }
}

/** The weighted share of neighbours whose flow holds each tool: 0 to 1, in the order of `names`. */
export function votes(
  neighbours: readonly Neighbour[],
  positions: ReadonlyMap<string, number>,
): Float64Array {
  const shares = new Float64Array(positions.size)
  const total = neighbours.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return shares
  for (const { past, weight } of neighbours) {
    for (const tool of new Set(past.tools)) {
      const at = positions.get(tool)
      if (at !== undefined) shares[at]! += weight / total
    }
  }
  return shares
}
