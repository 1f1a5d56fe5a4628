import { afterEach, describe, expect, it } from 'vitest'
import type { IndexOrder, IndexWord } from './vector-index-worker.ts'

const workers = new Set<Worker>()
const folder = `index-${crypto.randomUUID()}`

type Words<Word> = Extract<IndexWord, { readonly word: Word }>
type Order = IndexOrder extends infer Each ? (Each extends unknown ? Omit<Each, 'folder'> : never) : never

/** A tab of its own for each order, ended when it has answered or stands still. */
function tab<Word extends IndexWord['word']>(order: Order): Promise<Words<Word>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./vector-index-worker.ts', import.meta.url), { type: 'module' })
    workers.add(worker)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }: MessageEvent<IndexWord>) => {
      worker.terminate()
      resolve(data as Words<Word>)
    }
    worker.postMessage({ folder, ...order })
  })
}

const save = (generation: number, stopAt?: number) =>
  tab<'saved' | 'stands'>({ order: 'save', generation, ...(stopAt === undefined ? {} : { stopAt }) })
const open = (model?: string) => tab<'opened'>({ order: 'open', ...(model ? { model } : {}) })

afterEach(async () => {
  for (const worker of workers) worker.terminate()
  workers.clear()
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(folder, { recursive: true }).catch(() => undefined)
})

describe('an index of tools in OPFS', () => {
  it('is built where there is none, read afterwards, and scanned by WebAssembly', async () => {
    expect(await open()).toMatchObject({ isRebuilt: true, generation: 1000, unsaved: null, kind: 'wasm' })
    expect(await open()).toMatchObject({ isRebuilt: false, generation: 1000, refused: [] })
    await save(3)
    expect(await open()).toMatchObject({ isRebuilt: false, generation: 3, files: ['tools-2.index'] })
  })

  it('is refused and built anew where it is damaged, cut off or of another model', async () => {
    await save(1)
    await tab({ order: 'damage', at: 300_000 })
    expect(await open()).toMatchObject({ isRebuilt: true, refused: ['corrupt'], generation: 1000 })
    await tab({ order: 'damage', at: 0, cutTo: 100_000 })
    expect(await open()).toMatchObject({ isRebuilt: true, refused: ['cut_off'] })
    expect(await open('another model')).toMatchObject({ isRebuilt: true, refused: ['model'] })
    expect(await open('another model')).toMatchObject({ isRebuilt: false, refused: [] })
  })

  it('is the old or the new one, whole, wherever a tab ends while it stores it', async () => {
    await save(1)
    const whole = await save(2)
    const steps = whole.word === 'saved' ? whole.steps : 0
    expect(steps).toBeGreaterThanOrEqual(8)
    let [before, lost] = [2, 0]
    for (let stopAt = 1; stopAt <= steps; stopAt++) {
      expect((await save(before + 1, stopAt)).word).toBe('stands')
      const { generation, isRebuilt, refused } = await open()
      expect({ isRebuilt, refused }, `step ${stopAt} of ${steps}`).toEqual({ isRebuilt: false, refused: [] })
      expect([before, before + 1]).toContain(generation)
      if (generation === before) lost += 1
      before = generation
    }
    // The tab ended before the new file had its name in most of them, after it in the last.
    expect(lost).toBeGreaterThan(3)
    expect(before).toBeGreaterThan(2)
    // Nothing is left of what was never finished: at the latest with a save after the browser let go of an ended tab's files.
    await expect
      .poll(
        async () => {
          before += 1
          expect((await save(before)).word).toBe('saved')
          const { generation, refused, files } = await open()
          return [generation - before, refused, files.length]
        },
        { timeout: 20_000, interval: 500 },
      )
      .toEqual([0, [], 1])
  }, 120_000)
})
