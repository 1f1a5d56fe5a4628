import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import { Bm25 } from './bm25.ts'
import { cosines } from './dense.ts'
import { deviation, weightedSum, zScores } from './fusion.ts'

/** A text as retrieval reads it: stemmed tokens and, where an embedder is there, its vector of length 1. */
export interface ReadText {
  readonly tokens: readonly string[]
  readonly vector?: Float32Array
}

export interface ToolText extends ReadText {
  readonly name: string
}

/** Reads a text; `vector` may be left out. */
export function readText(text: string, vector?: Float32Array): ReadText {
  return vector ? { tokens: tokens(text), vector } : { tokens: tokens(text) }
}

/** The descriptions of a library, searchable by words and, where all of it has vectors, by meaning. */
export class ToolIndex {
  readonly positions: ReadonlyMap<string, number>
  readonly #lexical: Bm25
  readonly #rows: readonly Float32Array[] | null

  constructor(readonly tools: readonly ToolText[]) {
    this.positions = new Map(tools.map(({ name }, at) => [name, at]))
    this.#lexical = new Bm25(tools.map((tool) => tool.tokens))
    const rows = tools.map(({ vector }) => vector).filter((vector) => vector !== undefined)
    this.#rows = rows.length === tools.length ? rows : null
  }

  /** BM25 of each tool's text. */
  byWords(query: ReadText): Float64Array {
    return this.#lexical.scores(query.tokens)
  }

  /** Cosine with each tool's vector; null without an embedder. */
  byMeaning(query: ReadText): Float64Array | null {
    return this.#rows && query.vector ? cosines(query.vector, this.#rows) : null
  }

  /** z-scored 0.5·BM25 + dense, or BM25 alone without an embedder. */
  text(query: ReadText): Float64Array {
    return this.#joined(zScores(this.byWords(query)), query)
  }

  /**
   * The whole question's text score plus the best part's, and which part that was, a tool each. BM25 of all of them is
   * in one unit: a part has words in common with few tools, and by its own deviation one common word would outweigh
   * the rest of the question.
   */
  textWithParts(
    question: ReadText,
    parts: readonly ReadText[],
  ): { readonly scores: Float64Array; readonly bestPart: readonly number[] } {
    if (parts.length === 0) return { scores: this.text(question), bestPart: this.tools.map(() => -1) }
    const queries = [question, ...parts]
    const words = inOneUnit(queries.map((query) => this.byWords(query)))
    const [whole, ...perPart] = queries.map((query, at) => this.#joined(words[at]!, query))
    const bestPart = this.tools.map((_, tool) =>
      perPart.reduce((best, scores, at) => (scores[tool]! > perPart[best]![tool]! ? at : best), 0),
    )
    return { scores: whole!.map((score, tool) => score + perPart[bestPart[tool]!]![tool]!), bestPart }
  }

  #joined(words: Float64Array, query: ReadText): Float64Array {
    const meaning = this.byMeaning(query)
    if (!meaning) return words
    return weightedSum(
      [
        { scores: words, weight: config.retrieval.lexicalWeight },
        { scores: zScores(meaning), weight: 1 },
      ],
      this.tools.length,
    )
  }
}

/**
 * BM25 lists in deviations of the one that reaches highest (a question above its own clauses). A lower one is lifted
 * by its share of that height to the power `config.retrieval.partLift`, so that a short clause is heard beside a long
 * one and yet counts for less.
 */
function inOneUnit(lists: readonly Float64Array[]): Float64Array[] {
  const heights = lists.map((scores) => scores.reduce((most, score) => Math.max(most, score), 0))
  const height = Math.max(...heights)
  const unit = deviation(lists[heights.indexOf(height)]!)
  return lists.map((scores, at) => {
    if (heights[at] === 0 || unit === 0) return new Float64Array(scores.length)
    const lift = (height / heights[at]!) ** config.retrieval.partLift
    return scores.map((score) => (score * lift) / unit)
  })
}
