import type { BaselineSet } from '../baseline-set.ts'
import { ReferenceBm25 } from '../reference-bm25.ts'
import { top, type Method } from './method.ts'

/**
 * Okapi BM25 of the question over "name description": Robertson and Zaragoza, The Probabilistic Relevance Framework
 * (2009), doi:10.1561/1500000019, in the reference's setting. Nothing is left out.
 */
export function bm25(set: BaselineSet): Method {
  const index = new ReferenceBm25(set.reference)
  return { readsTools: true, rank: (task) => top(index.scores(task.reference)) }
}
