import { isEqual, MEMORY_TABLES, withChanges } from '../memory/journal/index.ts'
import type { JournalRow, MemorySnapshot, MemoryTable, RowChange } from '../memory/types.ts'
import type { Database, StoredHead } from './database.ts'
import { lastHead, rowsBetween } from './journal-records.ts'

interface Live {
  readonly head: StoredHead | null
  readonly snapshot: MemorySnapshot
}

type Row = MemorySnapshot[MemoryTable][number]

/**
 * The tables in memory, in order of ids, as of the journal's last row. Each reading asks for that row alone, so what
 * another tab has written is seen at once, and what has not changed stays the same object.
 */
export class LiveSnapshot {
  private live: Live | null = null
  private reading: Promise<Live> | null = null

  constructor(private readonly database: Database) {}

  /** The last row of the journal that was seen here, null where none was. */
  get head(): StoredHead | null {
    return this.live?.head ?? null
  }

  async read(): Promise<MemorySnapshot> {
    // Readings that come at once share one.
    this.reading ??= this.load().finally(() => (this.reading = null))
    return (await this.reading).snapshot
  }

  /** Takes in what this store has just written. */
  advance(head: StoredHead, changes: readonly RowChange[]): void {
    if (!this.live) return
    if ((this.live.head?.hash ?? null) === (head.seq === 1 ? null : head.previous)) {
      this.live = { head, snapshot: changed(this.live.snapshot, changes) }
    }
  }

  private async load(): Promise<Live> {
    const { journal, payloads, workflows, edges, experiences, skills } = this.database
    const last = (await lastHead(this.database)) ?? null
    const before = this.live
    if (before && before.head?.hash === last?.hash) return before
    const tables = [journal, payloads, workflows, edges, experiences, skills]
    const now = await this.database.transaction('r', tables, async (): Promise<Live> => {
      const head = (await lastHead(this.database)) ?? null
      const caught = before && (await this.missed(before))
      if (caught) return { head, snapshot: changed(before.snapshot, caught) }
      const snapshot = {
        workflows: await workflows.toArray(),
        edges: await edges.toArray(),
        experiences: await experiences.toArray(),
        skills: await skills.toArray(),
      }
      return { head, snapshot: before ? withKnown(before.snapshot, snapshot) : snapshot }
    })
    // A commit of this store may have come in between and is further on.
    if (this.live && (this.live.head?.seq ?? 0) > (now.head?.seq ?? 0)) return this.live
    return (this.live = now)
  }

  /** What the rows since then changed; null where that is not all there is to know. */
  private async missed({ head }: Live): Promise<readonly RowChange[] | null> {
    const rows = await rowsBetween(this.database, (head?.seq ?? 0) + 1)
    const follows = rows[0] !== undefined && (head === null || rows[0].previous === head.hash)
    const isPlain = ({ cause, gone }: JournalRow) => cause !== 'erase' && gone === undefined
    return follows && rows.every(isPlain) ? rows.flatMap(({ changes }) => changes) : null
  }
}

function changed(snapshot: MemorySnapshot, changes: readonly RowChange[]): MemorySnapshot {
  const next = withChanges(snapshot, changes)
  // Rows that are new were put last.
  const grown = MEMORY_TABLES.filter((table) =>
    changes.some((change) => change.table === table && change.before === null),
  )
  return { ...next, ...Object.fromEntries(grown.map((table) => [table, inOrder(next[table])])) }
}

const inOrder = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** The rows as read, with the objects of before where they say the same. */
function withKnown(before: MemorySnapshot, now: MemorySnapshot): MemorySnapshot {
  const known = (table: MemoryTable) => {
    const rows = new Map((before[table] as readonly Row[]).map((row) => [row.id, row]))
    return (now[table] as readonly Row[]).map((row) => {
      const old = rows.get(row.id)
      return old && isEqual(old, row) ? old : row
    })
  }
  return Object.fromEntries(MEMORY_TABLES.map((table) => [table, known(table)])) as unknown as MemorySnapshot
}
