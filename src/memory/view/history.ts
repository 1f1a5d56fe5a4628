import { runsOf } from '../provenance.ts'
import type { JournalRow, MemorySnapshot } from '../types.ts'
import { rowsOf } from './entries.ts'
import type {
  Entry,
  EntryHistory,
  EntryTable,
  JournalHead,
  JournalPage,
  JournalReader,
  RunChange,
  Version,
} from './types.ts'

export function headOf({ seq, at, cause, runId, summary, changes, gone }: JournalRow): JournalHead {
  return { seq, at, cause, runId, summary, changes: changes.length, gone: gone ?? null }
}

/** One page, the newest row first; its rows alone are read. */
export async function journalPage(
  journal: JournalReader,
  { offset, limit }: { offset: number; limit: number },
): Promise<JournalPage> {
  const total = await journal.lastChange()
  const end = total - offset
  const rows = end > 0 ? await journal.journalBetween(Math.max(1, end - limit + 1), end) : []
  return { total, offset, rows: rows.map(headOf).reverse() }
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

/** What rows of the journal changed, without those that changed nothing. */
export function changesOf(rows: readonly JournalRow[]): readonly RunChange[] {
  return rows
    .filter(({ changes }) => changes.length > 0)
    .map((row) => ({ head: headOf(row), changes: row.changes }))
}
