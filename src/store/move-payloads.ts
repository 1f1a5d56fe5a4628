import type { Transaction } from 'dexie'
import { MEMORY_TABLES, upgradeMemory } from '../memory/journal/index.ts'
import type { JournalRow, MemorySnapshot } from '../memory/types.ts'
import { splitRow } from './journal-records.ts'
import { countsOf, stateRow } from './memory-state.ts'

/**
 * Schema 2 to 3: what journal rows changed goes to a table of its own, and entries get the fields of their life. Waits
 * for nothing but the database: anything else would let IndexedDB close the transaction.
 */
export async function movePayloadsApart(transaction: Transaction): Promise<void> {
  const past = await transaction.table<JournalRow, number>('journal').orderBy('seq').toArray()
  const rows = {} as Record<keyof MemorySnapshot, unknown[]>
  for (const table of MEMORY_TABLES) rows[table] = await transaction.table<unknown>(table).toArray()
  const { snapshot, journal } = upgradeMemory({
    snapshot: rows as unknown as MemorySnapshot,
    journal: past.map((row) => ({ ...row, changes: Array.isArray(row.changes) ? row.changes : [] })),
  })
  for (const table of MEMORY_TABLES) await transaction.table(table).bulkPut([...snapshot[table]])
  const split = journal.map(splitRow)
  await transaction.table('journal').bulkPut(split.map(({ head }) => head))
  await transaction.table('payloads').bulkPut(split.map(({ payload }) => payload))
  const last = journal.at(-1)
  if (last) {
    const { seq, hash } = last
    await transaction.table('settings').put(stateRow({ seq, hash, erased: 0, counts: countsOf(snapshot) }))
  }
}
