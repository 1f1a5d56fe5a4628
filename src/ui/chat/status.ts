import type { RunStatus } from '../../trace/events.ts'
import { words } from '../words/words.svelte.ts'

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

interface StatusWords {
  readonly label: string
  readonly tone: Tone
  /** What it means for the person; empty where the answer says it all. */
  readonly meaning: string
}

const TONES: Readonly<Record<RunStatus | 'running', Tone>> = {
  running: 'accent',
  answered: 'good',
  declined: 'warn',
  needs_input: 'warn',
  ungrounded: 'warn',
  error: 'bad',
  stopped: 'plain',
}

/** How an end of a run is said, in the language of now. */
export const statusOf = (status: RunStatus | 'running'): StatusWords => ({
  label: words.chat.status[status],
  meaning: meaningOf(status),
  tone: TONES[status],
})

function meaningOf(status: RunStatus | 'running'): string {
  const known: Readonly<Partial<Record<typeof status, string>>> = words.chat.statusMeans
  return known[status] ?? ''
}

/** The words of one of the gate's conditions; those of older versions by their name. */
export function conditionWords(name: string): string {
  const known: Readonly<Record<string, string>> = words.chat.conditions
  return known[name] ?? name
}
