import { AppError } from '../../lib/errors.ts'
import type { RunEvent, RunRecord } from '../../trace/events.ts'
import type { Erasure, JournalRow, MemorySnapshot, RowChange } from '../types.ts'
import { mentions, withoutNames, type Erased } from './mentions.ts'
import { assertReadable, baseOf } from './replay.ts'
import { differences } from './tables.ts'
import { withoutRun } from './without-run.ts'

/**
 * What it takes to forget a run and all that came of it: entries that it made go, those that it helped lose its share,
 * rows of the journal that told of it are told anew, and records of other runs name nothing of it. Throws invalid_input
 * for a run that is not known or still goes on, store_failed where the journal has lost content.
 */
export function erasureOf(
  runId: string,
  snapshot: MemorySnapshot,
  journal: readonly JournalRow[],
  runs: readonly RunRecord[],
): Erasure {
  const record = runs.find(({ id }) => id === runId)
  if (!record && !journal.some((row) => row.runId === runId)) {
    throw new AppError('invalid_input', `There is no run ${runId}; it was removed before.`, { runId })
  }
  if (record?.status === 'running') {
    throw new AppError('invalid_input', 'This run still goes on; stop it first, then erase it.', { runId })
  }
  assertReadable(journal)
  const {
    removed,
    rewritten,
    snapshot: after,
    erased,
  } = withoutRun(journal, runId, baseOf(snapshot, journal))
  const changes = differences(snapshot, after)
  const changed = new Set(changes.filter(({ table }) => table !== 'edges').map(({ id }) => id))
  const others = runs.filter(({ id }) => id !== runId)
  return {
    runId,
    head: journal.at(-1)?.hash ?? null,
    summary: summaryOf(changes),
    removed,
    rewritten,
    changes,
    runs: others.flatMap((run) => {
      const told = withoutRunIn(run, erased, changed)
      return told === run ? [] : [told]
    }),
  }
}

function summaryOf(changes: readonly RowChange[]): string {
  const count = (rows: readonly unknown[]) => `${rows.length} ${rows.length === 1 ? 'entry' : 'entries'}`
  const gone = changes.filter(({ after }) => after === null)
  const kept = changes.filter(({ after }) => after !== null)
  return `A run and what came of it were erased: ${count(gone)} removed, ${count(kept)} without its share.`
}

/** The record of another run; the same object where it says nothing of what is erased. */
function withoutRunIn(run: RunRecord, erased: Erased, changed: ReadonlySet<string>): RunRecord {
  const recalled = run.events.flatMap((event) => (event.type === 'context-ready' ? event.recalled : []))
  if (!mentions(run, erased) && !recalled.some(({ id }) => changed.has(id))) return run
  const titles = recalled
    .filter(({ id, title }) => erased.made.has(id) && title !== '')
    .map(({ title }) => title)
  const hidden: Erased = { ...erased, made: new Set([...erased.made, ...titles]) }
  return { ...run, events: run.events.map((event) => eventWithout(event, erased, changed, hidden)) }
}

function eventWithout(
  event: RunEvent,
  { made }: Erased,
  changed: ReadonlySet<string>,
  hidden: Erased,
): RunEvent {
  // What the person asked and what was answered is that run's own.
  if (event.type === 'run-start' || event.type === 'answer') return event
  if (event.type === 'memory-change') {
    return withoutNames(
      { ...event, items: event.items.filter(({ id }) => !made.has(id)) },
      hidden,
    ) as RunEvent
  }
  if (event.type !== 'context-ready') return withoutNames(event, hidden) as RunEvent
  const spoke = event.recalled.some(({ id }) => made.has(id) || changed.has(id))
  const recalled = event.recalled.filter(({ id }) => !made.has(id))
  // The texts put before the run were written from its entries.
  const texts = spoke ? { sop: '', guidance: '' } : {}
  return withoutNames({ ...event, ...texts, recalled }, hidden) as RunEvent
}
