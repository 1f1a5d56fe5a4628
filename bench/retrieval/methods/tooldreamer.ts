import { reciprocalRanks } from '../../../src/retrieval/rrf.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { top, type Method } from './method.ts'

const RRF = 60

/**
 * ToolDreamer: Instilling LLM Reasoning Into Tool Retrievers (Sengupta and others, 2025, arXiv:2510.19791): a model
 * dreams up descriptions of tools that would help, each is matched with the tools, and the lists are fused by
 * reciprocal ranks. Leaves out the model and the training of the retriever on aligned descriptions: each clause stands
 * for a hypothetical description and is compared with the descriptions alone, as nobody has dreamt up a name.
 */
export function toolDreamer(set: BaselineSet): Method {
  return {
    readsTools: true,
    rank: (task) =>
      top(
        reciprocalRanks(
          task.parts.map(({ vector }) => set.descriptions!.of(vector!)),
          RRF,
        ),
      ),
  }
}
