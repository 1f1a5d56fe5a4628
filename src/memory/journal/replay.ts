import { AppError } from '../../lib/errors.ts'
import type { JournalRow, MemorySnapshot, RowChange } from '../types.ts'
import { EMPTY_SNAPSHOT, entryKey, Tables, type Row } from './tables.ts'

/**
 * What a row did to the memory as the journal tells it. A repair did nothing: it put the tables back to what the journal
 * had said all along, and its `before` is what had gone wrong.
 */
export const effectOf = ({ cause, changes }: JournalRow): readonly RowChange[] =>
  cause === 'repair' ? [] : changes

/** The tables that a journal tells of. `base`: what was there before its first row. */
export function replay(
  journal: readonly JournalRow[],
  base: MemorySnapshot = EMPTY_SNAPSHOT,
): MemorySnapshot {
  const tables = new Tables(base)
  for (const row of journal) for (const change of effectOf(row)) tables.put(change)
  return tables.snapshot()
}

/** The tables as they were after the row `seq`; 0 gives `base`. Rows of the journal in order. */
export function snapshotAt(
  journal: readonly JournalRow[],
  seq: number,
  base: MemorySnapshot = EMPTY_SNAPSHOT,
): MemorySnapshot {
  return replay(
    journal.filter((row) => row.seq <= seq),
    base,
  )
}

/** The tables as they were before the journal's first row, unwound from what they are now. */
export function baseOf(snapshot: MemorySnapshot, journal: readonly JournalRow[]): MemorySnapshot {
  const tables = new Tables(snapshot)
  for (const { table, id, row } of before(journal)) tables.put({ table, id, after: row })
  return tables.snapshot()
}

interface Past extends Pick<RowChange, 'table' | 'id'> {
  readonly row: Row | null
}

/** Each entry that these rows touched, as it was before the first of them. Rows in order. */
export function before(rows: readonly JournalRow[]): readonly Past[] {
  const past = new Map<string, Past>()
  for (const row of rows) {
    for (const change of effectOf(row)) {
      const key = entryKey(change)
      if (!past.has(key)) past.set(key, { table: change.table, id: change.id, row: change.before })
    }
  }
  return [...past.values()]
}

/** Throws store_failed where the content of a row is lost: what came before it cannot be told. */
export function assertReadable(rows: readonly JournalRow[]): void {
  const lost = rows.find(({ gone }) => gone === 'missing')
  if (!lost) return
  throw new AppError(
    'store_failed',
    `The content of change ${lost.seq} is missing from the journal, so nothing can be taken back across it; take back later changes, or restore a backup.`,
    { seq: lost.seq },
  )
}
