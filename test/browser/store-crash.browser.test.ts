import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { DexieMemoryStore } from '../../src/store/memory-store.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import type { CrashOrder, CrashWord } from './crash-worker.ts'
import { generationOf } from './generations.ts'

const NAME = `geoforge-crash-${crypto.randomUUID()}`
const workers = new Set<Worker>()

function startTab(order: Omit<CrashOrder, 'database'>, hear: (word: CrashWord) => void): Worker {
  const worker = new Worker(new URL('./crash-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<CrashWord>) => hear(data)
  worker.postMessage({ database: NAME, ...order } satisfies CrashOrder)
  workers.add(worker)
  return worker
}

function end(worker: Worker): void {
  worker.terminate()
  workers.delete(worker)
}

/** Lets a tab come to a step of its commit and ends it there. Gives the last it said. */
function crash(stopAt: number): Promise<CrashWord> {
  return new Promise((resolve, reject) => {
    const worker = startTab({ stopAt }, (word) => {
      if (word.word === 'begins') return
      end(worker)
      resolve(word)
    })
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** Lets a tab commit again and again and ends it some time after it began. Gives how many commits it confirmed. */
function crashAfter(milliseconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let confirmed = 0
    let begun = false
    const worker = startTab({ stopAt: 0, forEver: true }, ({ word }) => {
      if (word === 'done') confirmed += 1
      if (word !== 'begins' || begun) return
      begun = true
      setTimeout(() => {
        end(worker)
        resolve(confirmed)
      }, milliseconds)
    })
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

async function openStore() {
  const database = await openDatabase({ name: NAME })
  const gate = new WriterGate()
  gate.set(true)
  return { database, store: new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } }) }
}

/** The generation that a page finds which opens the storage now; all that is stored has to be of it. */
async function generationNow(): Promise<number> {
  const { database, store } = await openStore()
  try {
    const generation = generationOf(await store.snapshot())
    expect((await store.runs()).map(({ id }) => id)).toEqual(
      Array.from({ length: generation }, (_, index) => `run-${index + 1}`),
    )
    expect(await store.checkStore()).toEqual({ whole: true, findings: [] })
    expect((await store.journalOf('run')).length).toBe(generation)
    if (generation % 8 === 0) {
      expect(await store.verify()).toMatchObject({ rows: generation, broken: null, differing: [] })
    }
    return generation
  } finally {
    database.close()
  }
}

afterEach(() => {
  for (const worker of workers) end(worker)
})

afterAll(() => {
  indexedDB.deleteDatabase(NAME)
})

describe('a tab that ends in the middle of a commit', () => {
  it('leaves the memory as it was before or as it is after, at 50 points between start and confirmation', async () => {
    // The first commit makes the tables; the second tells how many steps one takes.
    await crash(0)
    const whole = await crash(0)
    let before = await generationNow()
    expect(before).toBe(2)
    const steps = whole.word === 'done' ? whole.steps : 0
    expect(steps).toBeGreaterThanOrEqual(40)
    const points = Array.from({ length: 38 }, (_, index) => 1 + Math.round((index * (steps - 1)) / 37))
    let lost = 0
    for (const point of points) {
      const word = await crash(point)
      const after = await generationNow()
      expect([before, before + 1], `step ${point} of ${steps}`).toContain(after)
      // What was confirmed is there.
      if (word.word === 'done') expect(after).toBe(before + 1)
      if (after === before) lost += 1
      before = after
    }
    expect(lost).toBeGreaterThan(20)
    // What the browser does by itself once it was asked to commit, only the clock can hit.
    // On a busy machine no commit is through so soon: then later ones are hit as well.
    const moments = Array.from({ length: 12 }, (_, index) => 3 * index)
    for (const wait of [...moments, 100, 400, 1600, 6400]) {
      if (wait > moments.at(-1)! && before > 2) break
      const confirmed = await crashAfter(wait)
      const after = await generationNow()
      expect(after).toBeGreaterThanOrEqual(before + confirmed)
      before = after
    }
    expect(before).toBeGreaterThan(2)
  }, 600_000)

  it('does so with two tabs that both take themselves for the writer, one of which is ended', async () => {
    const { database, store } = await openStore()
    let confirmed = generationOf(await store.snapshot())
    for (const after of [0, 3, 7, 12, 18, 25]) {
      const hear = (word: CrashWord) => {
        if (word.word === 'done') commits += 1
      }
      let commits = 0
      const [first, second] = [
        startTab({ stopAt: 0, forEver: true }, hear),
        startTab({ stopAt: 0, forEver: true }, hear),
      ]
      await expect.poll(() => commits, { timeout: 60_000 }).toBeGreaterThan(2)
      await new Promise((resolve) => setTimeout(resolve, after))
      end(first)
      // A third that only reads never sees what is in between, while the second goes on.
      const seen = commits
      while (commits < seen + 3) {
        const generation = generationOf(await store.snapshot())
        expect(generation).toBeGreaterThanOrEqual(confirmed)
        confirmed = generation
      }
      end(second)
      confirmed = await generationNow()
    }
    database.close()
  }, 600_000)
})
