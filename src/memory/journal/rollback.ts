import { AppError } from '../../lib/errors.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot } from '../types.ts'
import { assertReadable, before } from './replay.ts'
import { changeBetween, Tables } from './tables.ts'

/**
 * One commit that makes the memory what it was after the row `seq` (0: before the first). It can be undone itself; what
 * was erased since does not come back. Throws invalid_input where there is no such row or nothing to change.
 */
export function rollbackCommit(
  journal: readonly JournalRow[],
  seq: number,
  snapshot: MemorySnapshot,
): MemoryCommit {
  const last = journal.at(-1)?.seq ?? 0
  if (!Number.isInteger(seq) || seq < 0 || seq > last) {
    throw new AppError('invalid_input', `There is no change ${seq}; the journal goes up to ${last}.`, { seq })
  }
  const later = journal.filter((row) => row.seq > seq)
  assertReadable(later)
  const tables = new Tables(snapshot)
  const changes = before(later).flatMap((past) =>
    changeBetween(past, tables.get(past.table, past.id), past.row),
  )
  if (changes.length === 0) {
    throw new AppError('invalid_input', `The memory is as it was after change ${seq} already.`, { seq })
  }
  const count = `${changes.length} ${changes.length === 1 ? 'entry' : 'entries'}`
  return {
    cause: 'rollback',
    runId: null,
    summary: `Back to the memory as it was after change ${seq}: ${count} changed.`,
    changes,
    of: [seq],
  }
}
