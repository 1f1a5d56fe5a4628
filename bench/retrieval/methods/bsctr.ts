import { Aggregation, type AggregationOptions } from '../../../src/retrieval/aggregate.ts'
import { reciprocalRanks } from '../../../src/retrieval/rrf.ts'
import { ToolGraph } from '../../../src/retrieval/tool-graph.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { ChangingRows } from '../changing-rows.ts'
import { flowOf, positionsOf, top, type Method } from './method.ts'

const RRF = 60

export interface BsctrOptions extends AggregationOptions {
  /** Sub-tasks q ⊕ s, else the question alone. */
  readonly plan: boolean
  /** Vectors that gathered their neighbours', else the tools' own. */
  readonly graph: boolean
}

/** The paper's best: tools gather their predecessors, one hop, half and half. */
export const BSCTR: BsctrOptions = { plan: true, graph: true, alpha: 0.5, hops: 1, mode: 'p' }

/**
 * Bidirectional semantic complement tool retrieval (BSCTR) as published: tool vectors that gathered those of their
 * neighbours in the graph of seen transitions, one list a sub-task q ⊕ s, fused by reciprocal ranks. Leaves out the
 * language model that plans the sub-tasks (clauses of the question stand for them) and the cuts of the released code
 * (5 tools a sub-task, 20 in all): lists go to full depth. The vector of q ⊕ s is the sum of those of q and s, not that
 * of the joined text, which would have to be embedded for each clause; its length moves no rank.
 */
export function bsctr(set: BaselineSet, options: BsctrOptions = BSCTR): Method {
  const positions = positionsOf(set)
  const graph = new ToolGraph(set.tools.length)
  const gathered = new Aggregation(graph, set.dense!.rows, options)
  const rows = new ChangingRows(set.dense!)
  const rank: Method['rank'] = (task) => {
    const whole = rows.cosines(task.vector!)
    if (!options.plan) return top(whole)
    const lists = task.parts.map(({ vector }) =>
      rows.cosines(vector!).map((score, tool) => score + whole[tool]!),
    )
    return top(reciprocalRanks(lists, RRF))
  }
  if (!options.graph) return { readsTools: true, rank }
  return {
    readsTools: true,
    rank,
    learn(task) {
      for (const tool of gathered.refresh(graph.addFlow(flowOf(task, positions)))) {
        rows.set(tool, gathered.row(tool))
      }
    },
  }
}
