import { afterEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { openDatabase } from '../../src/store/database.ts'
import { DexieMemoryStore } from '../../src/store/memory-store.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import { generationCommit, generationOf, generationRecord } from './generations.ts'

const NAME = `geoforge-full-${crypto.randomUUID()}`
const { origin } = location

afterEach(async () => {
  await cdp().send('Storage.overrideQuotaForOrigin', { origin })
  indexedDB.deleteDatabase(NAME)
})

/** Text that takes as many bytes as it has characters, however it is packed. */
const long = (characters: number) =>
  Array.from({ length: characters / 64_000 }, () =>
    String.fromCharCode(...crypto.getRandomValues(new Uint8Array(64_000)).map((byte) => 32 + (byte % 90))),
  ).join('')

async function openStore() {
  const database = await openDatabase({ name: NAME })
  const gate = new WriterGate()
  gate.set(true)
  return { database, store: new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } }) }
}

describe('a storage that is full', () => {
  it('says so, keeps what was there, and goes on when there is room', async () => {
    const { usage = 0 } = await navigator.storage.estimate()
    await cdp().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 4_000_000 })
    const { database, store } = await openStore()
    const filler = long(1_920_000)
    const refused: unknown[] = []
    // Chromium remembers for up to half a minute how much room there was.
    for (const until = Date.now() + 90_000; refused.length === 0 && Date.now() < until;) {
      const { commit, generation } = generationCommit(await store.snapshot())
      await store
        .commit(commit, generationRecord(generation, filler))
        .catch((error: unknown) => refused.push(error))
      if (generation > 3) await new Promise((resolve) => setTimeout(resolve, 3000))
    }
    expect(refused).toMatchObject([{ name: 'AppError', code: 'storage_full' }])
    const before = generationOf(await store.snapshot())
    expect(before).toBeGreaterThan(0)
    database.close()

    const again = await openStore()
    expect(generationOf(await again.store.snapshot())).toBe(before)
    expect((await again.store.runs()).length).toBe(before)
    expect(await again.store.verify()).toMatchObject({ rows: before, broken: null, differing: [] })
    expect(await again.store.checkStore()).toMatchObject({ whole: true })
    await cdp().send('Storage.overrideQuotaForOrigin', { origin })
    const { commit, generation } = generationCommit(await again.store.snapshot())
    await again.store.commit(commit, generationRecord(generation, filler))
    expect(generationOf(await again.store.snapshot())).toBe(before + 1)
    again.database.close()
  }, 240_000)
})
