/** A tab that commits to the memory, or opens it, and stands still at a wanted step, so that the page can end it there. */
import { openDatabase } from '../../src/store/database.ts'
import { DexieMemoryStore } from '../../src/store/memory-store.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import { generationCommit, generationRecord } from './generations.ts'

export interface CrashOrder {
  readonly database: string
  /** Stands still when the commit, or the opening, has come to this step; 0: never. */
  readonly stopAt: number
  /** Only opens the database, which brings an older one to the present schema. */
  readonly opens?: true
  /** Commits one after the other until it is ended. */
  readonly forEver?: boolean
}

export type CrashWord =
  | { readonly word: 'begins' }
  | { readonly word: 'stands'; readonly step: number }
  | { readonly word: 'done'; readonly steps: number; readonly generation: number }

let steps = 0
let stopAt = Infinity

const tell = (word: CrashWord) => postMessage(word)

/** Called at every operation of the database and at each of their answers. */
function step(): void {
  steps += 1
  if (steps !== stopAt) return
  tell({ word: 'stands', step: steps })
  // What was asked of the database goes on without this thread, as it does where a process is ended.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function watch(target: object, names: readonly string[]): void {
  const methods = target as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const original = methods[name]!
    methods[name] = function (this: unknown, ...args: unknown[]) {
      step()
      const answer = original.apply(this, args)
      if (answer instanceof IDBRequest) answer.addEventListener('success', step)
      if (answer instanceof IDBOpenDBRequest) answer.addEventListener('upgradeneeded', step)
      if (answer instanceof Promise) void answer.then(step)
      if (answer instanceof IDBTransaction) answer.addEventListener('complete', step)
      return answer
    }
  }
}

function watchDatabase(): void {
  watch(IDBObjectStore.prototype, ['get', 'getAll', 'put', 'add', 'delete', 'openCursor'])
  watch(IDBDatabase.prototype, ['transaction'])
}

async function open({ database, stopAt: wanted }: CrashOrder): Promise<void> {
  watchDatabase()
  watch(IDBFactory.prototype, ['open'])
  watch(IDBDatabase.prototype, ['createObjectStore'])
  watch(IDBObjectStore.prototype, ['createIndex'])
  stopAt = wanted || Infinity
  tell({ word: 'begins' })
  await openDatabase({ name: database })
  tell({ word: 'done', steps, generation: 0 })
}

onmessage = async ({ data }: MessageEvent<CrashOrder>) => {
  if (data.opens) return open(data)
  const database = await openDatabase({ name: data.database })
  const gate = new WriterGate()
  gate.set(true)
  const store = new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } })
  watchDatabase()
  watch(SubtleCrypto.prototype, ['digest'])
  do {
    const { commit, generation } = generationCommit(await store.snapshot())
    tell({ word: 'begins' })
    steps = 0
    stopAt = data.stopAt || Infinity
    try {
      await store.commit(commit, generationRecord(generation))
      tell({ word: 'done', steps, generation })
    } catch (error) {
      // Another tab was faster.
      if (!data.forEver) throw error
    }
    stopAt = Infinity
  } while (data.forEver)
}
