import type { RunRecord } from '../../trace/events.ts'
import { forbidden } from '../gate/forbidden.ts'
import { checkGate } from '../gate/gate.ts'
import type { FinishedRun, GateResult, MemoryCommit, MemorySnapshot } from '../types.ts'
import { Changes } from './changes.ts'
import { learnExperiences } from './experiences.ts'
import { countEdges, countFailure, countSuccess } from './graph.ts'
import { newSkill } from './new-skill.ts'
import { retire } from './retire.ts'
import { changeWords, removalWords } from './summary.ts'
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
  const learned = { run, snapshot, history }
  const commit = commitOf(run, changesOf(learned, outcome, judged))
  const gate = checkGate(run, commit)
  if (gate.passed === judged.passed) return { commit: withoutForbidden(run, commit), gate }
  const careful = commitOf(run, changesOf(learned, 'neutral', gate))
  return { commit: withoutForbidden(run, careful), gate }
}

interface Learned {
  readonly run: FinishedRun
  readonly snapshot: MemorySnapshot
  readonly history: readonly RunRecord[]
}

function changesOf({ run, snapshot, history }: Learned, outcome: Outcome, gate: GateResult): Changes {
  const changes = new Changes(snapshot)
  const trace = new Trace(run)
  countUsage(changes, run, outcome)
  learnExperiences(changes, trace, gate)
  if (outcome === 'passed') {
    countEdges(changes, compress(trace.answerSteps()), true)
    countSuccess(changes, trace)
    newSkill(changes, trace, history)
    promoteProven(changes, run, history)
    retire(changes, run, history, ['skills', 'workflows', 'experiences'])
  } else if (outcome === 'failed') {
    const sequence = compress(run.steps.filter(trace.isTool))
    countEdges(changes, sequence, false)
    countFailure(changes, run, sequence)
    retire(changes, run, history, ['workflows', 'experiences'])
  }
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
  const words = changeWords(list)
  const learned = words === '' ? '' : `From a run of ${typeWords(run.taskType)}: ${words}.`
  const summary = `${learned}${removalWords(changes)}`.trim()
  return { ...emptyCommit(run), summary: summary === '' ? 'Nothing changed.' : summary, changes: list }
}

const emptyCommit = ({ runId }: FinishedRun): MemoryCommit => ({
  cause: 'run',
  runId,
  summary: '',
  changes: [],
})
