import type { MemoryCommit, MemorySnapshot } from '../types.ts'
import { differences } from './tables.ts'

/**
 * Puts tables right that say something else than the journal, null where they agree. `replayed`: what a journal whose
 * chain is whole tells of the tables.
 */
export function repairCommit(snapshot: MemorySnapshot, replayed: MemorySnapshot): MemoryCommit | null {
  const changes = differences(snapshot, replayed)
  if (changes.length === 0) return null
  const count = `${changes.length} ${changes.length === 1 ? 'entry was' : 'entries were'}`
  return {
    cause: 'repair',
    runId: null,
    summary: `${count} not as the journal tells and put right.`,
    changes,
  }
}
