import type { MemorySnapshot, RowChange } from '../../../src/memory/types.ts'
import { openDatabase, type Database } from '../../../src/store/index.ts'
import type { RunRecord } from '../../../src/trace/events.ts'
import type { SyntheticMemory } from '../../lib/synthetic-memory.ts'
import { fillStore, runOf, storeOf } from './fill.ts'

export interface Stored {
  readonly fillSeconds: number
  readonly commitMs: readonly number[]
  /** A commit of the same rows as a plain transaction without journal, seal and comparison. */
  readonly plainCommitMs: readonly number[]
  /** Opening the database and the quick check. */
  readonly openMs: readonly number[]
  /** Reading the first snapshot then. */
  readonly snapshotMs: readonly number[]
  /** Reading every row of the four tables in bulk. */
  readonly bulkReadMs: readonly number[]
  readonly fullCheckMs: number
  readonly journalRows: number
}

const NAME = 'memory-bench'
const OPENINGS = 5

/** The memory in IndexedDB: filled commit by commit, so that the journal is as long as it would be, then timed. */
export async function timeStore(
  given: SyntheticMemory,
  memory: MemorySnapshot,
  commits: number,
): Promise<Stored> {
  await deleteDatabase()
  let database = await openDatabase({ name: NAME })
  let store = storeOf(database)
  const filling = performance.now()
  await fillStore(store, memory)
  const fillSeconds = (performance.now() - filling) / 1000
  const [commitMs, plainCommitMs]: [number[], number[]] = [[], []]
  for (let at = 0; at < commits; at++) {
    const changes = given.runChanges(await store.snapshot())
    const start = performance.now()
    await store.commit({ cause: 'run', runId: `timed-${at}`, summary: 'timed', changes }, runOf(-1 - at))
    commitMs.push(performance.now() - start)
    const plainStart = performance.now()
    await plainCommit(database, changes, runOf(-1 - at))
    plainCommitMs.push(performance.now() - plainStart)
  }
  const [openMs, snapshotMs, bulkReadMs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < OPENINGS; round++) {
    database.close()
    let start = performance.now()
    database = await openDatabase({ name: NAME })
    store = storeOf(database)
    const { whole, findings } = await store.checkStore()
    openMs.push(performance.now() - start)
    if (!whole) throw new Error(`The quick check found: ${findings.join(' ')}`)
    start = performance.now()
    await store.snapshot()
    snapshotMs.push(performance.now() - start)
    start = performance.now()
    const { workflows, edges, experiences, skills } = database
    for (const table of [workflows, edges, experiences, skills]) await table.toArray()
    bulkReadMs.push(performance.now() - start)
  }
  const checking = performance.now()
  const { broken, differing } = await store.verify()
  const fullCheckMs = performance.now() - checking
  if (broken !== null || differing.length > 0) throw new Error('The full check found the memory damaged.')
  const journalRows = await database.journal.count()
  database.close()
  await deleteDatabase()
  return { fillSeconds, commitMs, plainCommitMs, openMs, snapshotMs, bulkReadMs, fullCheckMs, journalRows }
}

function plainCommit(database: Database, changes: readonly RowChange[], run: RunRecord): Promise<void> {
  const { workflows, edges, experiences, skills, runs } = database
  return database.transaction('rw', [workflows, edges, experiences, skills, runs], async () => {
    for (const { table, after } of changes) await database.table(table).put(after)
    await runs.put(run)
  })
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('the database could not be deleted'))
  })
}
