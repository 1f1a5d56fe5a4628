import { assembleContext } from '../../../src/agent/assemble-context.ts'
import { config } from '../../../src/config.ts'
import { adaptSkill, prepareRecall, recall } from '../../../src/memory/index.ts'
import { applyChanges } from '../../../src/memory/journal/index.ts'
import type { MemorySnapshot, Recall, RecallQuery } from '../../../src/memory/types.ts'
import type { ToolSpec } from '../../../src/tools/tool.ts'
import { plainRecall } from '../../peers/plain-recall.ts'
import type { SyntheticMemory } from '../../lib/synthetic-memory.ts'

export interface Assembly {
  /** The first index of a memory that was just read. */
  readonly prepareMs: number
  readonly ownMs: readonly number[]
  readonly peerMs: readonly number[]
  /** Letters of the contexts, so that nobody can leave them out. */
  readonly letters: number
}

/**
 * Recall, adaptation and C_q of questions, each after a run that changed the memory, and the same by the plain scan for
 * every tenth. Throws where both do not recall the same.
 */
export function timeAssembly(
  given: SyntheticMemory,
  memory: MemorySnapshot,
  { questions, specs }: { readonly questions: number; readonly specs: readonly ToolSpec[] },
): Assembly {
  const context = (query: RecallQuery, found: Recall) => {
    const { context: sensing, admissible } = query
    const sop = adaptSkill({ recall: found, context: sensing, specs, admissible })
    return assembleContext([{ recall: found, sop }], config.run.contextCharacters).text
  }
  const begun = performance.now()
  prepareRecall(memory)
  const prepareMs = performance.now() - begun
  const [ownMs, peerMs]: [number[], number[]] = [[], []]
  let [now, letters] = [memory, 0]
  for (let at = 0; at < questions; at++) {
    now = applyChanges(now, given.runChanges(now))
    const query = given.query()
    const start = performance.now()
    const found = recall(query, now, { now: Date.UTC(2026, 0, 1) })
    letters += context(query, found).length
    ownMs.push(performance.now() - start)
    if (at % 10 > 0) continue
    const peerStart = performance.now()
    const plain = plainRecall(query, now, { now: Date.UTC(2026, 0, 1) })
    letters += context(query, plain).length
    peerMs.push(performance.now() - peerStart)
    if (JSON.stringify(told(found)) !== JSON.stringify(told(plain))) {
      throw new Error(`The index and the plain scan do not recall the same for “${query.question}”.`)
    }
  }
  return { prepareMs, ownMs, peerMs, letters }
}

const told = ({ workflows, experiences, skills }: Recall) =>
  [...workflows, ...experiences, ...skills].map(({ item, score }) => [item.id, score])
