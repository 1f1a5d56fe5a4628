import type { EvaluatedRun, EvaluatedStep } from '../../src/trace/evaluation.ts'
import type { Answer, RunEvent } from '../../src/trace/events.ts'
import type { MadeCall } from './chains.ts'

type StepEnd = Extract<RunEvent, { type: 'step-end' }>

/** The calls of a run in order, as the metrics take them. One that was cut off counts as an error. */
export function madeCalls(events: readonly RunEvent[]): readonly MadeCall[] {
  const ends = endsOf(events)
  return events.flatMap((event) =>
    event.type === 'step-start'
      ? [
          {
            ...event.call,
            status: statusOf(ends.get(event.step)),
            layers: ends.get(event.step)?.observation?.layers ?? [],
          },
        ]
      : [],
  )
}

/** What of a run's events a replay shows: no times and no random ids, so equal runs give equal replays. */
export function replay(
  events: readonly RunEvent[],
): Pick<EvaluatedRun, 'data' | 'recalled' | 'steps' | 'given'> {
  const ends = endsOf(events)
  const context = events.find((event) => event.type === 'context-ready')
  const answer = events.find((event) => event.type === 'answer')
  return {
    ...(context
      ? {
          data: context.sensing,
          recalled: context.recalled.map(({ kind, title, score, used }) => ({ kind, title, score, used })),
        }
      : {}),
    steps: events.flatMap((event): EvaluatedStep[] => {
      if (event.type === 'decision') {
        const { by, reason, options, chosen } = event
        return [
          {
            kind: 'decision',
            by,
            reason,
            chosen,
            options: options.map(({ name, prior }) => ({ name, score: prior })),
          },
        ]
      }
      if (event.type !== 'step-start') return []
      const end = ends.get(event.step)
      const { tool, args } = event.call
      return [
        { kind: 'call', tool, args, purpose: event.purpose, text: observed(end), status: statusOf(end) },
      ]
    }),
    ...(answer ? { given: answerText(answer.answer) } : {}),
  }
}

/** An answer as one text, its caveats after it. */
const answerText = ({ spans, caveats }: Answer) =>
  [spans, ...caveats].map((part) => part.map(({ text }) => text).join('')).join('\n')

const endsOf = (events: readonly RunEvent[]): ReadonlyMap<number, StepEnd> =>
  new Map(events.flatMap((event) => (event.type === 'step-end' ? [[event.step, event] as const] : [])))

function statusOf(end: StepEnd | undefined): MadeCall['status'] {
  if (end?.status !== 'ok') return 'error'
  return end.failedChecks.length > 0 ? 'failed-check' : 'ok'
}

const observed = (end: StepEnd | undefined) =>
  end === undefined
    ? 'It was cut off.'
    : [end.observation?.text ?? end.error?.message ?? '', ...end.failedChecks].filter(Boolean).join('\n')
