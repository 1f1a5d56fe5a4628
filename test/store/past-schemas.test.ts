import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { openDatabase, SCHEMA_VERSION } from '../../src/store/database.ts'
import { RECIPE } from './open-store.ts'

interface PastSchema {
  readonly version: number
  readonly stores: Readonly<Record<string, string>>
  readonly rows: Readonly<Record<string, readonly unknown[]>>
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'stores')
const PAST = Array.from({ length: SCHEMA_VERSION - 1 }, (_, at) => at + 1)

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

describe('openDatabase on a past schema', () => {
  it.each(PAST)('keeps every row of schema %i, and stores what came later', async (version) => {
    const past = JSON.parse(readFileSync(join(FOLDER, `schema-${version}.json`), 'utf8')) as PastSchema
    expect(past.version).toBe(version)
    const indexedDB = await leftBy(past)
    const database = await openDatabase({ dependencies: { indexedDB, IDBKeyRange } })
    for (const [table, rows] of Object.entries(past.rows)) {
      expect(await database.table(table).toArray(), table).toEqual(rows)
    }
    expect(await database.runs.where('status').equals('answered').count()).toBe(1)
    await database.recipes.put({ name: RECIPE.recipe.name, ...RECIPE })
    expect(await database.recipes.count()).toBe(1)
  })
})
