import type { Table } from 'dexie'
import { AppError } from '../lib/errors.ts'
import { entryKey, eraseRow, isEqual, MEMORY_TABLES, repairCommit, runKey } from '../memory/journal/index.ts'
import type {
  Erasure,
  JournalRow,
  MemoryCommit,
  MemorySnapshot,
  MemoryTable,
  OwnMemoryStore,
  RowChange,
} from '../memory/types.ts'
import type { RunRecord } from '../trace/events.ts'
import { erasedHead, GENESIS, sealRow } from '../trace/journal-hash.ts'
import type { Announcer } from './announce.ts'
import type { Database, StoredHead } from './database.ts'
import { erasedAmong, markOf, withMark } from './erased-runs.ts'
import { checkQuickly, verifyStore } from './integrity.ts'
import type { IntegrityReport, StoreCheck, VerifyOptions } from './integrity.ts'
import { lastHead, rowsBetween, rowsOf, rowsOfRun, splitRow } from './journal-records.ts'
import { LiveSnapshot } from './live-snapshot.ts'
import { countRows, countsAfter, readState, stateRow } from './memory-state.ts'
import { readSalt, saltRow, type Salt } from './salt.ts'
import { guarded, storeError } from './store-error.ts'
import { VectorRecords } from './vector-records.ts'
import type { WriterGate } from './writer-gate.ts'

/** How often a commit is sealed anew because another store has written in between. */
const ATTEMPTS = 3

interface Parts {
  readonly database: Database
  readonly gate: WriterGate
  readonly announcer: Pick<Announcer, 'tell'>
}

/**
 * The memories in IndexedDB. A commit, its journal row and its run record are one strictly durable transaction.
 * Writes throw read_only in a reading tab, storage_full or store_failed otherwise; nothing of them is left then.
 */
export class DexieMemoryStore implements OwnMemoryStore {
  readonly vectors: VectorRecords
  private readonly live: LiveSnapshot
  /** Commits of this tab stand in line: each is sealed over the one before it. */
  private last: Promise<unknown> = Promise.resolve()
  private salt: Salt | null = null

  constructor(private readonly parts: Parts) {
    this.vectors = new VectorRecords(parts)
    this.live = new LiveSnapshot(parts.database)
  }

  /** The same object, table or row as long as it has not changed. */
  snapshot(): Promise<MemorySnapshot> {
    return this.read(() => this.live.read())
  }

  commit(commit: MemoryCommit, run?: RunRecord): Promise<JournalRow> {
    return this.inTurn(() => this.write(commit, run))
  }

  erase(erasure: Erasure): Promise<JournalRow> {
    return this.inTurn(() => this.writeErasure(erasure))
  }

  journal(): Promise<readonly JournalRow[]> {
    return this.journalBetween(1)
  }

  /** Number of the journal's last row; 0 for none. */
  async lastChange(): Promise<number> {
    return (await this.read(() => lastHead(this.parts.database)))?.seq ?? 0
  }

  /** From one row to another, both among them; the others are not read. */
  journalBetween(from: number, to = Infinity): Promise<readonly JournalRow[]> {
    const { database } = this.parts
    return this.read(() =>
      database.transaction('r', [database.journal, database.payloads], () => rowsBetween(database, from, to)),
    )
  }

  /** The rows of one run, in order; of the others, the heads alone are read. */
  journalOfRun(runId: string): Promise<readonly JournalRow[]> {
    return this.read(() => rowsOfRun(this.parts.database, runId))
  }

  /** The rows of one cause, in order, without reading the others. */
  journalOf(cause: JournalRow['cause']): Promise<readonly JournalRow[]> {
    return this.read(() => rowsOf(this.parts.database, cause))
  }

  async verifyJournal(): Promise<number | null> {
    return (await this.verify()).broken?.seq ?? null
  }

  /** Head and counts alone: fast enough for every start. */
  checkStore(): Promise<StoreCheck> {
    return this.read(() => checkQuickly(this.parts.database))
  }

  /** Every row of the journal, and every entry against what the journal tells; in slices, for the background. Throws AbortError. */
  async verify(options: VerifyOptions = {}): Promise<IntegrityReport> {
    const { problem } = this.parts.database
    if (problem !== null) throw new AppError('store_failed', problem)
    try {
      return await verifyStore(this.parts.database, options)
    } catch (error) {
      if (options.signal?.aborted) throw error
      throw storeError('checking the memory', error)
    }
  }

  /** Verifies, and puts entries right that are not as a whole journal tells. `repaired`: the row that did so. */
  async repair(
    options: VerifyOptions = {},
  ): Promise<IntegrityReport & { readonly repaired: JournalRow | null }> {
    const report = await this.verify(options)
    const commit = repairCommit(report.differing)
    return { ...report, repaired: commit ? await this.commit(commit) : null }
  }

  runs(): Promise<readonly RunRecord[]> {
    return this.read(() => this.parts.database.runs.orderBy('startedAt').toArray())
  }

  runsWith(status: RunRecord['status']): Promise<readonly RunRecord[]> {
    return this.read(() => this.parts.database.runs.where('status').equals(status).toArray())
  }

  async run(id: string): Promise<RunRecord | null> {
    return (await this.read(() => this.parts.database.runs.get(id))) ?? null
  }

  async saveRun(run: RunRecord): Promise<void> {
    await this.parts.gate.assertWritable()
    await guarded('storing the run', this.parts.database, () => this.parts.database.runs.put(run))
    this.parts.announcer.tell('runs')
  }

  /** Those of the ids whose runs were erased here. */
  erasedAmong(ids: Iterable<string>): Promise<ReadonlySet<string>> {
    return this.read(() => erasedAmong(this.parts.database, ids))
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work)
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async write(commit: MemoryCommit, run: RunRecord | undefined): Promise<JournalRow> {
    const { database, gate, announcer } = this.parts
    await gate.assertWritable()
    const row = await guarded('storing the memory', database, async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        // The last row that is known here is the journal's last as long as no other store writes.
        const known = attempt === 0 ? this.live.head : null
        const [salt, last] = await Promise.all([this.readSalt(), known ?? lastHead(database)])
        const sealed = await seal(commit, last, salt.value)
        if (await this.put(sealed, last, run, salt.isNew ? salt.value : null)) return sealed
      }
      throw new AppError('store_failed', 'another tab has written to the memory meanwhile; try again')
    })
    this.live.advance(splitRow(row).head, row.changes)
    announcer.tell('memory')
    if (run) announcer.tell('runs')
    return row
  }

  /** False where the journal has gone on since `last`: then nothing is written. */
  private put(
    row: JournalRow,
    last: StoredHead | undefined,
    run: RunRecord | undefined,
    newSalt: string | null,
  ): Promise<boolean> {
    const { database } = this.parts
    const { journal, payloads, settings, runs } = database
    return database.transaction('rw', this.tables(), async () => {
      // Few waits: each is a way to the database and back.
      const [now, state, write] = await Promise.all([
        lastHead(database),
        readState(database),
        this.prepare(row.changes),
      ])
      if (now?.hash !== last?.hash) return false
      const { head, payload } = splitRow(row)
      await Promise.all([
        ...write(),
        journal.add(head),
        payloads.add(payload),
        newSalt === null ? null : settings.put(saltRow(newSalt)),
        run && runs.put(run),
      ])
      const isKnown = state !== null && row.cause !== 'repair'
      const counts = isKnown ? countsAfter(state.counts, row.changes) : null
      await settings.put(await this.stateAfter(row, state?.erased ?? 0, counts))
      return true
    })
  }

  /** All that belongs to the memory. */
  private tables(): Table[] {
    const { vectors, journal, payloads, settings, runs } = this.parts.database
    const entries = MEMORY_TABLES.map((table) => this.parts.database.table(table))
    return [...entries, vectors, journal, payloads, settings, runs] as Table[]
  }

  private async stateAfter(
    { seq, hash }: Pick<JournalRow, 'seq' | 'hash'>,
    erased: number,
    counts: Readonly<Record<MemoryTable, number>> | null,
  ) {
    return stateRow({ seq, hash, erased, counts: counts ?? (await countRows(this.parts.database)) })
  }

  private async writeErasure(erasure: Erasure): Promise<JournalRow> {
    const { database, gate, announcer } = this.parts
    const { journal, payloads, settings, runs, vectors } = database
    await gate.assertWritable()
    const row = await guarded('erasing the run', database, async () => {
      const last = (await lastHead(database)) ?? null
      const salt = await this.readSalt()
      const mark = await markOf(erasure.runId)
      const sealed = await eraseRow(erasure, last, { salt: salt.value, at: Date.now() })
      await database.transaction('rw', this.tables(), async () => {
        if ((await lastHead(database))?.hash !== last?.hash) {
          throw new AppError(
            'store_failed',
            'the memory was changed meanwhile, so nothing was erased; try again',
          )
        }
        await Promise.all((await this.prepare(erasure.changes))())
        const heads = await journal.bulkGet([...erasure.removed])
        const emptied = heads.flatMap((head) =>
          head ? [{ ...erasedHead(head), gone: 'erased' as const }] : [],
        )
        await journal.bulkPut(emptied)
        await payloads.bulkDelete([...erasure.removed])
        await payloads.bulkPut([...erasure.rewritten])
        await runs.delete(erasure.runId)
        await settings.put(await withMark(database, mark))
        await runs.bulkPut([...erasure.runs])
        await vectors.bulkDelete([runKey(erasure.runId), ...erasure.changes.map(entryKey)])
        const { head, payload } = splitRow(sealed)
        await journal.add(head)
        await payloads.add(payload)
        if (salt.isNew) await settings.put(saltRow(salt.value))
        const erased = ((await readState(database))?.erased ?? 0) + emptied.length
        await settings.put(await this.stateAfter(sealed, erased, null))
      })
      return sealed
    })
    this.live.advance(splitRow(row).head, erasure.changes)
    announcer.tell('memory')
    announcer.tell('runs')
    return row
  }

  /**
   * Inside a transaction: reads what changes were made from and gives what begins to write them. Throws store_failed where
   * an entry is no longer what its change was made from.
   */
  private async prepare(changes: readonly RowChange[]): Promise<() => PromiseLike<unknown>[]> {
    const { database } = this.parts
    const tables = [...new Set(changes.map(({ table }) => table))]
    const prepared = await Promise.all(
      tables.map(async (name) => {
        const own = changes.filter(({ table }) => table === name)
        const table = database.table<{ readonly id: string }, string>(name)
        const ids = [...new Set(own.map(({ id }) => id))]
        const stored = await table.bulkGet(ids)
        const now = new Map(ids.map((id, index) => [id, (stored[index] ?? null) as RowChange['after']]))
        for (const { id, before, after } of own) {
          if (!isEqual(now.get(id), before)) {
            throw new AppError(
              'store_failed',
              `${name} ${id} is no longer what this change was made for; nothing was written: try again`,
              { table: name, id },
            )
          }
          now.set(id, after)
        }
        const kept = [...now.values()].filter((row) => row !== null)
        const left = ids.filter((id) => now.get(id) === null)
        const vectors = left.map((id) => entryKey({ table: name, id }))
        return () => [
          ...(kept.length > 0 ? [table.bulkPut(kept)] : []),
          ...(left.length > 0 ? [table.bulkDelete(left), database.vectors.bulkDelete(vectors)] : []),
        ]
      }),
    )
    return () => prepared.flatMap((write): PromiseLike<unknown>[] => write())
  }

  /** Once stored, a salt stays. */
  private async readSalt(): Promise<Salt> {
    if (this.salt === null || this.salt.isNew) this.salt = await readSalt(this.parts.database)
    return this.salt
  }

  private read<Result>(operation: () => PromiseLike<Result>): Promise<Result> {
    return guarded('reading the storage', this.parts.database, operation)
  }
}

async function seal(commit: MemoryCommit, before: StoredHead | undefined, salt: string): Promise<JournalRow> {
  const { cause, runId, summary, changes, of } = commit
  const seq = (before?.seq ?? 0) + 1
  const head = { seq, at: Date.now(), cause, runId, summary, ...(of === undefined ? {} : { of }) }
  return {
    ...head,
    changes,
    ...(await sealRow({ salt, previous: before?.hash ?? GENESIS, head, changes })),
  }
}
