import { describe, expect, it } from 'vitest'
import { hasRoomFor, storageState } from '../../src/store/quota.ts'

const MIB = 1 << 20
const storage = (usage: number, quota: number) => ({
  estimate: () => Promise.resolve({ usage, quota }),
  persisted: () => Promise.resolve(false),
})

describe('storageState', () => {
  it('says how much is used and whether the browser may clear it', async () => {
    expect(await storageState(storage(5, 10))).toEqual({ persisted: false, usageBytes: 5, quotaBytes: 10 })
  })
})

describe('hasRoomFor', () => {
  it('leaves 64 MiB free for records and results', async () => {
    expect(await hasRoomFor(36 * MIB, storage(0, 100 * MIB))).toBe(true)
    expect(await hasRoomFor(36 * MIB + 1, storage(0, 100 * MIB))).toBe(false)
    expect(await hasRoomFor(1, storage(50 * MIB, 100 * MIB))).toBe(false)
  })
})
