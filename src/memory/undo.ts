import { AppError } from '../lib/errors.ts'
import { stableJson } from '../lib/hash.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot, MemoryTable, RowChange } from './types.ts'

/**
 * The inverse of a journal row. Throws invalid_input where a later change touched one of its entries, and names them:
 * that change has to be undone first.
 */
export function undoCommit(row: JournalRow, snapshot: MemorySnapshot): MemoryCommit {
  const touched = row.changes.filter(
    ({ table, id, after }) => stableJson(stored(snapshot, table, id)) !== stableJson(after),
  )
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
  }
}

function stored(snapshot: MemorySnapshot, table: MemoryTable, id: string): unknown {
  const rows: readonly { readonly id: string }[] = snapshot[table]
  return rows.find((entry) => entry.id === id) ?? null
}
