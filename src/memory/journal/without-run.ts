import type { Edge, JournalRow, MemorySnapshot, RowChange, Skill } from '../types.ts'
import { takersOf, withoutShareOf, type Takers } from './merged.ts'
import { mentions, withoutMentions, type Erased } from './mentions.ts'
import { rebase } from './rebase.ts'
import { before as pastOf } from './replay.ts'
import { changeBetween, entryKey, isEqual, Tables, type Row } from './tables.ts'

/** The journal told again as if a run had never been. */
export interface Retold {
  /** Rows that were of that run alone, by `seq`. */
  readonly removed: readonly number[]
  /** Rows of others that tell something else now. */
  readonly rewritten: readonly { readonly seq: number; readonly changes: readonly RowChange[] }[]
  readonly snapshot: MemorySnapshot
  readonly erased: Erased
}

/**
 * Replays a journal without a run. What it made is never made, so later changes of that are nothing; what it only added
 * to goes on without its share; undos and rollbacks go back to what now lies before. `base`: what was there before the first row.
 */
export function withoutRun(journal: readonly JournalRow[], runId: string, base: MemorySnapshot): Retold {
  const telling = new Telling(runId, base)
  for (const row of journal) telling.tell(row)
  return telling.result()
}

class Telling {
  readonly #tables: Tables
  readonly #made = new Set<string>()
  readonly #said = new Set<string>()
  readonly #erased: Erased
  readonly #removed: number[] = []
  readonly #rewritten: { seq: number; changes: readonly RowChange[] }[] = []
  /** The rows so far, as they are told now. */
  readonly #told: JournalRow[] = []

  constructor(
    private readonly runId: string,
    base: MemorySnapshot,
  ) {
    this.#tables = new Tables(base)
    this.#erased = { runId, made: this.#made, said: this.#said }
  }

  tell(row: JournalRow): void {
    if (row.runId === this.runId) {
      this.#removed.push(row.seq)
      for (const change of row.changes) this.#noteMade(change)
      this.#told.push({ ...row, changes: [] })
      return
    }
    const changes = this.#retell(row)
    const told = isSame(changes, row.changes) ? row.changes : changes
    if (told !== row.changes) this.#rewritten.push({ seq: row.seq, changes: told })
    for (const change of told) this.#tables.put(change)
    this.#told.push({ ...row, changes: told })
  }

  result(): Retold {
    return {
      removed: this.#removed,
      rewritten: this.#rewritten,
      snapshot: this.#tables.snapshot(),
      erased: this.#erased,
    }
  }

  /** Transitions are named by their tools, whoever saw them first. */
  #noteMade({ table, id, before, after }: RowChange): void {
    const isNew = before === null && after !== null && this.#tables.get(table, id) === null
    if (!isNew || table === 'edges') return
    this.#made.add(id)
    if ('trigger' in after) {
      for (const text of [after.trigger, after.correction]) if (text !== '') this.#said.add(text)
    }
  }

  #retell(row: JournalRow): readonly RowChange[] {
    const { cause, of } = row
    if (cause === 'repair') return row.changes.filter((change) => this.#isUntouched(change))
    if (cause === 'rollback' && of) return this.#backTo(this.#told.filter(({ seq }) => seq > of[0]!))
    if (cause === 'undo' && of) return this.#backTo(this.#told.filter(({ seq }) => of.includes(seq)))
    const takers = takersOf(row.changes)
    const changes = row.changes.flatMap((change) => this.#rebased(change, takers))
    return withoutReplaced(row.changes, changes)
  }

  #backTo(rows: readonly JournalRow[]): readonly RowChange[] {
    return pastOf(rows).flatMap((past) =>
      changeBetween(past, this.#tables.get(past.table, past.id), past.row),
    )
  }

  #isUntouched(change: RowChange): boolean {
    return isEqual(this.#tables.get(change.table, change.id), change.after) && !mentions(change, this.#erased)
  }

  #rebased(change: RowChange, takers: Takers): readonly RowChange[] {
    const now = this.#tables.get(change.table, change.id)
    return changeBetween(change, now, this.#next(change, now, takers))
  }

  #next(change: RowChange, now: Row | null, takers: Takers): Row | null {
    const { table, before, after } = change
    if (after === null) {
      // An entry that went up in one which is not there now stays.
      const taker = takers.get(change)
      return taker && this.#tables.get(taker.table, taker.id) === null ? now : null
    }
    if (before === null) {
      if ('provenance' in after && after.provenance[0] === this.runId) {
        this.#noteMade(change)
        return null
      }
      return withoutMentions(after, this.#erased)
    }
    const base = now ?? (table === 'edges' ? unseen(before) : null)
    if (base === null) return null
    const next = isEqual(now, before) ? after : rebase<Row>(before, after, base)
    let told = next
    for (const [{ id, before: was }, taker] of takers) {
      if (taker === change) told = withoutShareOf(was!, this.#tables.get(table, id), base, told)
    }
    return withoutMentions(told, this.#erased)
  }
}

const unseen = ({ id, from, to }: Edge): Edge => ({ id, from, to, successes: 0, failures: 0 })

/**
 * A skill whose activation does not stand any more leaves the one it replaces where that is. `original` are the changes
 * of the row, `retold` what became of them.
 */
function withoutReplaced(original: readonly RowChange[], retold: readonly RowChange[]): readonly RowChange[] {
  const refused = original.flatMap((change) => {
    if (change.table !== 'skills' || change.after?.state !== 'active') return []
    const replaces = change.before?.replaces
    const told = retold.find((each) => each.table === 'skills' && each.id === change.id)
    const isActive = (told?.after as Skill | null | undefined)?.state === 'active'
    return replaces !== undefined && !isActive ? [replaces] : []
  })
  if (refused.length === 0) return retold
  return retold.filter(
    ({ table, id, after }) => !(table === 'skills' && after === null && refused.includes(id)),
  )
}

/** The same changes, in any order. */
function isSame(a: readonly RowChange[], b: readonly RowChange[]): boolean {
  if (a.length !== b.length) return false
  const others = new Map(b.map((change) => [entryKey(change), change]))
  return a.every((change) => isEqual(change, others.get(entryKey(change)) ?? null))
}
