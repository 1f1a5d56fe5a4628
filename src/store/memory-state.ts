import { MEMORY_TABLES } from '../memory/journal/index.ts'
import type { MemorySnapshot, MemoryTable, RowChange } from '../memory/types.ts'
import type { Database, Setting } from './database.ts'

type Counts = Readonly<Record<MemoryTable, number>>

/** Written with every commit: what a quick check holds the tables against. */
export interface MemoryState {
  /** Of the journal's last row. */
  readonly seq: number
  readonly hash: string
  /** Rows of the journal whose payload was erased. */
  readonly erased: number
  readonly counts: Counts
}

const KEY = 'memory-state'

export const stateRow = (state: MemoryState): Setting => ({ key: KEY, value: JSON.stringify(state) })

/** Null before the first commit, or where what is stored is no such thing. */
export async function readState({ settings }: Pick<Database, 'settings'>): Promise<MemoryState | null> {
  const row = await settings.get(KEY)
  if (!row) return null
  try {
    return JSON.parse(row.value) as MemoryState
  } catch {
    return null
  }
}

export const countsOf = (snapshot: MemorySnapshot): Counts => countsBy((table) => snapshot[table].length)

export const countsAfter = (counts: Counts, changes: readonly RowChange[]): Counts =>
  countsBy((table) =>
    changes.reduce(
      (count, change) =>
        change.table === table
          ? count + Number(change.after !== null) - Number(change.before !== null)
          : count,
      counts[table],
    ),
  )

export async function countRows(database: Database): Promise<Counts> {
  const counts: Partial<Record<MemoryTable, number>> = {}
  for (const table of MEMORY_TABLES) counts[table] = await database.table(table).count()
  return counts as Counts
}

const countsBy = (count: (table: MemoryTable) => number): Counts =>
  Object.fromEntries(MEMORY_TABLES.map((table) => [table, count(table)])) as Counts
