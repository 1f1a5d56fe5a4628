import type { RunEvent, RunRecord } from '../../trace/events.ts'
import { words } from '../words/words.svelte.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

/** One moment of a stored run; a step is one, from its call to what came of it. */
export interface ReplayFrame {
  readonly title: string
  /** Milliseconds after the question. */
  readonly after: number
  readonly event: Exclude<RunEvent, { type: 'step-progress' | 'step-end' | 'text-delta' }> | Said
  /** What came of the step; null where the run was cut off before. */
  readonly end: EventOf<'step-end'> | null
}

/** Text that came in pieces. */
interface Said {
  readonly type: 'said'
  readonly at: number
  readonly text: string
}

/** The moments of a run in the order in which they came; progress is left out, pieces of text are joined. */
export function replayFrames({ events, startedAt }: RunRecord): readonly ReplayFrame[] {
  const frames: ReplayFrame[] = []
  const add = (title: string, event: ReplayFrame['event'], end: ReplayFrame['end'] = null) =>
    frames.push({ title, after: Math.max(0, event.at - startedAt), event, end })
  for (const [place, event] of events.entries()) {
    if (event.type === 'step-progress' || event.type === 'step-end') continue
    if (event.type === 'text-delta') {
      const last = frames.at(-1)
      if (last?.event.type !== 'said') add(words.chat.replay.said, { ...event, type: 'said' })
      else
        frames[frames.length - 1] = { ...last, event: { ...last.event, text: last.event.text + event.text } }
      continue
    }
    const end =
      event.type === 'step-start'
        ? (events.slice(place).find((other): other is EventOf<'step-end'> => isEndOf(other, event)) ?? null)
        : null
    add(titleOf(event), event, end)
  }
  return frames
}

const isEndOf = (event: RunEvent, { step }: EventOf<'step-start'>): boolean =>
  event.type === 'step-end' && event.step === step

function titleOf(event: Exclude<ReplayFrame['event'], Said>): string {
  const said = words.chat.replay
  switch (event.type) {
    case 'run-start':
      return said.question
    case 'context-ready':
      return said.data
    case 'tools-retrieved':
      return said.tools
    case 'decision':
      return said.decision(event.chosen)
    case 'model-call':
      return said.model
    case 'hand-over':
      return said.handOver
    case 'step-start':
      return said.step(event.step, event.call.tool)
    case 'ask':
      return said.asked
    case 'answer':
      return said.answer
    case 'gate':
      return said.gate
    case 'memory-change':
      return said.learned
    case 'error':
      return said.fault
    case 'run-end':
      return said.end
    case 'verdict':
      return said.verdict
  }
}
