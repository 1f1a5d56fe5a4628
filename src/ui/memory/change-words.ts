import type { JournalRow, RowChange } from '../../memory/types.ts'

const CAUSES: Readonly<Record<JournalRow['cause'], string>> = {
  run: 'Run',
  verdict: 'Verdict',
  undo: 'Undo',
  seed: 'Start',
  approve: 'Approval',
  erase: 'Erasure',
  import: 'Import',
}

export function causeWord(cause: JournalRow['cause']): string {
  return CAUSES[cause]
}

export function changeWord(change: RowChange): string {
  return change.before === null ? 'added' : change.after === null ? 'removed' : 'updated'
}

/** A name for the changed row that a person knows it by. */
export function rowTitle(change: RowChange): string {
  const row = change.after ?? change.before
  if (row === null) return change.id
  if ('title' in row) return row.title
  if ('sequence' in row) return row.sequence.join(' → ')
  if ('trigger' in row) return `${row.tool}: ${row.trigger}`
  return `${row.from} → ${row.to}`
}

/** The fields that differ, as short text before and after. */
export function fieldChanges(change: RowChange): readonly { field: string; before: string; after: string }[] {
  const before = Object.entries(change.before ?? {})
  const after = new Map<string, unknown>(Object.entries(change.after ?? {}))
  if (change.before === null || change.after === null) return []
  return before
    .map(([field, value]) => ({
      field,
      before: JSON.stringify(value),
      after: JSON.stringify(after.get(field)),
    }))
    .filter((entry) => entry.before !== entry.after)
}
