import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmbedClient, type EmbedApi } from '../../src/bridge/embed.ts'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import { WorkerHost } from '../../src/bridge/worker-host.ts'
import { recall } from '../../src/memory/index.ts'
import { DexieMemoryStore, openDatabase, WriterGate } from '../../src/store/index.ts'
import { EmbedSeat } from '../../workers/embed-seat.ts'
import { contextOf, workflowOf } from '../helpers/memory.ts'
import { sharedModel } from './shared-model.ts'

const FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx']
const files = await sharedModel('all-MiniLM-L6-v2', [...FILES, 'reference.json'])

describe.skipIf(!files)('workers/embed.ts', () => {
  let host: WorkerHost<EmbedApi>
  let client: EmbedClient
  const problems: string[] = []

  beforeAll(() => {
    keepErrorsWhole()
    host = new WorkerHost<EmbedApi>({
      label: 'embedding worker',
      spawn: () => {
        const worker = new Worker(new URL('../../workers/embed.ts', import.meta.url), { type: 'module' })
        return { endpoint: worker, terminate: () => worker.terminate(), onError: () => undefined }
      },
      locks: navigator.locks,
      onReady: () => undefined,
      onProblem: (message) => problems.push(message),
    })
    client = new EmbedClient(host)
  })

  afterAll(() => host.close())

  it('says that no model is loaded, and what files it needs', async () => {
    await expect(client.embed(['fire'])).rejects.toMatchObject({ code: 'model_failed' })
    const lacking = [...files!].filter(([path]) => path !== 'onnx/model_quantized.onnx')
    await expect(client.load({ modelId: 'x', files: lacking })).rejects.toMatchObject({ code: 'read_failed' })
  }, 120_000)

  it('gives vectors of length 1 with the id of their model, as the float64 reference has them', async () => {
    const modelId = 'all-MiniLM-L6-v2'
    expect(await client.load({ modelId, files: [...files!] })).toEqual({ modelId, dimensions: 384 })
    const { items } = JSON.parse(await files!.get('reference.json')!.text()) as {
      items: { text: string; vector: number[] }[]
    }
    expect(items).toHaveLength(12)
    const seen: number[] = []
    const embedded = await client.embed(
      items.map(({ text }) => text),
      { progress: (fraction) => seen.push(fraction) },
    )
    expect(embedded.modelId).toBe(modelId)
    const cosines = embedded.vectors.map((vector, at) =>
      vector.reduce((sum, value, place) => sum + value * items[at]!.vector[place]!, 0),
    )
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.99)
    expect(Math.max(...embedded.vectors.map((vector) => Math.abs(Math.hypot(...vector) - 1)))).toBeLessThan(
      1e-5,
    )
    expect(seen.at(-1)).toBe(1)
  }, 120_000)

  it('stops between texts and serves the next call', async () => {
    const stop = new AbortController()
    const seen: number[] = []
    const work = client.embed(
      Array.from({ length: 200 }, (_, at) => `burned area of year ${at}`),
      {
        signal: stop.signal,
        progress: (fraction) => {
          seen.push(fraction)
          if (seen.length === 2) stop.abort()
        },
      },
    )
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen.length).toBeLessThan(200)
    expect((await client.embed(['snow'])).vectors[0]).toHaveLength(384)
    expect(problems).toEqual([])
  }, 120_000)

  it('compares questions with a memory in IndexedDB by meaning, and makes a vector once', async () => {
    const name = `embed-test-${Date.now()}`
    const database = await openDatabase({ name })
    const gate = new WriterGate()
    gate.set(true)
    const store = new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } })
    const flows = [
      workflowOf({
        id: 'lake',
        description: 'surface of a reservoir',
        taskType: 'band-maths',
        sequence: ['nbr'],
      }),
      workflowOf({
        id: 'fire',
        description: 'land burned by a wildfire',
        taskType: 'band-maths',
        sequence: ['nbr'],
      }),
    ]
    await store.commit({
      cause: 'seed',
      runId: null,
      summary: 'two flows',
      changes: flows.map((after) => ({ table: 'workflows', id: after.id, before: null, after })),
    })
    const seat = () =>
      new EmbedSeat({
        client,
        stored: () => Promise.resolve({ modelId: 'minilm', files: [...files!] }),
        vectors: () => Promise.resolve(store.vectors),
        toolFiles: () => Promise.reject(new Error('no files')),
      })
    const snapshot = await store.snapshot()
    const question = 'How much ground did the blaze consume?'
    const query = {
      question,
      taskType: 'inventory' as const,
      context: contextOf(['2020-01-01']),
      retrieved: ['nbr'],
      admissible: new Set(['nbr']),
    }
    try {
      const memory = (await seat().take())!.memory
      expect(await memory.refresh(snapshot)).toBe(2)
      const again = (await seat().take())!.memory
      expect(await again.refresh(snapshot)).toBe(0)
      const embedded = await again.ask(question, snapshot)
      expect(recall(query, snapshot, { embedded }).workflows[0]?.item.id).toBe('fire')
      expect(recall(query, snapshot).workflows).toEqual([])
    } finally {
      database.close()
      indexedDB.deleteDatabase(name)
    }
  }, 120_000)
})
