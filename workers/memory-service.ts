import { proxyMarker } from 'comlink'
import type { ErasePlan, MemoryApi, MemoryDone } from '../src/bridge/memory-api.ts'
import { AppError } from '../src/lib/errors.ts'
import { contradictions } from '../src/memory/distil/contradictions.ts'
import {
  baseOf,
  dependantsOf,
  erasureOf,
  rollbackCommit,
  undoWithDependants,
} from '../src/memory/journal/index.ts'
import {
  approveCommit,
  correctionCommit,
  editCommit,
  pinCommit,
  retireCommit,
  type EditPatch,
  type PersonCorrection,
} from '../src/memory/person.ts'
import type {
  Erasure,
  JournalRow,
  MemoryCommit,
  MemorySnapshot,
  OwnMemoryStore,
} from '../src/memory/types.ts'
import {
  changesOf,
  countsOf,
  edgePage,
  findEntries,
  gateLog,
  graphOf,
  headOf,
  historyOf,
  journalPage,
  judgedRuns,
  toolView,
  type EntryQuery,
  type EntryTable,
  type JournalReader,
} from '../src/memory/view/index.ts'

/** How many of the changes that a rollback takes back are named. */
const NAMED = 12

type Store = Omit<OwnMemoryStore, 'vectors'> & JournalReader

/** What people see and change of the memory: pages of it, and the commits that a person makes. */
export class MemoryService implements MemoryApi {
  readonly [proxyMarker] = true as const
  /** The memory of the past that was looked at last: its rows keep their identity, so a search need not read them anew. */
  private past: {
    readonly at: number
    readonly now: MemorySnapshot
    readonly snapshot: MemorySnapshot
  } | null = null

  constructor(private readonly store: () => Promise<Store>) {}

  async overview(at: number | null) {
    const counts = countsOf(await this.snapshot(at))
    return { counts, lastChange: await (await this.store()).lastChange() }
  }

  async graph(at: number | null, most: number) {
    return graphOf(await this.snapshot(at), most)
  }

  async transitions(at: number | null, page: { readonly offset: number; readonly limit: number }) {
    return edgePage(await this.snapshot(at), page)
  }

  async tool(at: number | null, name: string) {
    return toolView(await this.snapshot(at), name)
  }

  async entries(query: EntryQuery) {
    return findEntries(await this.snapshot(query.at), query)
  }

  async history(table: EntryTable, id: string) {
    const { snapshot, journal } = await this.all()
    return historyOf(table, id, { snapshot, journal })
  }

  async journal(page: { readonly offset: number; readonly limit: number }) {
    return journalPage(await this.store(), page)
  }

  async change(seq: number) {
    const [row] = await this.rowsFrom(seq, seq)
    return { head: headOf(row), changes: row.changes }
  }

  async changesOfRun(runId: string) {
    return changesOf(await (await this.store()).journalOfRun(runId))
  }

  async gateLog(page: { readonly offset: number; readonly limit: number; readonly refusedOnly: boolean }) {
    return gateLog(judgedRuns(await (await this.store()).runs()), page)
  }

  async contradictions({ offset, limit }: { readonly offset: number; readonly limit: number }) {
    const found = contradictions(await this.snapshot(null))
    // A page that was emptied meanwhile gives way to the one before it.
    const wanted = Math.min(offset, Math.max(0, found.length - 1))
    const start = wanted - (wanted % limit)
    return { total: found.length, offset: start, found: found.slice(start, start + limit) }
  }

  approve(table: EntryTable, id: string) {
    return this.write((snapshot) => approveCommit(table, id, snapshot))
  }

  pin(table: EntryTable, id: string, pinned: boolean) {
    return this.write((snapshot) => pinCommit(table, id, pinned, snapshot))
  }

  retire(table: EntryTable, id: string) {
    return this.write((snapshot) => retireCommit(table, id, snapshot))
  }

  edit<Table extends EntryTable>(table: Table, id: string, patch: EditPatch[Table]) {
    return this.write((snapshot) => editCommit(table, id, patch, snapshot))
  }

  async correct(runId: string, correction: PersonCorrection) {
    const record = await (await this.store()).run(runId)
    if (!record) throw new AppError('invalid_input', `there is no run ${runId} to correct; it was removed`)
    return this.write((snapshot) => correctionCommit(record, correction, snapshot))
  }

  async undoPlan(seq: number) {
    const rows = await this.rowsFrom(seq)
    return dependantsOf(rows[0], rows).map(headOf).reverse()
  }

  async undo(seq: number, agreed: readonly number[]) {
    const rows = await this.rowsFrom(seq)
    const fresh = dependantsOf(rows[0], rows).filter((later) => !agreed.includes(later.seq))
    if (fresh.length > 0) {
      throw new AppError(
        'invalid_input',
        `Change ${seq} was not undone: later changes that were built on it would go with it (${fresh.map((later) => later.seq).join(', ')}). Undo it in the journal, which names them.`,
      )
    }
    return this.write((snapshot) => undoWithDependants(rows[0], rows, snapshot))
  }

  async rollbackPlan(seq: number) {
    const rows = await (await this.store()).journalBetween(seq + 1)
    const later = rows.filter(({ changes }) => changes.length > 0)
    return { total: later.length, offset: 0, rows: later.slice(-NAMED).map(headOf).reverse() }
  }

  async rollback(seq: number) {
    const store = await this.store()
    const last = await store.lastChange()
    // The row itself is read too, so that the last one is known where none is later.
    const rows = await store.journalBetween(Math.max(1, Math.min(seq, last)))
    return this.write((snapshot) => rollbackCommit(rows, seq, snapshot))
  }

  async erasePlan(runId: string): Promise<ErasePlan> {
    const { changes, runs } = await this.erasure(runId)
    return { changes, otherRuns: runs.length }
  }

  async erase(runId: string) {
    const store = await this.store()
    const erasure = await this.erasure(runId)
    const { seq, summary } = await store.erase(erasure)
    return { seq, summary, undoable: false }
  }

  private async erasure(runId: string): Promise<Erasure> {
    const { snapshot, journal } = await this.all()
    return erasureOf(runId, snapshot, journal, await (await this.store()).runs())
  }

  private async write(make: (snapshot: MemorySnapshot) => MemoryCommit): Promise<MemoryDone> {
    const store = await this.store()
    const { seq, summary } = await store.commit(make(await store.snapshot()))
    return { seq, summary, undoable: true }
  }

  /** A row and those after it: what was built on a row stands behind it. */
  private async rowsFrom(seq: number, to?: number): Promise<readonly [JournalRow, ...JournalRow[]]> {
    const [row, ...later] = await (await this.store()).journalBetween(seq, to)
    if (row?.seq !== seq) {
      throw new AppError('invalid_input', `the journal has no row ${seq}; open the memory view again`)
    }
    return [row, ...later]
  }

  private async all() {
    const store = await this.store()
    const [snapshot, journal] = await Promise.all([store.snapshot(), store.journal()])
    return { snapshot, journal }
  }

  private async snapshot(at: number | null): Promise<MemorySnapshot> {
    const store = await this.store()
    const now = await store.snapshot()
    if (at === null) return now
    if (this.past?.at !== at || this.past.now !== now) {
      // Unwound from now: what came before need not be read.
      this.past = { at, now, snapshot: baseOf(now, await store.journalBetween(at + 1)) }
    }
    return this.past.snapshot
  }
}
