import { Aggregation, type AggregationOptions } from '../../../src/retrieval/aggregate.ts'
import { cosines } from '../../../src/retrieval/dense.ts'
import { order } from '../../../src/retrieval/fusion.ts'
import { ToolGraph } from '../../../src/retrieval/tool-graph.ts'
import type { BaselineTask } from '../baseline-set.ts'
import { geoforge } from '../methods/geoforge.ts'
import type { InvocationSet, InvocationTask } from './task.ts'

/** Tools for a task by position, best first, at most `pool`; learns from solved tasks. */
export interface Retriever {
  retrieve(task: InvocationTask, pool: number): readonly number[]
  learn(task: BaselineTask): void
}

/** What of a retrieval may be left out. */
export interface Parts {
  /** Sub-tasks; else the question alone. */
  readonly plan: boolean
  /** The graph of seen transitions and, where the method has them, of edges without history. */
  readonly graph: boolean
}

export interface BsctrSettings extends AggregationOptions {
  /** Tools that each sub-task brings in. */
  readonly perSubTask: number
  readonly rrf: number
}

/** As the paper and its released code have them. */
export const PUBLISHED: BsctrSettings = { alpha: 0.5, hops: 1, mode: 'p', perSubTask: 5, rrf: 60 }

/**
 * The published retrieval: the first `perSubTask` of each sub-task q ⊕ s by cosine with vectors that gathered those of their
 * neighbours, fused by reciprocal ranks. Clauses stand for the sub-tasks that a language model would name. Where there are no
 * sub-tasks the one list goes as deep as the pool, else leaving the plan out would shorten it to five.
 */
export function bsctr(
  set: InvocationSet,
  { plan, graph }: Parts,
  settings: BsctrSettings = PUBLISHED,
): Retriever {
  const positions = new Map(set.tools.map(({ name }, at) => [name, at]))
  const seen = new ToolGraph(set.tools.length)
  const own = set.dense!.rows
  const gathered = graph ? new Aggregation(seen, own, settings) : null
  return {
    retrieve(task, pool) {
      const rows = gathered?.rows ?? own
      const lists = plan ? task.joined : [task.vector!]
      const depth = plan ? settings.perSubTask : pool
      return fused(
        lists.map((vector) => order(cosines(vector, rows)).slice(0, depth)),
        settings.rrf,
      ).slice(0, pool)
    },
    learn({ tools }) {
      const flow = tools.map((name) => positions.get(name)).filter((at) => at !== undefined)
      gathered?.refresh(seen.addFlow(flow))
    },
  }
}

/** Σ 1 / (k + rank) over lists that were cut; what no list has is left out. Equal ones stay in the order in which they came. */
export function fused(lists: readonly (readonly number[])[], k: number): readonly number[] {
  const scores = new Map<number, number>()
  for (const list of lists) {
    list.forEach((item, at) => scores.set(item, (scores.get(item) ?? 0) + 1 / (k + at + 1)))
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([item]) => item)
}

/** Ours, the same as in the tables of retrieval. */
export function ours(set: InvocationSet, { plan, graph }: Parts): Retriever {
  const method = geoforge({
    without: [...(plan ? [] : (['partWords', 'partMeaning'] as const)), ...(graph ? [] : (['transitions'] as const))],
    dependencies: true,
    ports: graph,
  })(set) // prettier-ignore
  return {
    retrieve: (task, pool) => method.rank(task).slice(0, pool),
    learn: (task) => method.learn!(task),
  }
}
