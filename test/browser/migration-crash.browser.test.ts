import Dexie from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase, SCHEMA_VERSION } from '../../src/store/database.ts'
import { DexieMemoryStore } from '../../src/store/memory-store.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import schema1 from '../fixtures/stores/schema-1.json'
import schema2 from '../fixtures/stores/schema-2.json'
import type { CrashOrder, CrashWord } from './crash-worker.ts'

interface PastSchema {
  readonly version: number
  readonly stores: Readonly<Record<string, string>>
  readonly rows: Readonly<Record<string, readonly unknown[]>>
}

const PAST: readonly PastSchema[] = [schema1, schema2]
/** Steps at which a tab is ended, the first and the last among them. */
const POINTS = 12
/** Milliseconds after which others are ended: what the browser does by itself, only the clock can hit. */
const MOMENTS = [2, 6, 12, 25, 50]

const names = new Set<string>()
const workers = new Set<Worker>()

/** What a page of that time left in a browser of its own. Gives the name of the database. */
async function leave({ version, stores, rows }: PastSchema): Promise<string> {
  const name = `geoforge-migration-${crypto.randomUUID()}`
  names.add(name)
  const old = new Dexie(name)
  old.version(version).stores({ ...stores })
  await old.open()
  for (const [table, some] of Object.entries(rows)) await old.table(table).bulkPut([...some])
  old.close()
  return name
}

/** All that lies on disk, as it is: no code of ours opens it, so nothing is migrated. */
async function onDisk(name: string) {
  const database = await answered(indexedDB.open(name))
  const tables = [...database.objectStoreNames]
  const transaction = database.transaction(tables)
  const contents = tables.map(async (table) => {
    const { indexNames } = transaction.objectStore(table)
    return [
      table,
      { indexes: [...indexNames], rows: await answered(transaction.objectStore(table).getAll()) },
    ]
  })
  const stored = {
    // Dexie multiplies its version numbers by ten.
    schema: database.version / 10,
    tables: Object.fromEntries(await Promise.all(contents)) as Readonly<Record<string, unknown>>,
  }
  database.close()
  return stored
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no reason given'))
  })
}

interface End {
  /** 0: at none. */
  readonly stopAt: number
  readonly afterMs?: number
}

/** A tab that opens the database, until it is ended. Gives the last it said. */
function openTab(name: string, { stopAt, afterMs }: End): Promise<CrashWord> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./crash-worker.ts', import.meta.url), { type: 'module' })
    workers.add(worker)
    const end = (word: CrashWord) => {
      worker.terminate()
      workers.delete(worker)
      resolve(word)
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data: word }: MessageEvent<CrashWord>) => {
      if (word.word !== 'begins') end(word)
      else if (afterMs !== undefined) setTimeout(end, afterMs, word)
    }
    worker.postMessage({ database: name, stopAt, opens: true } satisfies CrashOrder)
  })
}

/** What a page finds that opens the storage now. */
async function afterReload(name: string) {
  const database = await openDatabase({ name })
  const gate = new WriterGate()
  gate.set(true)
  const store = new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } })
  try {
    const [snapshot, journal, runs] = [await store.snapshot(), await store.journal(), await store.runs()]
    return { snapshot, journal, runs, broken: await store.verifyJournal() }
  } finally {
    database.close()
  }
}

afterEach(async () => {
  for (const worker of workers) worker.terminate()
  workers.clear()
  await Promise.all([...names].map((name) => Dexie.delete(name)))
  names.clear()
})

describe('a tab that ends while it brings the storage to the present schema', () => {
  it('has a stored example of every past schema to begin from', () => {
    expect(PAST.map(({ version }) => version)).toEqual(
      Array.from({ length: SCHEMA_VERSION - 1 }, (_, at) => at + 1),
    )
  })

  it.each(PAST)('leaves schema $version as it was, or wholly migrated', async (past) => {
    const name = await leave(past)
    const before = await onDisk(name)
    expect(before.schema).toBe(past.version)
    const undisturbed = await openTab(name, { stopAt: 0 })
    const steps = undisturbed.word === 'done' ? undisturbed.steps : 0
    expect(steps).toBeGreaterThan(2 * POINTS)
    const after = await onDisk(name)
    expect(after.schema).toBe(SCHEMA_VERSION)
    const wanted = await afterReload(name)

    const ends: readonly End[] = [
      ...Array.from({ length: POINTS }, (_, at) => ({
        stopAt: 1 + Math.round((at * (steps - 1)) / (POINTS - 1)),
      })),
      ...MOMENTS.map((afterMs) => ({ stopAt: 0, afterMs })),
    ]
    // Each has a database of its own: the browser takes two seconds to end a thread that stands still.
    const seen = await Promise.all(
      ends.map(async (end) => {
        const own = await leave(past)
        const word = await openTab(own, end)
        const left = await onDisk(own)
        const what = JSON.stringify({ end, steps, word })
        const isOld = left.schema === past.version
        expect(left, what).toEqual(isOld ? before : after)
        // What was confirmed is there.
        if (word.word === 'done') expect(isOld, what).toBe(false)
        expect(await afterReload(own), what).toEqual(wanted)
        return isOld
      }),
    )
    // The ends lie on both sides of the moment when the migration is there.
    expect(seen.filter((isOld) => isOld).length).toBeGreaterThan(POINTS / 2)
    expect(seen).toContain(false)
  })
})
