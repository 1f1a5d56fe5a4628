import { stableJson } from '../../lib/hash.ts'
import type { MemorySnapshot, MemoryTable, RowChange } from '../types.ts'

type Row<Table extends MemoryTable> = MemorySnapshot[Table][number]

/** Collects what a commit changes: one change a row, from what is stored to what it becomes last. */
export class Changes {
  readonly #after = new Map<string, { table: MemoryTable; id: string; row: unknown }>()
  readonly #reasons = new Map<string, string>()

  constructor(private readonly snapshot: MemorySnapshot) {}

  /** The row as it stands with the changes so far. */
  get<Table extends MemoryTable>(table: Table, id: string): Row<Table> | null {
    const changed = this.#after.get(key(table, id))
    if (changed) return changed.row as Row<Table> | null
    return this.#stored(table, id)
  }

  /** All rows of a table as they stand with the changes so far. */
  rows<Table extends MemoryTable>(table: Table): readonly Row<Table>[] {
    const stored = this.snapshot[table] as readonly Row<Table>[]
    const changed = [...this.#after.values()].filter((change) => change.table === table)
    if (changed.length === 0) return stored
    const after = new Map(changed.map(({ id, row }) => [id, row as Row<Table> | null]))
    const kept = stored.map((row) => (after.has(row.id) ? after.get(row.id)! : row))
    const added = changed
      .filter(({ id }) => this.#stored(table, id) === null)
      .map(({ row }) => row as Row<Table> | null)
    return [...kept, ...added].filter((row) => row !== null)
  }

  put<Table extends MemoryTable>(table: Table, row: Row<Table>): void {
    this.#after.set(key(table, row.id), { table, id: row.id, row })
  }

  /** `why` stands in the commit's summary. */
  remove(table: MemoryTable, id: string, why: string): void {
    this.#after.set(key(table, id), { table, id, row: null })
    this.#reasons.set(key(table, id), why)
  }

  list(): readonly RowChange[] {
    return [...this.#after.values()]
      .map(({ table, id, row }) => ({ table, id, before: this.#stored(table, id), after: row }) as RowChange)
      .filter(({ before, after }) => stableJson(before) !== stableJson(after))
  }

  /** Why rows that are stored go, in the order of their removal. */
  removals(): readonly { readonly table: MemoryTable; readonly why: string }[] {
    return this.list()
      .filter(({ after }) => after === null)
      .map(({ table, id }) => ({ table, why: this.#reasons.get(key(table, id)) ?? '' }))
  }

  #stored<Table extends MemoryTable>(table: Table, id: string): Row<Table> | null {
    return (indexOf(this.snapshot[table]).get(id) as Row<Table> | undefined) ?? null
  }
}

const key = (table: MemoryTable, id: string) => `${table} ${id}`

type AnyRow = Row<MemoryTable>
const indices = new WeakMap<readonly AnyRow[], ReadonlyMap<string, AnyRow>>()

/** Rows by id, read once of each table of a snapshot. */
function indexOf(rows: readonly AnyRow[]): ReadonlyMap<string, AnyRow> {
  const known = indices.get(rows) ?? new Map(rows.map((row) => [row.id, row]))
  indices.set(rows, known)
  return known
}
