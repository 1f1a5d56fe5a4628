import { ToolGraph } from '../../../src/retrieval/tool-graph.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { bestOutside, DEPTH, flowOf, positionsOf, type Method } from './method.ts'

/**
 * ToolNet: Connecting Large Language Models with Massive Tools via Tool Graph (Liu and others, 2024, arXiv:2403.00839):
 * a walk over the graph of seen transitions, in which only the successors of the last tool are looked at. Leaves out
 * the model that chooses among them and the weights that it adapts by the results: the next tool is the one with the
 * largest share of transitions times cosine with the question. The walk begins where flows began; where nothing leads
 * on, it begins anew at the nearest tool.
 */
export function toolNet(set: BaselineSet): Method {
  const positions = positionsOf(set)
  const start = set.tools.length
  const graph = new ToolGraph(start + 1)
  return {
    readsTools: true,
    rank(task) {
      const cosines = set.dense!.of(task.vector!)
      const walk = new Set<number>()
      for (let at = start; walk.size < Math.min(DEPTH, start);) {
        at = nextTool(graph.successors(at), walk, cosines) ?? bestOutside(walk, cosines)
        walk.add(at)
      }
      return [...walk]
    },
    learn(task) {
      graph.addFlow([start, ...flowOf(task, positions)])
    },
  }
}

/** The likeliest of the successors; undefined where none is new and anything like the question. Of equal ones the first by position. */
function nextTool(
  successors: ReadonlyMap<number, number>,
  walk: ReadonlySet<number>,
  cosines: ArrayLike<number>,
): number | undefined {
  let total = 0
  for (const count of successors.values()) total += count
  let found: number | undefined
  let most = 0
  for (const [tool, count] of successors) {
    const score = (count / total) * cosines[tool]!
    if (walk.has(tool) || score <= 0 || score < most || (score === most && tool > found!)) continue
    ;[found, most] = [tool, score]
  }
  return found
}
