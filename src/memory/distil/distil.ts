import type { RunRecord } from '../../trace/events.ts'
import { forbidden } from '../gate/forbidden.ts'
import { checkGate } from '../gate/gate.ts'
import type { FinishedRun, GateResult, MemoryCommit, MemorySnapshot } from '../types.ts'
import { Changes } from './changes.ts'
import { learnExperiences } from './experiences.ts'
import { countEdges, countFailure, countSuccess } from './graph.ts'
import { newSkill } from './new-skill.ts'
import { retire } from './retire.ts'
import { compress, Trace, typeWords } from './trace.ts'
import { countUsage, promoteProven, type Outcome } from './usage.ts'

export interface Distilled {
  readonly commit: MemoryCommit
  readonly gate: GateResult
}

/**
 * M' from a finished run: graph counts and experiences learn from success and failure alike, skills only where ψ = 1.
 * Rows that would keep something forbidden are left out, and ψ is then 0. `history` serves retirement, which compares
 * an entry with the runs that did without it; without a history nothing is retired.
 */
export function distil(
  run: FinishedRun,
  snapshot: MemorySnapshot,
  history: readonly RunRecord[] = [],
): Distilled {
  const judged = checkGate(run, emptyCommit(run))
  const outcome: Outcome = judged.passed ? 'passed' : isFailure(run) ? 'failed' : 'neutral'
  const commit = commitOf(run, changesOf(run, snapshot, outcome, history))
  const gate = checkGate(run, commit)
  if (gate.passed === judged.passed) return { commit: withoutForbidden(run, commit), gate }
  const careful = commitOf(run, changesOf(run, snapshot, 'neutral', history))
  return { commit: withoutForbidden(run, careful), gate }
}

function changesOf(
  run: FinishedRun,
  snapshot: MemorySnapshot,
  outcome: Outcome,
  history: readonly RunRecord[],
): Changes {
  const changes = new Changes(snapshot)
  const trace = new Trace(run)
  countUsage(changes, run, outcome)
  if (outcome === 'passed') {
    countEdges(changes, compress(trace.answerSteps()), true)
    countSuccess(changes, trace)
    newSkill(changes, trace)
    promoteProven(changes, run)
    retire(changes, run, history, ['skills', 'workflows', 'experiences'])
  } else if (outcome === 'failed') {
    const sequence = compress(run.steps.filter(trace.isTool))
    countEdges(changes, sequence, false)
    countFailure(changes, run, sequence)
    retire(changes, run, history, ['workflows', 'experiences'])
  }
  learnExperiences(changes, trace)
  return changes
}

/** Declined, stopped and waiting runs say nothing against what they used. */
const isFailure = ({ status }: FinishedRun) =>
  status === 'answered' || status === 'ungrounded' || status === 'error'

function withoutForbidden(run: FinishedRun, commit: MemoryCommit): MemoryCommit {
  const faults = forbidden(run, commit)
  if (faults.length === 0) return commit
  const bad = new Set(faults.map(({ table, id }) => `${table} ${id}`))
  return { ...commit, changes: commit.changes.filter(({ table, id }) => !bad.has(`${table} ${id}`)) }
}

function commitOf(run: FinishedRun, changes: Changes): MemoryCommit {
  const list = changes.list()
  return { ...emptyCommit(run), summary: summaryOf(run, list), changes: list }
}

const emptyCommit = ({ runId }: FinishedRun): MemoryCommit => ({
  cause: 'run',
  runId,
  summary: '',
  changes: [],
})

function summaryOf({ taskType }: FinishedRun, changes: MemoryCommit['changes']): string {
  const words = (table: string, one: string, many: string) => {
    const rows = changes.filter((change) => change.table === table)
    const added = rows.filter(({ before }) => before === null).length
    const updated = rows.length - added
    const name = (count: number) => `${count} ${count === 1 ? one : many}`
    return [
      ...(added > 0 ? [`${name(added)} learned`] : []),
      ...(updated > 0 ? [`${name(updated)} updated`] : []),
    ]
  }
  const parts = [
    ...words('skills', 'skill', 'skills'),
    ...words('workflows', 'workflow', 'workflows'),
    ...words('experiences', 'experience', 'experiences'),
    ...words('edges', 'transition', 'transitions'),
  ]
  return parts.length > 0 ? `From a run of ${typeWords(taskType)}: ${parts.join(', ')}.` : 'Nothing changed.'
}
