import { stableJson } from '../../lib/hash.ts'
import type { MemorySnapshot, MemoryTable, RowChange } from '../types.ts'

export type Row = MemorySnapshot[MemoryTable][number]

export const EMPTY_SNAPSHOT: MemorySnapshot = { workflows: [], edges: [], experiences: [], skills: [] }

export const MEMORY_TABLES: readonly MemoryTable[] = ['workflows', 'edges', 'experiences', 'skills']

export const entryKey = ({ table, id }: Pick<RowChange, 'table' | 'id'>) => `${table}/${id}`

/** The same for the vector of a run's question. */
export const runKey = (runId: string) => `runs/${runId}`

export const isEqual = (a: unknown, b: unknown) => a === b || stableJson(a) === stableJson(b)

/** The four tables, to change row by row. The snapshots that it is made of and gives are not touched. */
export class Tables {
  readonly #rows: Readonly<Record<MemoryTable, Map<string, Row>>>

  constructor(snapshot: MemorySnapshot) {
    this.#rows = {
      workflows: byId(snapshot.workflows),
      edges: byId(snapshot.edges),
      experiences: byId(snapshot.experiences),
      skills: byId(snapshot.skills),
    }
  }

  get(table: MemoryTable, id: string): Row | null {
    return this.#rows[table].get(id) ?? null
  }

  put({ table, id, after }: Pick<RowChange, 'table' | 'id' | 'after'>): void {
    if (after === null) this.#rows[table].delete(id)
    else this.#rows[table].set(id, after)
  }

  ids(table: MemoryTable): IterableIterator<string> {
    return this.#rows[table].keys()
  }

  snapshot(): MemorySnapshot {
    const rows = (table: MemoryTable) => [...this.#rows[table].values()]
    return Object.fromEntries(MEMORY_TABLES.map((table) => [table, rows(table)])) as unknown as MemorySnapshot
  }
}

/** What leads from one state of the tables to another. The order of rows does not count. */
export function differences(from: MemorySnapshot, to: MemorySnapshot): readonly RowChange[] {
  const before = new Tables(from)
  const after = new Tables(to)
  return MEMORY_TABLES.flatMap((table) =>
    [...new Set([...before.ids(table), ...after.ids(table)])].flatMap((id) =>
      changeBetween({ table, id }, before.get(table, id), after.get(table, id)),
    ),
  )
}

/** No change, or one. */
export function changeBetween(
  { table, id }: Pick<RowChange, 'table' | 'id'>,
  before: Row | null,
  after: Row | null,
): readonly RowChange[] {
  return isEqual(before, after) ? [] : [{ table, id, before, after } as RowChange]
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
