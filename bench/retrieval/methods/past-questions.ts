import { dot } from '../../../src/retrieval/dense.ts'
import { best } from '../../../src/retrieval/fusion.ts'
import type { BaselineSet, BaselineTask } from '../baseline-set.ts'
import { ReferenceBm25 } from '../reference-bm25.ts'
import { flowOf, positionsOf, top, type Method } from './method.ts'

const BY_WORDS = 10
const BY_VECTORS = 20
const POWER = 8

/**
 * Votes of the nearest past questions for the tools of their flows: k nearest neighbours (Cover and Hart, Nearest
 * Neighbor Pattern Classification, 1967, doi:10.1109/TIT.1967.1053964) with weighted votes. By words the 10 nearest by
 * BM25, weighted by their score relative to the best; by vectors the 20 nearest, weighted by the eighth power of their
 * cosine. Leaves out what the tools say of themselves.
 */
export function pastQuestions(set: BaselineSet, by: 'words' | 'vectors'): Method {
  const positions = positionsOf(set)
  const lexical = new ReferenceBm25()
  const vectors: Float32Array[] = []
  const flows: ReadonlySet<number>[] = []
  const weights = (task: BaselineTask): readonly { readonly past: number; readonly weight: number }[] => {
    if (by === 'words') {
      const scores = lexical.scores(task.reference)
      const nearest = best(scores, BY_WORDS)
      return nearest.map((past) => ({ past, weight: scores[past]! / (scores[nearest[0]!]! || 1) }))
    }
    const cosines = vectors.map((vector) => dot(task.vector!, vector))
    return best(cosines, BY_VECTORS).map((past) => ({ past, weight: Math.max(cosines[past]!, 0) ** POWER }))
  }
  return {
    readsTools: false,
    rank(task) {
      const votes = new Float64Array(set.tools.length)
      for (const { past, weight } of weights(task)) for (const tool of flows[past]!) votes[tool]! += weight
      return top(votes)
    },
    learn(task) {
      lexical.add(task.reference)
      if (task.vector) vectors.push(task.vector)
      flows.push(new Set(flowOf(task, positions)))
    },
  }
}
