import { tokens } from '../../lib/text.ts'
import { Bm25 } from '../../retrieval/bm25.ts'
import { best } from '../../retrieval/fusion.ts'

/** A question as it is compared: stemmed tokens and named facts, each with its strength. */
export interface Reading {
  readonly tokens: readonly string[]
  readonly features: ReadonlyMap<string, number>
}

/** What is compared, and how much it counts. Each kind of score is divided by its best before it is weighed. */
export interface NearnessWeights {
  readonly words: number
  readonly features: number
}

/** A question read by its words alone. */
export const readWords = (question: string): Reading => ({ tokens: tokens(question), features: new Map() })

/**
 * Past questions, to be compared with one asked: by BM25 of their tokens, and by the cosine of their features, each
 * weighted by how rare it is in memory. Numbers are positions in the list given.
 */
export class Nearest {
  readonly #words: Bm25
  readonly #rarity = new Map<string, number>()
  readonly #rows: readonly ReadonlyMap<string, number>[]
  readonly #weights: NearnessWeights

  constructor(past: readonly Reading[], weights: NearnessWeights = { words: 1, features: 0 }) {
    this.#weights = weights
    this.#words = new Bm25(past.map((reading) => reading.tokens))
    const counts = new Map<string, number>()
    for (const { features } of past) {
      for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) this.#rarity.set(name, Math.log(1 + past.length / count))
    this.#rows = past.map(({ features }) => this.#unit(features))
  }

  /** One a past question, from 0 (nothing in common) to the sum of the weights. */
  scores(query: Reading): Float64Array {
    const byWords = shareOfBest(this.#words.scores(query.tokens))
    const row = this.#unit(query.features)
    const byFeatures = shareOfBest(Float64Array.from(this.#rows, (past) => product(row, past)))
    const { words, features } = this.#weights
    return byWords.map((score, at) => words * score + features * byFeatures[at]!)
  }

  /** Positions of the nearest, best first; those with nothing in common never count. */
  nearest(query: Reading, count: number): number[] {
    const scores = this.scores(query)
    return best(scores, count).filter((at) => scores[at]! > 0)
  }

  #unit(features: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const row = new Map<string, number>()
    let squares = 0
    for (const [name, strength] of features) {
      const value = strength * (this.#rarity.get(name) ?? 0)
      if (value === 0) continue
      row.set(name, value)
      squares += value * value
    }
    for (const [name, value] of row) row.set(name, value / Math.sqrt(squares))
    return row
  }
}

function product(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [name, value] of first) sum += value * (second.get(name) ?? 0)
  return sum
}

function shareOfBest(scores: Float64Array): Float64Array {
  const highest = scores.reduce((top, score) => Math.max(top, score), 0)
  return highest > 0 ? scores.map((score) => score / highest) : scores
}
