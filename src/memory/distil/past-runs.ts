import type { RunRecord } from '../../trace/events.ts'

/** A past run that was judged. */
export interface PastRun {
  readonly id: string
  readonly startedAt: number
  readonly success: boolean
  /** Entries that it followed or minded. */
  readonly used: ReadonlySet<string>
}

/** A run that was judged: by its last verdict, else by the gate. Declined and stopped runs speak for nothing. */
export function outcomeOf({ id, startedAt, status, events }: RunRecord): readonly PastRun[] {
  if (status !== 'answered' && status !== 'ungrounded' && status !== 'error') return []
  const verdict = events.findLast((event) => event.type === 'verdict')
  const gate = events.findLast((event) => event.type === 'gate')
  if (!verdict && !gate) return []
  const recalled = events.find((event) => event.type === 'context-ready')?.recalled ?? []
  return [
    {
      id,
      startedAt,
      success: verdict ? verdict.verdict === 'up' : (gate?.passed ?? false),
      used: new Set(recalled.filter(({ used }) => used).map((item) => item.id)),
    },
  ]
}

interface HelpedRun {
  readonly runId: string
  readonly fingerprints: readonly string[]
}

/** Entries → the runs that they helped, as the runs' own records tell it, without those that a person found wrong. */
export function helpedRuns(history: readonly RunRecord[]): ReadonlyMap<string, readonly HelpedRun[]> {
  const helped = new Map<string, HelpedRun[]>()
  for (const { id, events } of history) {
    const verdict = events.findLast((event) => event.type === 'verdict')
    if (verdict?.verdict === 'down') continue
    const fingerprints = events.find((event) => event.type === 'context-ready')?.fingerprints ?? []
    const items = events.flatMap((event) => (event.type === 'memory-change' ? event.items : []))
    for (const item of items) {
      if (!item.credit || item.credit.helped < 1) continue
      helped.set(item.id, [...(helped.get(item.id) ?? []), { runId: id, fingerprints }])
    }
  }
  return helped
}
