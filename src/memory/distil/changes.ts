import { stableJson } from '../../lib/hash.ts'
import type { MemorySnapshot, MemoryTable, RowChange } from '../types.ts'

/** Collects what a commit changes: one change a row, from what is stored to what it becomes last. */
export class Changes {
  readonly #after = new Map<string, { table: MemoryTable; id: string; row: unknown }>()

  constructor(private readonly snapshot: MemorySnapshot) {}

  /** The row as it stands with the changes so far. */
  get<Table extends MemoryTable>(table: Table, id: string): MemorySnapshot[Table][number] | null {
    const changed = this.#after.get(key(table, id))
    if (changed) return changed.row as MemorySnapshot[Table][number] | null
    return this.#stored(table, id)
  }

  /** All rows of a table as they stand with the changes so far. */
  rows<Table extends MemoryTable>(table: Table): readonly MemorySnapshot[Table][number][] {
    const stored = this.snapshot[table] as readonly MemorySnapshot[Table][number][]
    const added = [...this.#after.values()].filter(
      (change) => change.table === table && !stored.some(({ id }) => id === change.id),
    )
    return [...stored.map(({ id }) => id), ...added.map(({ id }) => id)]
      .map((id) => this.get(table, id))
      .filter((row) => row !== null)
  }

  put<Table extends MemoryTable>(table: Table, row: MemorySnapshot[Table][number]): void {
    this.#after.set(key(table, row.id), { table, id: row.id, row })
  }

  remove(table: MemoryTable, id: string): void {
    this.#after.set(key(table, id), { table, id, row: null })
  }

  list(): readonly RowChange[] {
    return [...this.#after.values()]
      .map(({ table, id, row }) => ({ table, id, before: this.#stored(table, id), after: row }) as RowChange)
      .filter(({ before, after }) => stableJson(before) !== stableJson(after))
  }

  #stored<Table extends MemoryTable>(table: Table, id: string): MemorySnapshot[Table][number] | null {
    const rows = this.snapshot[table] as readonly MemorySnapshot[Table][number][]
    return rows.find((row) => row.id === id) ?? null
  }
}

const key = (table: MemoryTable, id: string) => `${table} ${id}`
