import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import { Bm25 } from './bm25.ts'
import { cosines } from './dense.ts'
import { weightedSum, zScores } from './fusion.ts'

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
    const words = zScores(this.byWords(query))
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

  /** The whole question's text score plus the best part's, and which part that was, a tool each. */
  textWithParts(
    question: ReadText,
    parts: readonly ReadText[],
  ): { readonly scores: Float64Array; readonly bestPart: readonly number[] } {
    const whole = this.text(question)
    if (parts.length === 0) return { scores: whole, bestPart: this.tools.map(() => -1) }
    const perPart = parts.map((part) => this.text(part))
    const bestPart = this.tools.map((_, tool) =>
      perPart.reduce((best, scores, at) => (scores[tool]! > perPart[best]![tool]! ? at : best), 0),
    )
    return { scores: whole.map((score, tool) => score + perPart[bestPart[tool]!]![tool]!), bestPart }
  }
}
