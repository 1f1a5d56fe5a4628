import type { MemoryCommit, RowChange } from '../types.ts'

/**
 * Puts entries right that are not as the journal tells, null where there are none. `differing`: from what is stored to
 * what a journal whose chain is whole tells.
 */
export function repairCommit(differing: readonly RowChange[]): MemoryCommit | null {
  if (differing.length === 0) return null
  const count = `${differing.length} ${differing.length === 1 ? 'entry was' : 'entries were'}`
  return {
    cause: 'repair',
    runId: null,
    summary: `${count} not as the journal tells and put right.`,
    changes: differing,
  }
}
