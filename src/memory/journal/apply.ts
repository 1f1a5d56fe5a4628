import { AppError } from '../../lib/errors.ts'
import type { MemorySnapshot, MemoryTable, RowChange } from '../types.ts'
import { isEqual, MEMORY_TABLES, type Row } from './tables.ts'

/**
 * The rows after some changes; rows and tables that do not change stay the same objects. Throws store_failed where a
 * change was made from a row that is no longer so.
 */
export function applyChanges(snapshot: MemorySnapshot, changes: readonly RowChange[]): MemorySnapshot {
  for (const table of MEMORY_TABLES) assertBefore(snapshot, table, changes)
  return withChanges(snapshot, changes)
}

/** As applyChanges, without a look at what was there. New rows come last. */
export function withChanges(snapshot: MemorySnapshot, changes: readonly RowChange[]): MemorySnapshot {
  const touched = new Set(changes.map(({ table }) => table))
  return {
    ...snapshot,
    ...Object.fromEntries([...touched].map((table) => [table, tableWith(snapshot[table], table, changes)])),
  }
}

function tableWith(rows: readonly Row[], table: MemoryTable, changes: readonly RowChange[]): readonly Row[] {
  const after = new Map(
    changes.flatMap((change) => (change.table === table ? [[change.id, change.after]] : [])),
  )
  const next: Row[] = []
  for (const row of rows) {
    const changed = after.get(row.id)
    if (changed === undefined) next.push(row)
    else if (changed !== null) next.push(changed)
    after.delete(row.id)
  }
  for (const row of after.values()) if (row !== null) next.push(row)
  return next
}

function assertBefore(snapshot: MemorySnapshot, table: MemoryTable, changes: readonly RowChange[]): void {
  const own = changes.filter((change) => change.table === table)
  if (own.length === 0) return
  const wanted = new Set(own.map(({ id }) => id))
  const now = new Map<string, Row>()
  for (const row of snapshot[table]) if (wanted.has(row.id)) now.set(row.id, row)
  for (const { id, before, after } of own) {
    if (!isEqual(now.get(id) ?? null, before)) {
      throw new AppError(
        'store_failed',
        `The entry ${id} of ${table} is no longer as it was read, so nothing was written; read the memory again and repeat.`,
        { table, id },
      )
    }
    if (after === null) now.delete(id)
    else now.set(id, after)
  }
}
