import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import { Bm25 } from './bm25.ts'
import { cosines } from './dense.ts'
import { deviation, zScores } from './fusion.ts'

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

  /**
   * What the whole question and its best part say for each tool, by words and by meaning (0 without an embedder), and which part that
   * was (−1: there are none). BM25 of all of them is in one unit: a part has words in common with few tools, and by its own deviation
   * one common word would outweigh the rest of the question. Without parts the question is its own part.
   */
  textSignals(question: ReadText, parts: readonly ReadText[]): TextSignals {
    const queries = [question, ...parts]
    const words = inOneUnit(queries.map((query) => this.byWords(query)))
    const meanings = queries.map((query) => {
      const cosine = this.byMeaning(query)
      return cosine ? zScores(cosine) : new Float64Array(this.tools.length)
    })
    if (parts.length === 0) {
      const [own, meaning] = [words[0]!, meanings[0]!]
      const bestPart = this.tools.map(() => -1)
      return { words: own, meaning, partWords: own, partMeaning: meaning, bestPart }
    }
    const { weights } = config.retrieval
    const sums = words
      .slice(1)
      .map((list, at) =>
        list.map((score, tool) => weights.partWords * score + weights.partMeaning * meanings[at + 1]![tool]!),
      )
    const bestPart = this.tools.map((_, tool) =>
      sums.reduce((best, list, at) => (list[tool]! > sums[best]![tool]! ? at : best), 0),
    )
    return {
      ...{ words: words[0]!, meaning: meanings[0]!, bestPart },
      partWords: chosen(words, bestPart),
      partMeaning: chosen(meanings, bestPart),
    }
  }
}

export interface TextSignals {
  readonly words: Float64Array
  readonly meaning: Float64Array
  readonly partWords: Float64Array
  readonly partMeaning: Float64Array
  readonly bestPart: readonly number[]
}

/** Of each tool the value in the list of its best part; the first list is that of the whole question. */
function chosen(lists: readonly Float64Array[], bestPart: readonly number[]): Float64Array {
  const values = new Float64Array(bestPart.length)
  for (let tool = 0; tool < values.length; tool++) values[tool] = lists[bestPart[tool]! + 1]![tool]!
  return values
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
