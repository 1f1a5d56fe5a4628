import { config } from '../../config.ts'
import { runsOf, unitedRuns } from '../provenance.ts'
import { signatureKey, unitedSignature } from '../signature.ts'
import type { EntryState, Workflow } from '../types.ts'
import type { Changes } from './changes.ts'
import { unitedActivation } from './activation.ts'

const keys = new WeakMap<Workflow, string>()

/** Workflows of one key are one: the same task type, the same compressed sequence, compatible data. */
export function workflowKey(workflow: Pick<Workflow, 'taskType' | 'sequence' | 'signature'>): string {
  const known = keys.get(workflow as Workflow)
  if (known !== undefined) return known
  const { taskType, sequence, signature } = workflow
  const made = `${taskType}|${sequence.join('>')}|${signatureKey(signature)}`
  keys.set(workflow as Workflow, made)
  return made
}

/** Makes one of all workflows of a key, those in quarantine left alone, and gives it; undefined where there is none. */
export function mergeWorkflows(changes: Changes, wanted: string): Workflow | undefined {
  const same = changes
    .rows('workflows')
    .filter((row) => row.state !== 'quarantined' && workflowKey(row) === wanted)
    .sort(byPlace)
  const [first, ...others] = same
  if (!first || others.length === 0) return first
  const merged = others.reduce(united, first)
  for (const { id } of others) {
    changes.remove('workflows', id, 'the same as another, which took over its counts')
  }
  changes.put('workflows', merged)
  return merged
}

/** Which of equal workflows keeps its place: one made here before one that was imported, the older before the newer. */
function byPlace(a: Workflow, b: Workflow): number {
  const foreign = ({ origin }: Workflow) => Number(origin === 'imported')
  return foreign(a) - foreign(b) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

/** Both in one, in the place of the first. A run that both name counts once. */
function united(first: Workflow, second: Workflow): Workflow {
  const known = new Set(runsOf(first.provenance).map(({ runId }) => runId))
  const shared = runsOf(second.provenance).filter(({ runId }) => known.has(runId)).length
  const { questionsKept, hintsKept, cautionsKept } = config.learning
  return {
    ...first,
    ...unitedActivation(first, second),
    parameters: unitedTexts(first.parameters, second.parameters, hintsKept),
    cautions: unitedTexts(first.cautions, second.cautions, cautionsKept),
    signature: unitedSignature(first.signature, second.signature),
    questionTokens: unitedQuestions(first.questionTokens, second.questionTokens, questionsKept),
    provenance: unitedRuns(first.provenance, second.provenance),
    successes: Math.max(first.successes, second.successes, first.successes + second.successes - shared),
    failures: first.failures + second.failures,
  }
}

export const unitedTexts = (first: readonly string[], second: readonly string[], most: number) =>
  [...new Set([...first, ...second])].slice(0, most)

/** Past questions, each once; the newest stay. */
export function unitedQuestions(
  first: Workflow['questionTokens'],
  second: Workflow['questionTokens'],
  most: number,
): Workflow['questionTokens'] {
  const known = new Set(first.map((question) => question.join(' ')))
  return [...first, ...second.filter((question) => !known.has(question.join(' ')))].slice(-most)
}

export const isOpen = ({ state }: { readonly state: EntryState }) => state !== 'quarantined'
