/** A tab that keeps an index of tools in OPFS, and stands still at a wanted step of storing it, so that the page can end it there. */
import { blobBytes } from '../../src/io/read/bytes.ts'
import { isAppError } from '../../src/lib/errors.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { openLibrary, saveLibrary } from '../../src/retrieval/index-file/open-library.ts'
import { buildLibrary } from '../../src/retrieval/library-index.ts'
import { IndexFiles } from '../../src/store/index-files.ts'
import { OpfsFiles } from '../../src/store/opfs.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'

export type IndexOrder = { readonly folder: string } & (
  | { readonly order: 'save'; readonly generation: number; readonly stopAt?: number }
  | { readonly order: 'open'; readonly model?: string }
  | { readonly order: 'damage'; readonly at: number; readonly cutTo?: number }
)

export type IndexWord =
  | { readonly word: 'stands' }
  | { readonly word: 'saved'; readonly steps: number; readonly error: string | null }
  | { readonly word: 'damaged' }
  | {
      readonly word: 'opened'
      readonly generation: number
      readonly isRebuilt: boolean
      readonly refused: readonly unknown[]
      readonly unsaved: string | null
      readonly kind: string
      readonly files: readonly string[]
    }

const DIMENSIONS = 64
const TOOLS = 2000

let [steps, stopAt] = [0, Infinity]

/** Called before every operation on the files. */
function step(): void {
  steps += 1
  if (steps !== stopAt) return
  postMessage({ word: 'stands' } satisfies IndexWord)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function watch(name: string, methods: readonly string[]): void {
  const { prototype } = (globalThis as unknown as Record<string, { prototype: Record<string, unknown> }>)[
    name
  ]!
  for (const method of methods) {
    const original = prototype[method] as (...args: unknown[]) => unknown
    prototype[method] = function (this: unknown, ...args: unknown[]) {
      step()
      return original.apply(this, args)
    }
  }
}

/** A library that says by its first edge of which generation it is. */
function library(model: string, generation: number) {
  const random = seededRandom(5)
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    name: `tool_${at}`,
    vector: normalise(Array.from({ length: DIMENSIONS }, () => random() - 0.5)),
  }))
  const options = { alpha: 0.5, hops: 1, mode: 'p' as const }
  const edges = [{ from: 'tool_0', to: 'tool_1', successes: generation }]
  return buildLibrary({ model, dimensions: DIMENSIONS, options }, tools, edges)
}

async function answer(order: IndexOrder): Promise<IndexWord> {
  const folder = await (
    await navigator.storage.getDirectory()
  ).getDirectoryHandle(order.folder, { create: true })
  const gate = new WriterGate()
  gate.set(true)
  const files = new OpfsFiles({ folder, gate, toBytes: blobBytes })
  const store = new IndexFiles({ folder, files })
  switch (order.order) {
    case 'save': {
      const made = library('model', order.generation)
      stopAt = order.stopAt ?? Infinity
      steps = 0
      const error = await saveLibrary(store, made)
      return { word: 'saved', steps, error: error && error.message }
    }
    case 'open': {
      const model = order.model ?? 'model'
      const wanted = { model, dimensions: DIMENSIONS, options: { alpha: 0.5, hops: 1, mode: 'p' as const } }
      const opened = await openLibrary(store, wanted, () => Promise.resolve(library(model, 1000)))
      return {
        word: 'opened',
        generation: opened.library.graph.count(0, 1),
        isRebuilt: opened.isRebuilt,
        refused: opened.refused.map(({ error }) => error.details['reason']),
        unsaved: opened.unsaved && opened.unsaved.message,
        kind: opened.library.scan,
        files: await files.list(),
      }
    }
    case 'damage': {
      const [newest] = await store.list()
      const stream = await (await folder.getFileHandle(newest!)).createWritable({ keepExistingData: true })
      if (order.cutTo !== undefined) await stream.truncate(order.cutTo)
      else await stream.write({ type: 'write', position: order.at, data: new Uint8Array([1, 2, 3, 4]) })
      await stream.close()
      return { word: 'damaged' }
    }
  }
}

watch('FileSystemSyncAccessHandle', ['write', 'flush', 'close'])
watch('FileSystemFileHandle', ['createSyncAccessHandle', 'move'])
watch('FileSystemDirectoryHandle', ['getFileHandle', 'removeEntry'])

onmessage = async ({ data }: MessageEvent<IndexOrder>) => {
  try {
    postMessage(await answer(data))
  } catch (error) {
    // Seen by the page as an error of the worker.
    setTimeout(() => {
      throw isAppError(error) ? new Error(`${error.code}: ${error.message}`) : error
    })
  }
}
