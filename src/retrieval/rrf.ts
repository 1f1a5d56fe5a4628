import { config } from '../config.ts'
import { order } from './fusion.ts'

/**
 * Reciprocal rank fusion Σ 1 / (k + rank), rank from 1, of score lists of equal length, to full depth.
 * Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
 */
export function reciprocalRanks(
  lists: readonly ArrayLike<number>[],
  k: number = config.retrieval.rrf,
): Float64Array {
  const fused = new Float64Array(lists[0]?.length ?? 0)
  for (const scores of lists) {
    order(scores).forEach((item, rank) => {
      fused[item]! += 1 / (k + rank + 1)
    })
  }
  return fused
}
