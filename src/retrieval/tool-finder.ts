import { byText } from '../lib/by-text.ts'
import { tokens } from '../lib/text.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { RetrievedTool } from '../trace/events.ts'
import { KeptRanker } from './kept-ranker.ts'
import { foundTools, toolText, type RetrieveQuery } from './retrieve.ts'

/** Sets of tools whose rankers are kept: a question asks of one, and few data are asked about by turns. */
const KEPT = 4

/**
 * Finds tools for question after question. What the data do not admit is left out before anything is ranked: neither ranks nor votes are of
 * the whole library. So there is a ranker for each set of tools that was admitted lately, which takes in what the memory has gained since
 * and keeps the weights that it has learned. It finds what one made anew would find.
 */
export class ToolFinder {
  /** By the tools that they rank, the last asked last. */
  readonly #rankers = new Map<string, KeptRanker>()
  #marks = 0
  /** A number for all that is ranked by of a tool: tools come as copies, which are the same where they say the same. */
  readonly #markOf = byText(() => ++this.#marks)

  /** Every admissible tool that may be a step of its own, best first; `query.most` of them where that is given. */
  find(query: RetrieveQuery): readonly RetrievedTool[] {
    const specs = query.specs.filter((spec) => query.admissible.has(spec.name) && !spec.internal)
    if (specs.length === 0) return []
    const ranker = this.#rankerOf(specs, query.vectors)
    ranker.follow(query.past, query.edges)
    return foundTools(ranker, query)
  }

  #rankerOf(specs: readonly ToolSpec[], vectors: RetrieveQuery['vectors']): KeptRanker {
    const texts = specs.map(toolText)
    const key = specs
      .map(({ needs, gives }, at) => this.#markOf(JSON.stringify([texts[at], needs, gives])))
      .join(' ')
    const rows = texts.map((text) => vectors?.get(text))
    const known = this.#rankers.get(key)
    const ranker =
      known && known.specs.every((_, at) => known.tools[at]!.vector === rows[at])
        ? known
        : new KeptRanker(
            specs,
            specs.map(({ name }, at) => {
              const vector = rows[at]
              return { name, tokens: toolTokens(texts[at]!), ...(vector ? { vector } : {}) }
            }),
          )
    this.#rankers.delete(key)
    this.#rankers.set(key, ranker)
    for (const oldest of this.#rankers.keys()) {
      if (this.#rankers.size <= KEPT) break
      this.#rankers.delete(oldest)
    }
    return ranker
  }
}

/** The library is the same for every set of tools: hundreds of texts to stem. */
const toolTokens = byText(tokens)
