import { config } from '../config.ts'
import { sameItems } from '../lib/same-items.ts'
import type { Edge } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { typedEdges } from './cold-start.ts'
import type { PastQuestion } from './past-questions.ts'
import { Ranker } from './ranker.ts'
import type { ToolText } from './tool-index.ts'
import type { WeightedGraph } from './transitions.ts'

/** A ranker of one set of tools that follows a memory: what is new is taken in, and where something is gone it begins anew. */
export class KeptRanker {
  readonly #prior: readonly WeightedGraph[]
  #past: readonly PastQuestion[] = []
  /** Null where the ranker has none of them. */
  #edges: readonly Edge[] | null = null
  #ranker: Ranker

  constructor(
    readonly specs: readonly ToolSpec[],
    readonly tools: readonly ToolText[],
  ) {
    this.#prior = [{ graph: typedEdges(specs), weight: config.retrieval.typedEdgeWeight }]
    this.#ranker = this.#made()
  }

  get ranker(): Ranker {
    return this.#ranker
  }

  /** Past questions in their order, and the transitions of all of them; lists that are given are never changed later. */
  follow(past: readonly PastQuestion[], edges: readonly Edge[]): void {
    const known = this.#past.length
    const learnFrom = firstLesson(past.length)
    if (!isContinued(this.#past, past) || learnFrom !== firstLesson(known)) {
      this.#ranker = this.#made()
      this.#remember(past.slice(0, learnFrom), 0)
      this.#remember(past.slice(learnFrom), Infinity)
    } else this.#remember(past.slice(known), Infinity)
    this.#past = [...past]
    if (edges === this.#edges) return
    this.#edges = edges
    this.#ranker.history.become(this.#counts(edges))
  }

  #made(): Ranker {
    this.#edges = null
    return new Ranker(this.tools, { prior: this.#prior })
  }

  /** A question's signals must not tell of its own transitions, which are among the counts: they come last. */
  #remember(solved: readonly PastQuestion[], learnFrom: number): void {
    if (solved.length === 0) return
    this.#edges = null
    this.#ranker.history.become(new Map())
    this.#ranker.remember(solved, learnFrom)
  }

  /** By position; failures are not counted. */
  #counts(edges: readonly Edge[]): ReadonlyMap<number, ReadonlyMap<number, number>> {
    const { positions } = this.#ranker.index
    const rows = new Map<number, Map<number, number>>()
    for (const { from, to, successes } of edges) {
      const [i, j] = [positions.get(from), positions.get(to)]
      if (i === undefined || j === undefined || i === j || successes <= 0) continue
      const row = rows.get(i) ?? new Map<number, number>()
      rows.set(i, row.set(j, (row.get(j) ?? 0) + successes))
    }
    return rows
  }
}

/**
 * The past question that weights are learned from first. It moves on by `learnFrom` at a time: with each question it would change all that was
 * learned since.
 */
function firstLesson(questions: number): number {
  const { learnFrom } = config.retrieval
  return Math.max(0, Math.floor(questions / learnFrom) - 1) * learnFrom
}

function isContinued(before: readonly PastQuestion[], now: readonly PastQuestion[]): boolean {
  return now.length >= before.length && before.every((item, at) => isSame(item, now[at]!))
}

const isSame = (a: PastQuestion, b: PastQuestion) =>
  a === b || (a.vector === b.vector && sameItems(a.tools, b.tools) && sameItems(a.tokens, b.tokens))
