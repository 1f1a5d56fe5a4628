import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { IntList, roomFor } from './int-list.ts'
import type { EntryState } from './types.ts'

const NOWHERE: Postings = { values: new Int32Array(0), length: 0 }
/** In place of a slot: the row is not in the index. */
const NONE = -1

export interface IndexedRow {
  readonly state: EntryState
  readonly taskType: TaskType
}

/** Hears of each row that comes and goes, for what else is kept by slot. */
export interface SlotWatch<Row> {
  added(row: Row, slot: number): void
  dropped(slot: number): void
}

/** Slots of rows; the first `length` values count. */
export interface Postings {
  readonly values: Int32Array
  readonly length: number
}

/**
 * One table of the memory by the tokens of its rows: token → slots of the rows that have it. A row keeps its slot for as
 * long as it stands in the table; quarantined rows have none. Rows are known by identity, as they are never changed in place.
 */
export class TextIndex<Row extends IndexedRow> {
  /** By slot; null where the slot is free. */
  readonly rows: (Row | null)[] = []
  /** By slot: the row's place in the table. */
  places = new Int32Array(16)
  /** By slot: how many different tokens the row has. */
  sizes = new Int32Array(16)
  /** By slot: the row's task type, by its number. */
  types = new Int32Array(16)
  private table: readonly Row[] = []
  /** By place in the table. */
  private slotAt = new Int32Array(0)
  private readonly slots = new Map<Row, number>()
  private readonly postings = new Map<string, IntList>()
  private readonly free: number[] = []

  constructor(
    private readonly tokensOf: (row: Row) => ReadonlySet<string>,
    private readonly watch?: SlotWatch<Row>,
  ) {}

  get count(): number {
    return this.slots.size
  }

  /**
   * Makes the index that of a table. Rows that stand where they stood, or as far off as the row before them, are passed over
   * without a look into them: the work is that of the rows that changed.
   */
  sync(table: readonly Row[]): void {
    if (table === this.table) return
    const before = { table: this.table, slotAt: this.slotAt }
    const slotAt = new Int32Array(table.length)
    const stayed = new Uint8Array(before.table.length)
    let shift = 0
    for (let place = 0; place < table.length; place++) {
      const row = table[place]!
      if (before.table[place - shift] !== row) {
        const known = this.slots.get(row)
        if (known === undefined) {
          slotAt[place] = row.state === 'quarantined' ? NONE : this.add(row)
          continue
        }
        shift = place - this.places[known]!
      }
      const slot = before.slotAt[place - shift]!
      stayed[place - shift] = 1
      slotAt[place] = slot
    }
    for (let place = 0; place < stayed.length; place++) {
      if (stayed[place] === 0 && before.slotAt[place] !== NONE) this.drop(before.slotAt[place]!)
    }
    // Only now: until here the places are those of the table before.
    for (let place = 0; place < slotAt.length; place++) {
      if (slotAt[place] !== NONE) this.places[slotAt[place]!] = place
    }
    this.table = table
    this.slotAt = slotAt
  }

  /** The slots of the rows that have a token. */
  having(token: string): Postings {
    return this.postings.get(token) ?? NOWHERE
  }

  private add(row: Row): number {
    const slot = this.free.pop() ?? this.rows.length
    this.rows[slot] = row
    this.slots.set(row, slot)
    this.places = roomFor(this.places, slot)
    this.sizes = roomFor(this.sizes, slot)
    this.types = roomFor(this.types, slot)
    this.types[slot] = numberOfType(row.taskType)
    const tokens = this.tokensOf(row)
    this.sizes[slot] = tokens.size
    for (const token of tokens) {
      let list = this.postings.get(token)
      if (!list) this.postings.set(token, (list = new IntList()))
      list.push(slot)
    }
    this.watch?.added(row, slot)
    return slot
  }

  private drop(slot: number): void {
    const row = this.rows[slot]!
    for (const token of this.tokensOf(row)) {
      const list = this.postings.get(token)!
      list.remove(slot)
      if (list.length === 0) this.postings.delete(token)
    }
    this.slots.delete(row)
    this.rows[slot] = null
    this.free.push(slot)
    this.watch?.dropped(slot)
  }
}

export const numberOfType = (type: TaskType) => TASK_TYPES.indexOf(type)
