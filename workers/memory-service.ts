import { proxyMarker } from 'comlink'
import type { ErasePlan, MemoryApi, MemoryDone } from '../src/bridge/memory-api.ts'
import { AppError } from '../src/lib/errors.ts'
import { contradictions } from '../src/memory/distil/contradictions.ts'
import {
  baseOf,
  dependantsOf,
  erasureOf,
  rollbackCommit,
  snapshotAt,
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
  changesOfRun,
  findEntries,
  gateLog,
  headOf,
  historyOf,
  journalPage,
  judgedRuns,
  overviewOf,
  type EntryQuery,
  type EntryTable,
} from '../src/memory/view/index.ts'

/** How many of the changes that a rollback takes back are named. */
const NAMED = 12

type Store = Omit<OwnMemoryStore, 'vectors'>

/** What people see and change of the memory: pages of it, and the commits that a person makes. */
export class MemoryService implements MemoryApi {
  readonly [proxyMarker] = true as const
  /** The memory of the past that was looked at last: its rows keep their identity, so a search need not read them anew. */
  private past: { readonly at: number; readonly head: string; readonly snapshot: MemorySnapshot } | null =
    null

  constructor(private readonly store: () => Promise<Store>) {}

  async overview(at: number | null) {
    const journal = await (await this.store()).journal()
    return { ...overviewOf(await this.snapshot(at)), lastChange: journal.at(-1)?.seq ?? 0 }
  }

  async entries(query: EntryQuery) {
    return findEntries(await this.snapshot(query.at), query)
  }

  async history(table: EntryTable, id: string) {
    const { snapshot, journal } = await this.all()
    return historyOf(table, id, { snapshot, journal })
  }

  async journal(page: { readonly offset: number; readonly limit: number }) {
    return journalPage(await (await this.store()).journal(), page)
  }

  async change(seq: number) {
    const { row } = await this.row(seq)
    return { head: headOf(row), changes: row.changes }
  }

  async changesOfRun(runId: string) {
    return changesOfRun(await (await this.store()).journal(), runId)
  }

  async gateLog(page: { readonly offset: number; readonly limit: number; readonly refusedOnly: boolean }) {
    return gateLog(judgedRuns(await (await this.store()).runs()), page)
  }

  async contradictions() {
    return contradictions(await this.snapshot(null))
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
    const { row, journal } = await this.row(seq)
    return dependantsOf(row, journal).map(headOf).reverse()
  }

  async undo(seq: number, agreed: readonly number[]) {
    const { row, journal } = await this.row(seq)
    const fresh = dependantsOf(row, journal).filter((later) => !agreed.includes(later.seq))
    if (fresh.length > 0) {
      throw new AppError(
        'invalid_input',
        `Change ${seq} was not undone: later changes that were built on it would go with it (${fresh.map((later) => later.seq).join(', ')}). Undo it in the journal, which names them.`,
      )
    }
    return this.write((snapshot) => undoWithDependants(row, journal, snapshot))
  }

  async rollbackPlan(seq: number) {
    const later = (await (await this.store()).journal()).filter(
      (row) => row.seq > seq && row.changes.length > 0,
    )
    return { total: later.length, offset: 0, rows: later.slice(-NAMED).map(headOf).reverse() }
  }

  async rollback(seq: number) {
    const journal = await (await this.store()).journal()
    return this.write((snapshot) => rollbackCommit(journal, seq, snapshot))
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

  private async row(seq: number): Promise<{ row: JournalRow; journal: readonly JournalRow[] }> {
    const journal = await (await this.store()).journal()
    const row = journal.find((each) => each.seq === seq)
    if (!row) throw new AppError('invalid_input', `the journal has no row ${seq}; open the memory view again`)
    return { row, journal }
  }

  private async all() {
    const store = await this.store()
    const [snapshot, journal] = await Promise.all([store.snapshot(), store.journal()])
    return { snapshot, journal }
  }

  private async snapshot(at: number | null): Promise<MemorySnapshot> {
    const store = await this.store()
    if (at === null) return store.snapshot()
    const journal = await store.journal()
    const head = journal.at(-1)?.hash ?? ''
    if (this.past?.at !== at || this.past.head !== head) {
      this.past = { at, head, snapshot: snapshotAt(journal, at, baseOf(await store.snapshot(), journal)) }
    }
    return this.past.snapshot
  }
}
