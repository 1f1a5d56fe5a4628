import type { Observation, ToolCall } from '../../trace/call.ts'
import type { Answer, ModelUsage, RunEvent, RunRecord, RunStatus } from '../../trace/events.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

export interface StepView {
  readonly step: number
  readonly purpose: string
  readonly call: ToolCall
  readonly state: 'running' | 'ok' | 'error' | 'stopped'
  readonly progress: { readonly fraction: number; readonly note: string } | null
  readonly milliseconds: number | null
  readonly observation: Observation | null
  readonly error: string | null
  readonly failedChecks: readonly string[]
}

/** One run as the screen shows it: the same for a live run and for one that was stored. */
export interface RunView {
  readonly id: string
  readonly question: string
  readonly startedAt: number
  readonly status: RunStatus | 'running'
  readonly context: EventOf<'context-ready'> | null
  /** What was found for the question, and again for the steps that a language model named. */
  readonly retrieved: readonly EventOf<'tools-retrieved'>[]
  readonly decisions: readonly EventOf<'decision'>[]
  readonly modelCalls: readonly EventOf<'model-call'>[]
  /** Why the language model gave its part up; null where it did not. */
  readonly handOver: string | null
  readonly steps: readonly StepView[]
  /** Text that a model writes, as it comes. */
  readonly text: string
  readonly asked: EventOf<'ask'> | null
  readonly answer: Answer | null
  readonly gate: EventOf<'gate'> | null
  readonly change: EventOf<'memory-change'> | null
  readonly errors: readonly string[]
  readonly verdict: 'up' | 'down' | null
}

export function emptyRun(question: string, at: number): RunView {
  return {
    id: '',
    question,
    startedAt: at,
    status: 'running',
    context: null,
    retrieved: [],
    decisions: [],
    modelCalls: [],
    handOver: null,
    steps: [],
    text: '',
    asked: null,
    answer: null,
    gate: null,
    change: null,
    errors: [],
    verdict: null,
  }
}

/** The view after one more event. */
export function withEvent(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case 'run-start':
      return { ...view, id: event.runId, question: event.question, startedAt: event.at }
    case 'context-ready':
      return { ...view, context: event }
    case 'tools-retrieved':
      return { ...view, retrieved: [...view.retrieved, event] }
    case 'decision':
      return { ...view, decisions: [...view.decisions, event] }
    case 'model-call':
      return { ...view, modelCalls: [...view.modelCalls, event] }
    case 'hand-over':
      return { ...view, handOver: event.reason }
    case 'step-start':
      return { ...view, steps: [...view.steps, startedStep(event)] }
    case 'step-progress':
      return changeStep(view, event.step, { progress: { fraction: event.fraction, note: event.note } })
    case 'step-end':
      return changeStep(view, event.step, {
        state: event.status,
        progress: null,
        milliseconds: event.milliseconds,
        observation: event.observation,
        error: event.error?.message ?? null,
        failedChecks: event.failedChecks,
      })
    case 'text-delta':
      return { ...view, text: view.text + event.text }
    case 'ask':
      return { ...view, asked: event }
    case 'answer':
      return { ...view, answer: event.answer }
    case 'gate':
      return { ...view, gate: event }
    case 'memory-change':
      return { ...view, change: event }
    case 'error':
      return { ...view, errors: [...view.errors, event.message] }
    case 'run-end':
      return ended(view, event.status)
    case 'verdict':
      return { ...view, verdict: event.verdict }
  }
}

/** What all of these calls of a language model took together. */
export function usageOf(events: readonly { readonly usage?: ModelUsage }[]): ModelUsage {
  return events.reduce<ModelUsage>(
    (sum, { usage }) => ({
      promptTokens: sum.promptTokens + (usage?.promptTokens ?? 0),
      reusedTokens: sum.reusedTokens + (usage?.reusedTokens ?? 0),
      writtenTokens: sum.writtenTokens + (usage?.writtenTokens ?? 0),
      milliseconds: sum.milliseconds + (usage?.milliseconds ?? 0),
    }),
    { promptTokens: 0, reusedTokens: 0, writtenTokens: 0, milliseconds: 0 },
  )
}

/** A stored run. One that was cut off by a closed tab counts as stopped. */
export function viewOf(record: RunRecord): RunView {
  const view = record.events.reduce(withEvent, emptyRun(record.question, record.startedAt))
  const status = record.status === 'running' ? 'stopped' : record.status
  return { ...ended(view, status), id: record.id }
}

function startedStep(event: EventOf<'step-start'>): StepView {
  return {
    step: event.step,
    purpose: event.purpose,
    call: event.call,
    state: 'running',
    progress: null,
    milliseconds: null,
    observation: null,
    error: null,
    failedChecks: [],
  }
}

function changeStep(view: RunView, step: number, change: Partial<StepView>): RunView {
  return {
    ...view,
    steps: view.steps.map((entry) => (entry.step === step ? { ...entry, ...change } : entry)),
  }
}

function ended(view: RunView, status: RunStatus): RunView {
  const steps = view.steps.map((step) =>
    step.state === 'running' ? { ...step, state: 'stopped' as const, progress: null } : step,
  )
  return { ...view, status, steps }
}
