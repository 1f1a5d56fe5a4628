import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { databaseIsOffered, visitDatabase } from '../../src/store/offered.ts'

describe('databaseIsOffered', () => {
  it('is so where one can be made, and leaves none behind', async () => {
    const factory = new IDBFactory()
    expect(await databaseIsOffered(factory)).toBe(true)
    await expect.poll(() => factory.databases()).toEqual([])
  })

  it('is not so where opening throws, fails or does not exist', async () => {
    const throwing = new IDBFactory()
    throwing.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    const failing = new IDBFactory()
    failing.open = () => {
      const request = { error: new DOMException('denied', 'UnknownError') } as unknown as IDBOpenDBRequest
      queueMicrotask(() => void request.onerror?.(new Event('error')))
      return request
    }
    expect(await databaseIsOffered(throwing)).toBe(false)
    expect(await databaseIsOffered(failing)).toBe(false)
    expect(await databaseIsOffered(undefined)).toBe(false)
  })
})

describe('visitDatabase', () => {
  it('holds what a database holds, and each visit begins with none', async () => {
    const first = await openDatabase({ dependencies: await visitDatabase() })
    await first.settings.put({ key: 'a', value: '1' })
    expect(await first.settings.get('a')).toEqual({ key: 'a', value: '1' })
    const second = await openDatabase({ dependencies: await visitDatabase() })
    expect(await second.settings.count()).toBe(0)
  })
})
