import type { BaselineSet } from '../baseline-set.ts'
import { flowOf, positionsOf, top, type Method } from './method.ts'

/** A constant list: the tools that most solved tasks used. Of no paper; what any method that learns has to beat. */
export function popularity(set: BaselineSet): Method {
  const positions = positionsOf(set)
  const counts = new Float64Array(set.tools.length)
  return {
    readsTools: false,
    rank: () => top(counts),
    learn(task) {
      for (const tool of new Set(flowOf(task, positions))) counts[tool]!++
    },
  }
}
