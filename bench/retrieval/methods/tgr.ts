import { normalise } from '../../../src/retrieval/dense.ts'
import { ToolGraph } from '../../../src/retrieval/tool-graph.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { ChangingRows } from '../changing-rows.ts'
import { flowOf, positionsOf, top, type Method } from './method.ts'

/**
 * Tool Graph Retriever: Exploring Dependency Graph-based Tool Retrieval for Large Language Models (Gao and others, 2025,
 * arXiv:2508.05152): one symmetric graph convolution of the tools' vectors, D^−½ (A + I) D^−½ X, A binary and without
 * direction, then the cosine with the question. Leaves out the trained discriminator that finds dependencies: edges are
 * the declared ones and the transitions of solved tasks.
 */
export function toolGraphRetriever(set: BaselineSet): Method {
  const positions = positionsOf(set)
  const vectors = set.dense!.rows
  const graph = new ToolGraph(vectors.length)
  const rows = new ChangingRows(set.dense!)
  const degree = (tool: number) => graph.gathered(tool, 'sym').length
  /** Rows of the ends of new edges, and of their neighbours, whose weights the new degrees change. */
  const refresh = (edges: readonly (readonly [number, number])[]) => {
    const dirty = new Set(edges.flat().flatMap((tool) => graph.gathered(tool, 'sym')))
    for (const tool of dirty) {
      const sum = new Float64Array(vectors[tool]!.length)
      // In order of position: a row does not depend on the order in which edges came.
      for (const other of [...graph.gathered(tool, 'sym')].sort((a, b) => a - b)) {
        const weight = 1 / Math.sqrt(degree(tool) * degree(other))
        vectors[other]!.forEach((value, at) => (sum[at]! += weight * value))
      }
      rows.set(tool, normalise(sum))
    }
  }
  const declared = (set.dependsOn ?? []).flatMap((needed, tool) =>
    needed.filter((other) => graph.add(other, tool)).map((other) => [other, tool] as const),
  )
  refresh(declared)
  return {
    readsTools: true,
    rank: (task) => top(rows.cosines(task.vector!)),
    learn: (task) => refresh(graph.addFlow(flowOf(task, positions))),
  }
}
