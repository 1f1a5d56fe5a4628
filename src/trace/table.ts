import type { Unit } from './quantity.ts'

/** A column: its name is ours (snake_case), never a file's word. 'date' holds yyyy-mm-dd, 'time' ISO 8601 in UTC. */
export interface Column {
  readonly name: string
  readonly unit: Unit | 'date' | 'time' | 'text'
  /** What a dropped file calls it: for people alone, escaped; never for a model. */
  readonly label?: string
}

export type TableCell = number | string | null

/** Rows in order, each as long as `columns`. Text cells come from fixed lists or are ids; numbers are finite or null. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly TableCell[])[]
}
