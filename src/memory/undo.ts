import { AppError } from '../lib/errors.ts'
import { assertUndoable } from './journal/dependants.ts'
import { isEqual, Tables } from './journal/tables.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot, RowChange } from './types.ts'

/**
 * The inverse of a journal row. Throws invalid_input where a later change touched one of its entries, and names them:
 * that change has to be undone first (`undoWithDependants` does both), or where the row cannot be undone at all.
 */
export function undoCommit(row: JournalRow, snapshot: MemorySnapshot): MemoryCommit {
  assertUndoable(row)
  const tables = new Tables(snapshot)
  const touched = row.changes.filter(({ table, id, after }) => !isEqual(tables.get(table, id), after))
  if (touched.length > 0) {
    const names = touched.map(({ table, id }) => `${id} (${table})`)
    throw new AppError(
      'invalid_input',
      `Change ${row.seq} cannot be undone, because later changes touched the same entries: ${names.join(', ')}. Undo those first, the newest before the older.`,
      { seq: row.seq, entries: touched.map(({ table, id }) => ({ table, id })) },
    )
  }
  return {
    cause: 'undo',
    runId: row.runId,
    summary: `Undid change ${row.seq}: ${row.summary}`,
    changes: row.changes
      .map((change) => ({ ...change, before: change.after, after: change.before }) as RowChange)
      .reverse(),
    of: [row.seq],
  }
}
