import type { BaselineSet } from '../baseline-set.ts'
import { filledUp, top, type Method } from './method.ts'

/**
 * Re-Invoke: Tool Invocation Rewriting for Zero-Shot Tool Retrieval (Chen and others, 2024, arXiv:2408.01875): each
 * tool's document is expanded by synthetic queries, intents are extracted from the question, and a tool's place is that
 * of its best intent: by rank within the intent, then by similarity. Leaves out the model that writes both: the one
 * synthetic query of a tool is its description without the name, which is mostly an imperative ("Retrieve statistics
 * about a team"), and the intents are the question's clauses. A tool's similarity is the mean over its texts, as theirs.
 */
export function reInvoke(set: BaselineSet): Method {
  const similarity = (intent: Float32Array) => {
    const queries = set.descriptions!.of(intent)
    return set.dense!.of(intent).map((score, tool) => (score + queries[tool]!) / 2)
  }
  return {
    readsTools: true,
    rank(task) {
      const intents = task.parts.map(({ vector }) => similarity(vector!))
      const seen = intents.flatMap((scores) =>
        top(scores).map((tool, rank) => ({ tool, rank, score: scores[tool]! })),
      )
      seen.sort((a, b) => a.rank - b.rank || b.score - a.score || a.tool - b.tool)
      return filledUp(
        seen.map(({ tool }) => tool),
        similarity(task.vector!),
      )
    },
  }
}
