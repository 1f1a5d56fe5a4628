import type { BaselineSet } from '../baseline-set.ts'
import { top, type Method } from './method.ts'

/**
 * Cosine of the question's embedding with that of "name: description", '_' in names a space, by MiniLM (Wang and others, MiniLM, 2020,
 * arXiv:2002.10957, as all-MiniLM-L6-v2, int8). Leaves out any training for tool retrieval.
 */
export function dense(set: BaselineSet): Method {
  return { readsTools: true, rank: (task) => top(set.dense!.of(task.vector!)) }
}
