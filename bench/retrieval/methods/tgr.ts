import { normalise } from '../../../src/retrieval/dense.ts'
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
  const { rows: vectors } = set.dense!
  const rows = new ChangingRows(set.dense!)
  /** Of each tool, itself among them. */
  const neighbours = vectors.map((_, tool) => new Set([tool]))
  /** Σ x_j / √d_j over the neighbours j: rows of the convolution but for their length, which no cosine sees. */
  const sums = vectors.map((vector) => Float64Array.from(vector))
  const join = (first: number, second: number) => {
    if (neighbours[first]!.has(second)) return
    const ends = [first, second] as const
    for (const end of ends) {
      const degree = neighbours[end]!.size
      const change = 1 / Math.sqrt(degree + 1) - 1 / Math.sqrt(degree)
      for (const tool of neighbours[end]!) addTo(sums[tool]!, vectors[end]!, change)
    }
    neighbours[first]!.add(second)
    neighbours[second]!.add(first)
    addTo(sums[first]!, vectors[second]!, 1 / Math.sqrt(neighbours[second]!.size))
    addTo(sums[second]!, vectors[first]!, 1 / Math.sqrt(neighbours[first]!.size))
    for (const end of ends) for (const tool of neighbours[end]!) rows.set(tool, normalise(sums[tool]!))
  }
  set.dependsOn?.forEach((needed, tool) => needed.forEach((other) => join(other, tool)))
  return {
    readsTools: true,
    rank: (task) => top(rows.cosines(task.vector!)),
    learn(task) {
      const flow = flowOf(task, positions)
      for (let at = 1; at < flow.length; at++) join(flow[at - 1]!, flow[at]!)
    },
  }
}

function addTo(sum: Float64Array, vector: Float32Array, weight: number): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += weight * vector[at]!
}
