import type { BaselineClause, BaselineSet } from '../baseline-set.ts'
import { bestOutside, filledUp, type Method } from './method.ts'

/** A clause is covered when this share of its words stands in what was found. */
const COVERED = 0.5

/**
 * ToolReAGt: Tool Retrieval for LLM-based Complex Task Solution via Retrieval Augmented Generation (Braunschweiler and
 * others, 2025): retrieval goes on, one sub-task after another, while something of the task has no tool. Leaves out the
 * language model that names the next sub-task and judges what was retrieved: the clause whose words the found tools say
 * least of is asked for next, and its nearest new tool is taken, until every clause was asked for or is covered. The
 * question's own list fills up the rest.
 */
export function toolReAGt(set: BaselineSet): Method {
  const texts = set.reference.map((tokens) => new Set(tokens))
  return {
    readsTools: true,
    rank(task) {
      const found = new Set<number>()
      const said = new Set<string>()
      const open = new Set(task.parts)
      for (let part = leastCovered(open, said); part !== null; part = leastCovered(open, said)) {
        open.delete(part)
        const tool = bestOutside(found, set.dense!.of(part.vector!))
        if (tool < 0) break
        found.add(tool)
        for (const token of texts[tool]!) said.add(token)
      }
      return filledUp(found, set.dense!.of(task.vector!))
    },
  }
}

/** The first of those that least is said of; null where all are covered. */
function leastCovered(open: ReadonlySet<BaselineClause>, said: ReadonlySet<string>): BaselineClause | null {
  let found: BaselineClause | null = null
  let least = COVERED
  for (const part of open) {
    const words = new Set(part.reference)
    const share = words.size === 0 ? 1 : [...words].filter((word) => said.has(word)).length / words.size
    if (share < least) [found, least] = [part, share]
  }
  return found
}
