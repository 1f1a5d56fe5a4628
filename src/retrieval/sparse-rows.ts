import { AppError } from '../lib/errors.ts'

/** A sparse matrix by rows (CSR): row i holds the columns `columns[offsets[i]] … columns[offsets[i + 1] − 1]`, ascending. */
export interface Compressed {
  readonly offsets: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float64Array
}

/** Values above 0 of a sparse matrix: a compressed part that never changes, and maps over it of the rows that did. */
export class SparseRows {
  /** By row and column, in place of what the compressed part says; 0 takes that away. */
  readonly #over = new Map<number, Map<number, number>>()

  constructor(private readonly base: Compressed = NOTHING) {}

  /** A map takes some 40 bytes an entry and 200 bytes itself. */
  get byteLength(): number {
    const { offsets, columns, values } = this.base
    let maps = 0
    for (const row of this.#over.values()) maps += 200 + 40 * row.size
    return offsets.byteLength + columns.byteLength + values.byteLength + maps
  }

  get(row: number, column: number): number {
    const over = this.#over.get(row)?.get(column)
    if (over !== undefined || this.base === NOTHING) return over ?? 0
    const at = this.#find(row, column)
    return at < 0 ? 0 : this.base.values[at]!
  }

  put(row: number, column: number, value: number): void {
    let over = this.#over.get(row)
    if (!over) this.#over.set(row, (over = new Map<number, number>()))
    if (value > 0 || this.#find(row, column) >= 0) over.set(column, value)
    else over.delete(column)
  }

  /** Columns and values of a row: those of the compressed part in its order, then the others in order of their coming. */
  each(row: number, take: (column: number, value: number) => void): void {
    const { columns, values } = this.base
    const over = this.#over.get(row)
    const [from, to] = this.#range(row)
    for (let at = from; at < to; at++) {
      const value = over?.get(columns[at]!) ?? values[at]!
      if (value > 0) take(columns[at]!, value)
    }
    if (!over) return
    for (const [column, value] of over) if (value > 0 && this.#find(row, column) < 0) take(column, value)
  }

  /** The row as a map: the very one that changes where all of it lies in one, else a copy. */
  row(row: number): ReadonlyMap<number, number> {
    const [from, to] = this.#range(row)
    if (from === to) return this.#over.get(row) ?? EMPTY
    const copy = new Map<number, number>()
    this.each(row, (column, value) => copy.set(column, value))
    return copy
  }

  /** Entries of a row, at most. */
  bound(row: number): number {
    const [from, to] = this.#range(row)
    return to - from + (this.#over.get(row)?.size ?? 0)
  }

  #range(row: number): readonly [from: number, to: number] {
    const { offsets } = this.base
    return row + 1 < offsets.length ? [offsets[row]!, offsets[row + 1]!] : [0, 0]
  }

  /** The place of a column in the compressed part, by bisection; −1 where it has none. */
  #find(row: number, column: number): number {
    const { columns } = this.base
    const [from, to] = this.#range(row)
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (columns[middle]! < column) low = middle + 1
      else high = middle
    }
    return low < to && columns[low] === column ? low : -1
  }
}

/** Rows of any order of columns as a compressed matrix. */
export function compressed(
  rows: number,
  each: (row: number, take: (column: number, value: number) => void) => void,
): Compressed {
  const offsets = new Uint32Array(rows + 1)
  const columns: number[] = []
  const values: number[] = []
  for (let row = 0; row < rows; row++) {
    const entries: [column: number, value: number][] = []
    each(row, (column, value) => entries.push([column, value]))
    if (entries.length > 1) entries.sort((a, b) => a[0] - b[0])
    for (const [column, value] of entries) {
      columns.push(column)
      values.push(value)
    }
    offsets[row + 1] = columns.length
  }
  return { offsets, columns: Uint32Array.from(columns), values: Float64Array.from(values) }
}

/** Rows become columns. Both are numbered up to `size`. Throws read_failed where a column is beyond it or rows are not in order. */
export function transposed(matrix: Compressed, size: number): Compressed {
  if (!isSound(matrix, size))
    throw new AppError('read_failed', `these edges are not those of ${size} tools; read them again`)
  const { offsets, columns, values } = matrix
  const starts = new Uint32Array(size + 1)
  for (let at = 0; at < columns.length; at++) starts[columns[at]! + 1]! += 1
  for (let row = 0; row < size; row++) starts[row + 1]! += starts[row]!
  const next = starts.slice()
  const turnedColumns = new Uint32Array(columns.length)
  const turnedValues = new Float64Array(columns.length)
  for (let row = 0; row < size; row++) {
    for (let at = offsets[row]!, end = offsets[row + 1]!; at < end; at++) {
      const place = next[columns[at]!]!++
      turnedColumns[place] = row
      turnedValues[place] = values[at]!
    }
  }
  return { offsets: starts, columns: turnedColumns, values: turnedValues }
}

function isSound({ offsets, columns, values }: Compressed, size: number): boolean {
  if (offsets.length !== size + 1 || offsets[0] !== 0 || offsets[size] !== columns.length) return false
  for (let row = 0; row < size; row++) if (offsets[row + 1]! < offsets[row]!) return false
  for (let at = 0; at < columns.length; at++) if (columns[at]! >= size) return false
  return values.length === columns.length
}

const EMPTY: ReadonlyMap<number, number> = new Map()
const NOTHING: Compressed = {
  offsets: new Uint32Array(1),
  columns: new Uint32Array(0),
  values: new Float64Array(0),
}
