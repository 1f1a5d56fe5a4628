import type { RunView } from '../chat/run-view.ts'

/** One answered run of a kind of task. */
export interface CurveRun {
  readonly id: string
  readonly question: string
  /** Tools that it called, those that failed among them. */
  readonly calls: number
  readonly failed: number
  /** It followed something that was learned in this browser; what came with the app does not count. */
  readonly followed: boolean
  /** In its tools; what a model took for its decisions is not among it. */
  readonly milliseconds: number
}

export interface LearningCurve {
  readonly taskType: string
  /** The oldest first. */
  readonly runs: readonly CurveRun[]
  /** Runs of the kind that came to an end without an answer. */
  readonly unanswered: number
}

type Run = Pick<RunView, 'id' | 'question' | 'startedAt' | 'status' | 'context' | 'steps'>

/** What came with the app carries it in its id (src/memory/seeds). */
const SEED = /^seed-/

export const followsLearned = ({ context }: Pick<RunView, 'context'>): boolean =>
  context?.recalled.some(({ id, used }) => used && !SEED.test(id)) ?? false

/**
 * The runs by their kind of task: kinds of most answered runs first, and only those of two or more. A run that was stopped says nothing
 * of how many tools an answer takes, and counts nowhere.
 */
export function curvesOf(runs: readonly Run[]): readonly LearningCurve[] {
  const kinds = new Map<string, Run[]>()
  for (const run of runs) {
    const kind = run.context?.taskType
    if (kind === undefined || run.status === 'running' || run.status === 'stopped') continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), run])
  }
  return [...kinds]
    .map(([taskType, all]) => {
      const answered = all.filter(({ status }) => status === 'answered')
      return {
        taskType,
        runs: answered.toSorted((a, b) => a.startedAt - b.startedAt).map(asCurveRun),
        unanswered: all.length - answered.length,
      }
    })
    .filter(({ runs: answered }) => answered.length > 1)
    .toSorted((a, b) => b.runs.length - a.runs.length || (a.taskType < b.taskType ? -1 : 1))
}

function asCurveRun(run: Run): CurveRun {
  return {
    id: run.id,
    question: run.question,
    calls: run.steps.length,
    failed: run.steps.filter(({ state }) => state === 'error').length,
    followed: followsLearned(run),
    milliseconds: run.steps.reduce((sum, step) => sum + (step.milliseconds ?? 0), 0),
  }
}

/** The mean number of calls of the runs that followed what was learned and of the others; null where there are none. */
export function meansOf(runs: readonly CurveRun[]) {
  const mean = (some: readonly CurveRun[]) =>
    some.length === 0
      ? null
      : { runs: some.length, calls: some.reduce((sum, { calls }) => sum + calls, 0) / some.length }
  return {
    followed: mean(runs.filter((run) => run.followed)),
    others: mean(runs.filter((run) => !run.followed)),
  }
}
