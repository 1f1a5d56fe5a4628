import type { ToolGraph } from './tool-graph.ts'

/** A graph and what one of its counts is worth: history 1, a typed edge less. */
export interface WeightedGraph {
  readonly graph: ToolGraph
  readonly weight: number
}

/**
 * What the best tools bring with them: each of the `best` gives a share to its neighbours in the graphs, half by edges
 * that leave it and half by edges that reach it, by weighted counts. The first gives most: shares go by 1 / rank and add
 * up to 1. 0 to 1, one value a tool.
 */
export function transitionPrior(best: readonly number[], graphs: readonly WeightedGraph[]): Float64Array {
  const prior = new Float64Array(graphs[0]?.graph.size ?? 0)
  const all = best.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0)
  for (const [rank, tool] of best.entries()) {
    const lead = 1 / (rank + 1) / all
    for (const side of ['successors', 'predecessors'] as const) {
      const rows = graphs.map(({ graph, weight }) => ({ row: graph[side](tool), weight }))
      let total = 0
      for (const { row, weight } of rows) for (const count of row.values()) total += weight * count
      if (total === 0) continue
      for (const { row, weight } of rows) {
        for (const [other, count] of row) prior[other]! += (0.5 * lead * weight * count) / total
      }
    }
  }
  return prior
}
