import type { BaselineSet } from '../baseline-set.ts'
import { DEPTH, filledUp, top, type Method } from './method.ts'

/**
 * Kachuee and others, Improving Tool Retrieval by Leveraging Large Language Models for Query Generation (2024,
 * arXiv:2412.03573): a model writes queries for a request, each retrieves a list, and the lists are interleaved. Leaves
 * out the model and its alignment by training: the queries are the question's clauses.
 */
export function kachuee(set: BaselineSet): Method {
  return {
    readsTools: true,
    rank(task) {
      const lists = task.parts.map(({ vector }) => top(set.dense!.of(vector!)))
      return filledUp(interleaved(lists, DEPTH), set.dense!.of(task.vector!))
    },
  }
}

/** The first of each list, then the second of each, and so on, repeats passed over, until there are `count`. */
export function interleaved(lists: readonly (readonly number[])[], count: number): number[] {
  const taken = new Set<number>()
  const depth = Math.max(0, ...lists.map((list) => list.length))
  for (let rank = 0; rank < depth; rank++) {
    for (const list of lists) {
      const tool = list[rank]
      if (tool !== undefined && taken.size < count) taken.add(tool)
    }
  }
  return [...taken]
}
