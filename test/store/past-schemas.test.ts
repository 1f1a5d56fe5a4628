import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { undoCommit } from '../../src/memory/index.ts'
import { replay } from '../../src/memory/journal/index.ts'
import { snapshotShape } from '../../src/memory/shapes.ts'
import type { JournalRow } from '../../src/memory/types.ts'
import { openDatabase, SCHEMA_VERSION } from '../../src/store/database.ts'
import { openStore, RECIPE } from './open-store.ts'

interface PastSchema {
  readonly version: number
  readonly stores: Readonly<Record<string, string>>
  readonly rows: Readonly<Record<string, readonly unknown[]>>
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'stores')
const PAST = Array.from({ length: SCHEMA_VERSION - 1 }, (_, at) => at + 1)
/** Tables whose rows are as they were. */
const KEPT = ['runs', 'edges', 'layers', 'files', 'overrides', 'recipes'] as const

/** What a page of that time left in the browser. */
async function leftBy({ version, stores, rows }: PastSchema): Promise<IDBFactory> {
  const indexedDB = new IDBFactory()
  const old = new Dexie('geoforge', { indexedDB, IDBKeyRange })
  old.version(version).stores({ ...stores })
  await old.open()
  for (const [table, some] of Object.entries(rows)) await old.table(table).bulkPut([...some])
  old.close()
  return indexedDB
}

const pastOf = (version: number) =>
  JSON.parse(readFileSync(join(FOLDER, `schema-${version}.json`), 'utf8')) as PastSchema

describe('openDatabase on a past schema', () => {
  it.each(PAST)('keeps every row of schema %i, and stores what came later', async (version) => {
    const past = pastOf(version)
    expect(past.version).toBe(version)
    const indexedDB = await leftBy(past)
    const database = await openDatabase({ dependencies: { indexedDB, IDBKeyRange } })
    for (const table of KEPT) {
      expect(await database.table(table).toArray(), table).toEqual(past.rows[table] ?? [])
    }
    for (const table of ['workflows', 'experiences', 'skills'] as const) {
      const rows: readonly unknown[] = await database.table(table).toArray()
      const before = past.rows[table]!
      // All that was there, and the fields of an entry's life beside it.
      expect(rows, table).toEqual(
        before.map((row) => expect.objectContaining({ id: (row as { id: string }).id }) as unknown),
      )
      for (const row of rows)
        expect(row).toMatchObject({ pinned: false, origin: expect.any(String) as unknown })
    }
    expect(await database.settings.get('journal-salt')).toEqual(past.rows['settings']![0])
    expect(await database.runs.where('status').equals('answered').count()).toBe(past.rows['runs']!.length)
    await database.recipes.put({ name: RECIPE.recipe.name, ...RECIPE })
    expect(await database.recipes.get(RECIPE.recipe.name)).toMatchObject({ title: RECIPE.title })
  })

  it('moves what journal rows changed apart, byte by byte, and the chain stays whole', async () => {
    const past = pastOf(2)
    const { memory, database } = await openStore({ indexedDB: await leftBy(past) })
    expect(await memory.verifyJournal()).toBeNull()
    expect(await memory.checkStore()).toEqual({ whole: true, findings: [] })
    const old = past.rows['journal'] as readonly JournalRow[]
    expect(await database.journal.toArray()).toEqual(old.map(({ changes: _, ...head }) => head))
    const payloads = await database.payloads.toArray()
    expect(payloads.map(({ sealed, changes }) => JSON.stringify(sealed ?? changes))).toEqual(
      old.map(({ changes }) => JSON.stringify(changes)),
    )
    const snapshot = await memory.snapshot()
    expect(snapshotShape.safeParse(snapshot).error).toBeUndefined()
    expect((await memory.verify()).differing).toEqual([])
  })

  it('reads off the journal what made an entry active, and lets an old change be taken back', async () => {
    const { memory } = await openStore({ indexedDB: await leftBy(pastOf(2)) })
    const [snapshot, journal] = [await memory.snapshot(), await memory.journal()]
    const verdict = journal.find(({ cause }) => cause === 'verdict')!
    const activation = { by: 'thumb-up', at: verdict.at, runs: ['run-first'] }
    expect(snapshot.workflows).toMatchObject([{ origin: 'learned', state: 'active', activation }])
    expect(snapshot.skills.find(({ id }) => id === 'skill-run-first')).toMatchObject({ activation })
    expect(snapshot.skills.filter(({ activation }) => activation?.by === 'seed')).toHaveLength(2)
    expect(snapshot.experiences.map(({ kind }) => kind).sort()).toEqual(['argument', 'check'])
    const last = journal.at(-1)!
    await memory.commit(undoCommit(last, snapshot))
    const told = replay(await memory.journal())
    expect((await memory.snapshot()).experiences).toEqual(told.experiences)
    expect(await memory.verifyJournal()).toBeNull()
  })

  it('makes an active entry that no journal row tells of a candidate', async () => {
    const past = pastOf(1)
    const rows = past.rows['workflows']!.map((row) => ({ ...(row as object), state: 'active' }))
    const { memory } = await openStore({
      indexedDB: await leftBy({ ...past, rows: { ...past.rows, workflows: rows } }),
    })
    expect((await memory.snapshot()).workflows).toMatchObject([{ state: 'candidate', activation: null }])
  })
})
