import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { openDatabase, SCHEMA_VERSION } from '../../src/store/database.ts'
import { openStore } from './open-store.ts'

/** Opens the database of the app at a version of another page, as that page's IndexedDB would. */
function openRaw(indexedDB: IDBFactory, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('geoforge', version * 10)
    request.onupgradeneeded = () => {
      const { result } = request
      if (!result.objectStoreNames.contains('later')) result.createObjectStore('later')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
}

describe('openDatabase', () => {
  it('refuses a database of a newer schema, says both versions, and leaves it alone', async () => {
    const indexedDB = new IDBFactory()
    const newer = await openRaw(indexedDB, SCHEMA_VERSION + 1)
    newer.close()
    const opening = openDatabase({ dependencies: { indexedDB, IDBKeyRange } })
    await expect(opening).rejects.toMatchObject({ code: 'store_failed' })
    await expect(opening).rejects.toThrow(`schema ${SCHEMA_VERSION + 1}, this page knows ${SCHEMA_VERSION}`)
    const again = await openRaw(indexedDB, SCHEMA_VERSION + 1)
    expect([...again.objectStoreNames]).toEqual(['later'])
  })

  it('closes for a newer page, tells why, and refuses what is asked afterwards with the same words', async () => {
    const { indexedDB, memory, problems } = await openStore()
    const newer = await openRaw(indexedDB, SCHEMA_VERSION + 1)
    expect(newer.version).toBe((SCHEMA_VERSION + 1) * 10)
    expect(problems).toEqual([expect.stringContaining('newer version of GeoForge')])
    await expect(memory.snapshot()).rejects.toMatchObject({ code: 'store_failed', message: problems[0] })
    await expect(memory.saveRun({} as never)).rejects.toMatchObject({ code: 'store_failed' })
  })

  it('tells that an older page holds the storage, and opens when that page is gone', async () => {
    const indexedDB = new IDBFactory()
    const older = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('geoforge', SCHEMA_VERSION * 10 - 1)
      request.onsuccess = () => resolve(request.result)
    })
    const problems: string[] = []
    const opening = openDatabase({
      dependencies: { indexedDB, IDBKeyRange },
      onProblem: (message) => {
        problems.push(message)
        older.close()
      },
    })
    const database = await opening
    expect(problems).toEqual([expect.stringContaining('close that tab')])
    expect(database.isOpen()).toBe(true)
  })
})
