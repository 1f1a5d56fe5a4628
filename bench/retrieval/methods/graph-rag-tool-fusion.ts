import { closeOverDependencies } from '../../../src/retrieval/dependencies.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { filledUp, top, type Method } from './method.ts'

/** Tools of the vector search whose dependencies are gone through. */
const SEEDS = 3

/**
 * Graph RAG-Tool Fusion (Lumer and others, 2025, arXiv:2502.07223): vector search, and from each tool found depth first
 * through what it is declared to depend on. Leaves out the rewriting of the question and the reranking by a language
 * model, and the kinds of edges. Where a set declares no dependencies it is the vector search alone.
 */
export function graphRagToolFusion(set: BaselineSet): Method {
  return {
    readsTools: true,
    rank(task) {
      const cosines = set.dense!.of(task.vector!)
      return filledUp(closeOverDependencies(top(cosines), set.dependsOn ?? [], SEEDS), cosines)
    },
  }
}
