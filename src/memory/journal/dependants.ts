import { AppError } from '../../lib/errors.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot } from '../types.ts'
import { assertReadable, before, effectOf } from './replay.ts'
import { changeBetween, entryKey, Tables } from './tables.ts'

/** Later rows that touched an entry of this one, or of such a row: what has to go before this row can. In order. */
export function dependantsOf(row: JournalRow, journal: readonly JournalRow[]): readonly JournalRow[] {
  const touched = new Set(effectOf(row).map(entryKey))
  const found: JournalRow[] = []
  for (const later of journal) {
    if (later.seq <= row.seq) continue
    const keys = effectOf(later).map(entryKey)
    if (!keys.some((key) => touched.has(key))) continue
    found.push(later)
    for (const key of keys) touched.add(key)
  }
  return found
}

/**
 * Takes a change back together with all that was built on it. Throws invalid_input where that changes nothing (it was
 * taken back before), store_failed where a row on the way has lost its content.
 */
export function undoWithDependants(
  row: JournalRow,
  journal: readonly JournalRow[],
  snapshot: MemorySnapshot,
): MemoryCommit {
  assertUndoable(row)
  const rows = [row, ...dependantsOf(row, journal)]
  assertReadable(rows)
  const tables = new Tables(snapshot)
  const changes = before(rows).flatMap((past) =>
    changeBetween(past, tables.get(past.table, past.id), past.row),
  )
  if (changes.length === 0) {
    throw new AppError('invalid_input', `Change ${row.seq} was taken back before; there is nothing to undo.`)
  }
  const later = rows.length - 1
  const others = later === 0 ? '' : ` and ${later} later ${later === 1 ? 'change' : 'changes'} built on it`
  return {
    cause: 'undo',
    // An undo that takes other runs' changes along is of no single run.
    runId: rows.every(({ runId }) => runId === row.runId) ? row.runId : null,
    summary: `Undid change ${row.seq}${others}: ${row.summary}`,
    changes,
    of: rows.map(({ seq }) => seq),
  }
}

/** Throws invalid_input for rows that nothing can take back: what was erased stays so, and a repair undone would be a fault. */
export function assertUndoable({ seq, cause, gone }: JournalRow): void {
  if (gone === 'erased' || cause === 'erase') {
    throw new AppError('invalid_input', `Change ${seq} is an erasure, which cannot be undone.`, { seq })
  }
  if (cause === 'repair') {
    throw new AppError('invalid_input', `Change ${seq} put right what was damaged; undoing it would damage it again.`, { seq }) // prettier-ignore
  }
  if (gone === 'missing') {
    throw new AppError('store_failed', `The content of change ${seq} is missing from the journal, so it cannot be undone.`, { seq }) // prettier-ignore
  }
}
