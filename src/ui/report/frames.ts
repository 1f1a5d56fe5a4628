import { sameItems } from '../../lib/same-items.ts'
import type {
  EvaluatedCall,
  EvaluatedDecision,
  EvaluatedRecall,
  EvaluatedRun,
  EvaluatedStep,
} from '../../trace/evaluation.ts'

/** One moment of a replay. */
export type Frame =
  | { readonly kind: 'question'; readonly title: string }
  | { readonly kind: 'data'; readonly title: string; readonly text: string }
  | { readonly kind: 'recalled'; readonly title: string; readonly recalled: readonly EvaluatedRecall[] }
  | { readonly kind: 'decision'; readonly title: string; readonly decision: EvaluatedDecision }
  | { readonly kind: 'call'; readonly title: string; readonly call: EvaluatedCall }
  /** A place of a plan that was not run: what was planned there, and what was expected. */
  | {
      readonly kind: 'planned'
      readonly title: string
      readonly actual: string | null
      readonly expected: string | null
    }
  | { readonly kind: 'end'; readonly title: string }

/** A run as its moments, from the question to the verdict. */
export function framesOf(run: EvaluatedRun): readonly Frame[] {
  return [
    { kind: 'question', title: 'Question' },
    ...(run.data ? [{ kind: 'data' as const, title: 'Data', text: run.data }] : []),
    ...(run.recalled ? [{ kind: 'recalled' as const, title: 'Recalled', recalled: run.recalled }] : []),
    ...(run.steps ? run.steps.map(stepFrame) : plannedFrames(run)),
    { kind: 'end', title: run.steps ? 'Answer' : 'Comparison' },
  ]
}

const stepFrame = (step: EvaluatedStep): Frame =>
  step.kind === 'call'
    ? { kind: 'call', title: step.tool, call: step }
    : { kind: 'decision', title: `Decision: ${step.chosen}`, decision: step }

const plannedFrames = ({ actual, expected }: EvaluatedRun): Frame[] =>
  Array.from({ length: Math.max(actual.length, expected.length) }, (_, at) => ({
    kind: 'planned' as const,
    title: actual[at] ?? 'nothing planned',
    actual: actual[at] ?? null,
    expected: expected[at] ?? null,
  }))

/** Stands for a run in the address of the page. */
export const keyOf = ({ suite, variant, id }: EvaluatedRun) =>
  [suite, ...Object.values(variant), id].map(encodeURIComponent).join('/')

export const VERDICTS = ['right', 'wrong', 'same plan', 'other plan'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Whether the answer of a run is right, or, of one that only plans, whether its plan is the expected one. */
export function verdictOf({ right, actual, expected }: EvaluatedRun): Verdict {
  if (right !== undefined) return right ? 'right' : 'wrong'
  return sameItems(actual, expected) ? 'same plan' : 'other plan'
}

/** How each verdict is coloured. */
export const TONES = {
  right: 'good',
  wrong: 'bad',
  'same plan': 'good',
  'other plan': 'plain',
} as const satisfies Readonly<Record<Verdict, string>>

/** What to narrow the list of runs by; '' takes all. */
export interface RunFilter {
  readonly suite: string
  readonly memory: string
  readonly type: string
  /** A verdict or a class of failure. */
  readonly outcome: string
  readonly words: string
}

export function filterRuns(runs: readonly EvaluatedRun[], filter: RunFilter): readonly EvaluatedRun[] {
  const words = filter.words.trim().toLowerCase()
  return runs.filter(
    (run) =>
      (filter.suite === '' || run.suite === filter.suite) &&
      (filter.memory === '' || run.variant['memory'] === filter.memory) &&
      (filter.type === '' || run.type === filter.type) &&
      (filter.outcome === '' || verdictOf(run) === filter.outcome || run.failure === filter.outcome) &&
      (words === '' || `${run.id} ${run.question}`.toLowerCase().includes(words)),
  )
}
