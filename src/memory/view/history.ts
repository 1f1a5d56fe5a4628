import { runsOf } from '../provenance.ts'
import type { JournalRow, MemorySnapshot } from '../types.ts'
import { rowsOf } from './entries.ts'
import type {
  Entry,
  EntryHistory,
  EntryTable,
  JournalHead,
  JournalPage,
  RunChange,
  Version,
} from './types.ts'

export function headOf({ seq, at, cause, runId, summary, changes, gone }: JournalRow): JournalHead {
  return { seq, at, cause, runId, summary, changes: changes.length, gone: gone ?? null }
}

export function journalPage(
  journal: readonly JournalRow[],
  { offset, limit }: { offset: number; limit: number },
): JournalPage {
  const end = journal.length - offset
  const rows = journal.slice(Math.max(0, end - limit), Math.max(0, end)).reverse()
  return { total: journal.length, offset, rows: rows.map(headOf) }
}

/** What the journal and its provenance tell of one entry, also of one that has left its table. */
export function historyOf(
  table: EntryTable,
  id: string,
  { snapshot, journal }: { snapshot: MemorySnapshot; journal: readonly JournalRow[] },
): EntryHistory {
  const versions = journal
    .flatMap((row): Version[] => {
      const change = row.changes.find((each) => each.table === table && each.id === id)
      return change ? [{ head: headOf(row), change }] : []
    })
    .reverse()
  const row = rowsOf(snapshot, table).find((each) => each.id === id)
  const last = row ?? lastRow(versions)
  return {
    versions,
    provenance: last ? runsOf(last.provenance) : [],
    gone: row || !last ? null : ({ table, row: last } as Entry),
  }
}

function lastRow(versions: readonly Version[]): Entry['row'] | null {
  for (const { change } of versions) {
    const row = change.after ?? change.before
    if (row && 'provenance' in row) return row
  }
  return null
}

/** What the journal holds of one run: what it taught, and what verdicts and undoings then changed. */
export function changesOfRun(journal: readonly JournalRow[], runId: string): readonly RunChange[] {
  return journal
    .filter((row) => row.runId === runId && row.changes.length > 0)
    .map((row) => ({ head: headOf(row), changes: row.changes }))
}
