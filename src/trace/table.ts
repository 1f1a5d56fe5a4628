import type { Unit } from './quantity.ts'

/** A column: its name is ours (snake_case), never a file's word. 'date' holds yyyy-mm-dd, 'time' ISO 8601 in UTC. */
export interface Column {
  readonly name: string
  readonly unit: Unit | 'date' | 'time' | 'text'
  /** What a dropped file calls it: for people alone, escaped; never for a model. */
  readonly label?: string
}

export type TableCell = number | string | null

/** A part of a table as people see it. */
export interface TableView {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly TableCell[])[]
  /** Rows of the whole table. */
  readonly total: number
}

export interface TableOrder {
  /** Place of the column to sort by; null keeps the order of the rows. */
  readonly column: number | null
  readonly descending: boolean
  /** Rows that are given at most. */
  readonly most: number
}

/** The first rows of a table in an order; empty cells come last either way, equal ones keep their order. */
export function tableView({ columns, rows }: Table, { column, descending, most }: TableOrder): TableView {
  const by = column === null || column >= columns.length ? null : column
  const sorted = by === null ? rows : [...rows].sort((a, b) => compare(a[by]!, b[by]!, descending))
  return { columns, rows: sorted.slice(0, most), total: rows.length }
}

function compare(a: TableCell, b: TableCell, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : a === b ? 0 : 1
  return descending ? -order : order
}

/** Rows in order, each as long as `columns`. Text cells come from fixed lists or are ids; numbers are finite or null. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly TableCell[])[]
}
