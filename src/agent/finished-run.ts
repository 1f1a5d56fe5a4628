import type { Binding, FinishedRun, FinishedStep } from '../memory/types.ts'
import type { Answer, RunStatus } from '../trace/events.ts'
import type { Layer } from '../trace/layer.ts'
import type { Brief, Situation } from './brief.ts'
import type { Solved } from './compose.ts'
import type { Tried } from './other-settings.ts'
import type { DoneStep, Question } from './types.ts'

export interface FinishedInput {
  readonly runId: string
  readonly question: Question
  readonly status: RunStatus
  readonly answer: Answer | null
  /** φ, in our words. */
  readonly faults: readonly string[]
  readonly briefs: readonly Brief[]
  readonly here: Situation
  readonly solved: readonly Solved[]
  readonly done: readonly DoneStep[]
  readonly tried: ReadonlyMap<DoneStep, Tried>
  readonly layers: readonly Layer[]
}

/** The run as gate and distillation read it. */
export function finishedRun(input: FinishedInput): FinishedRun {
  const { question, briefs, here, solved, done, layers } = input
  const followed = (by: 'skill' | 'workflow') =>
    solved.flatMap(({ plan }) => (plan.by === by && plan.source !== null ? [plan.source] : []))
  const composed = solved.flatMap(({ plan }) => plan.joins?.map(({ id }) => id) ?? [])
  const called = new Set(done.map(({ call }) => call.tool))
  const minded = briefs.flatMap(({ recall }) =>
    recall.experiences.filter(({ item }) => called.has(item.tool)),
  )
  const scenes = new Set(here.context.scenes.map(({ id }) => id))
  return {
    runId: input.runId,
    question: question.text,
    taskType: briefs[0]!.taskType,
    change: briefs[0]!.ask.change,
    answerSpace: question.space,
    context: here.context,
    slots: question.slots,
    status: input.status,
    answer: input.answer,
    answerFaults: input.faults,
    steps: done.map((step) => ({ ...finishedStep(step, solved), ...triedIn(input.tried.get(step)) })),
    used: {
      skills: [...followed('skill'), ...composed],
      workflows: followed('workflow'),
      experiences: [...new Set(minded.map(({ item }) => item.id))],
    },
    ...(composed.length > 0 ? { composed } : {}),
    specs: here.specs,
    fingerprints: layers.filter(({ id }) => scenes.has(id)).map(({ fingerprint }) => fingerprint),
    at: Date.now(),
  }
}

/** What this run found out about a setting; what it took from an earlier one is no news. */
function triedIn(tried: Tried | undefined): Pick<FinishedStep, 'tried'> {
  if (!tried || tried.remembered) return {}
  const { argument, from, to, because, passed } = tried
  return { tried: { argument, from, to, because, passed } }
}

function finishedStep(step: DoneStep, solved: readonly Solved[]): FinishedStep {
  const part = solved.find(({ steps }) => [...steps.values()].includes(step))
  return {
    step: step.step,
    call: step.call,
    bindings: part ? numbered(step, part) : step.bindings,
    status: step.error ? 'error' : 'ok',
    error: step.error,
    failedChecks: step.failedChecks,
    layers: step.layers.map(({ id }) => id),
    numbers: step.observation?.numbers ?? [],
    inAnswer: part !== undefined,
    purpose: step.purpose,
  }
}

/** Bindings from steps name them by their number in the run instead of their id in the plan. */
function numbered({ bindings }: DoneStep, { steps }: Solved): DoneStep['bindings'] {
  const rename = (id: string) => String(steps.get(id)?.step ?? id)
  const entries = Object.entries(bindings).map(([name, binding]): [string, Binding] => {
    if (binding.from === 'steps') return [name, { ...binding, steps: binding.steps.map(rename) }]
    const named = binding.from === 'step' || binding.from === 'figure'
    return [name, named ? { ...binding, step: rename(binding.step) } : binding]
  })
  return Object.fromEntries(entries)
}
