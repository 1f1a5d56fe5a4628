import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { FileSource, Incoming } from '../../src/models/incoming.ts'
import { isComplete, parseManifest, type ModelFile, type ModelManifest } from '../../src/models/manifest.ts'
import { downloadModel, verifyModel } from '../../src/store/download-model.ts'
import { StoredModels } from '../../src/store/model-files.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import { FakeTree } from './fake-tree.ts'

const SIZE = 1000
const DATA = Uint8Array.from({ length: SIZE }, (_, at) => (at * 31) % 251)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const gitBlob = (bytes: Uint8Array) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

function file(path: string, more: Partial<ModelFile> = {}): ModelFile {
  const expected = { sha256: sha256(DATA) }
  return { path, bytes: SIZE, url: `https://host.test/${path}`, expected, sha256: null, ...more }
}

function manifestOf(...files: ModelFile[]): ModelManifest {
  return {
    format: 1,
    id: 'tiny',
    title: 'Tiny',
    kind: 'chat',
    engine: 'wllama',
    context: null,
    memoryBytes: null,
    licence: null,
    origin: 'host.test',
    revision: null,
    files,
  }
}

function store(writable = true) {
  const tree = new FakeTree()
  const gate = new WriterGate()
  gate.set(writable)
  return { tree, models: new StoredModels({ folder: tree.handle, gate, parse: parseManifest }) }
}

const pieces = (bytes: Uint8Array, count = 10) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const step = Math.ceil(bytes.length / count)
      for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step))
      controller.close()
    },
  })

const answer = (bytes: Uint8Array, more: Partial<Incoming> = {}): Incoming => ({
  status: 200,
  contentType: null,
  start: null,
  total: bytes.length,
  body: pieces(bytes),
  ...more,
})

/** A host that keeps to ranges, and remembers what it was asked for. */
function host(data: Uint8Array = DATA) {
  const asked: (readonly [path: string, from: number])[] = []
  const source: FileSource = ({ path }, from) => {
    asked.push([path, from])
    return Promise.resolve(
      from === 0
        ? answer(data)
        : answer(data.subarray(from), { status: 206, start: from, total: data.length }),
    )
  }
  return { asked, source }
}

const plenty = () => Promise.resolve({ persisted: true, usageBytes: 0, quotaBytes: 1e12 })
const idle = { signal: new AbortController().signal, progress: () => undefined, storage: plenty }

/** Leaves the first `count` bytes of a file stored, as a stopped download does. */
async function leavePart(models: StoredModels, manifest: ModelManifest, count: number, bytes = DATA) {
  await models.putManifest(manifest)
  const target = await models.open('tiny', manifest.files[0]!.path)
  target.append(bytes.subarray(0, count))
  target.close()
}

describe('downloadModel', () => {
  it('stores each file whole, and the manifest says so with its hash', async () => {
    const { models, tree } = store()
    const { source, asked } = host()
    const bytes: number[] = []
    const whole = await downloadModel(manifestOf(file('a.gguf'), file('onnx/b.onnx')), {
      ...idle,
      models,
      source,
      progress: ({ storedBytes }) => bytes.push(storedBytes),
    })
    expect(isComplete(whole)).toBe(true)
    expect(tree.at('tiny/onnx/b.onnx')).toEqual(DATA)
    expect(await models.manifest('tiny')).toEqual(whole)
    expect(whole.files[0]!.sha256).toBe(sha256(DATA))
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
    expect(bytes.at(-1)).toBe(2 * SIZE)
    expect(asked).toEqual([
      ['a.gguf', 0],
      ['onnx/b.onnx', 0],
    ])
  })

  it('checks small files by the hash that git has of them', async () => {
    const { models } = store()
    const right = manifestOf(file('config.json', { expected: { gitBlob: gitBlob(DATA) } }))
    const { source } = host()
    expect(isComplete(await downloadModel(right, { ...idle, models, source }))).toBe(true)
    const wrong = manifestOf(file('config.json', { expected: { gitBlob: gitBlob(DATA.subarray(1)) } }))
    const fresh = store()
    await expect(downloadModel(wrong, { ...idle, models: fresh.models, source })).rejects.toMatchObject({
      code: 'model_file',
    })
  })

  it('asks for the rest alone, and hashes what was there with it', async () => {
    const { models, tree } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, 400)
    const { source, asked } = host()
    await downloadModel(manifest, { ...idle, models, source })
    expect(asked).toEqual([['a.gguf', 400]])
    expect(tree.at('tiny/a.gguf')).toEqual(DATA)
  })

  it('starts again where the host answers with the whole file (200 in place of 206)', async () => {
    const { models, tree } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, 400)
    const source: FileSource = () => Promise.resolve(answer(DATA))
    await downloadModel(manifest, { ...idle, models, source })
    expect(tree.at('tiny/a.gguf')).toEqual(DATA)
  })

  it('refuses a part that begins elsewhere', async () => {
    const { models } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, 400)
    const source: FileSource = () => Promise.resolve(answer(DATA.subarray(300), { status: 206, start: 300 }))
    await expect(downloadModel(manifest, { ...idle, models, source })).rejects.toThrow(/another part/)
  })

  it('starts again where what was stored is damaged, once', async () => {
    const { models, tree } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, 400, DATA.slice().reverse())
    const { source, asked } = host()
    await downloadModel(manifest, { ...idle, models, source })
    expect(asked).toEqual([
      ['a.gguf', 400],
      ['a.gguf', 0],
    ])
    expect(tree.at('tiny/a.gguf')).toEqual(DATA)
  })

  it('asks for nothing where all bytes are there and only the last word is missing', async () => {
    const { models } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, SIZE)
    const { source, asked } = host()
    expect(isComplete(await downloadModel(manifest, { ...idle, models, source }))).toBe(true)
    expect(asked).toEqual([])
  })

  it('throws away what hashes to something else', async () => {
    const { models, tree } = store()
    const { source, asked } = host(DATA.slice().reverse())
    const manifest = manifestOf(file('a.gguf'))
    await expect(downloadModel(manifest, { ...idle, models, source })).rejects.toThrow(
      /not what its publisher/,
    )
    expect(asked).toHaveLength(1)
    expect(tree.at('tiny/a.gguf')).toHaveLength(0)
    expect(isComplete((await models.manifest('tiny'))!)).toBe(false)
  })

  it.each([
    ['by its type', answer(DATA, { contentType: 'text/html; charset=utf-8' })],
    [
      'by its beginning',
      answer(new TextEncoder().encode('\n <!DOCTYPE html><p>Sign in</p>'), { total: null }),
    ],
  ])('stores nothing of a web page, known %s', async (_how, incoming) => {
    const { models, tree } = store()
    const source: FileSource = () => Promise.resolve(incoming)
    const manifest = manifestOf(file('a.gguf', { expected: null, bytes: null }))
    await expect(downloadModel(manifest, { ...idle, models, source })).rejects.toThrow(/a web page came/)
    expect(tree.at('tiny/a.gguf')).toHaveLength(0)
  })

  it('keeps a short answer for the next time, and says how much came', async () => {
    const { models, tree } = store()
    const source: FileSource = () => Promise.resolve(answer(DATA.subarray(0, 600)))
    const manifest = manifestOf(file('a.gguf'))
    await expect(downloadModel(manifest, { ...idle, models, source })).rejects.toThrow(/600 of 1000 bytes/)
    expect(tree.at('tiny/a.gguf')).toHaveLength(600)
  })

  it('stops between two pieces and keeps what came', async () => {
    const { models, tree } = store()
    const stop = new AbortController()
    const manifest = manifestOf(file('a.gguf'))
    const running = downloadModel(manifest, {
      ...idle,
      models,
      source: host().source,
      signal: stop.signal,
      progress: ({ storedBytes }) => storedBytes >= 300 && stop.abort(),
    })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(tree.at('tiny/a.gguf')).toHaveLength(300)
  })

  it('asks for nothing where there is no room, and says how much is missing', async () => {
    const { models } = store()
    const { source, asked } = host()
    const storage = () => Promise.resolve({ persisted: true, usageBytes: 0, quotaBytes: 64 << 20 })
    const manifest = manifestOf(file('a.gguf', { bytes: 5_000_000 }))
    await expect(downloadModel(manifest, { ...idle, models, source, storage })).rejects.toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('needs 5 MB more and the browser leaves 0 MB') as string,
    })
    expect(asked).toEqual([])
    expect(await models.manifest('tiny')).toBeNull()
  })

  it('says storage_full where the disk fills up on the way, and lets the file go', async () => {
    const { models, tree } = store()
    tree.disk.room = 1200
    const manifest = manifestOf(file('a.gguf'))
    const running = downloadModel(manifest, { ...idle, models, source: host().source })
    await expect(running).rejects.toMatchObject({ code: 'storage_full' })
    tree.disk.room = Infinity
    const again = host()
    expect(isComplete(await downloadModel(manifest, { ...idle, models, source: again.source }))).toBe(true)
    expect(again.asked[0]![1]).toBeGreaterThan(0)
  })

  it('takes the size from the answer and keeps the hash where nobody published one', async () => {
    const { models } = store()
    const manifest = manifestOf(file('a.gguf', { bytes: null, expected: null }))
    const whole = await downloadModel(manifest, { ...idle, models, source: host().source })
    expect(whole.files[0]).toMatchObject({ bytes: SIZE, sha256: sha256(DATA), expected: null })
  })

  it('writes nothing in a reading tab', async () => {
    const { models, tree } = store(false)
    const running = downloadModel(manifestOf(file('a.gguf')), { ...idle, models, source: host().source })
    await expect(running).rejects.toMatchObject({ code: 'read_only' })
    expect(tree.at('tiny/manifest.json')).toBeUndefined()
  })
})

describe('verifyModel', () => {
  it('finds the damaged file, and the next download fetches no other', async () => {
    const { models, tree } = store()
    const whole = await downloadModel(manifestOf(file('a.bin'), file('b.bin'), file('c.bin')), {
      ...idle,
      models,
      source: host().source,
    })
    tree.at('tiny/b.bin')![7]! ^= 1
    const { manifest, wrong } = await verifyModel(whole, { ...idle, models })
    expect(wrong).toEqual(['b.bin'])
    const { source, asked } = host()
    const mended = await downloadModel(manifest, { ...idle, models, source })
    expect(asked).toEqual([['b.bin', 0]])
    expect(await verifyModel(mended, { ...idle, models })).toEqual({ manifest: mended, wrong: [] })
  })
})

describe('StoredModels', () => {
  it('gives the blobs of a whole model and refuses those of one that is not', async () => {
    const { models } = store()
    const manifest = manifestOf(file('a.gguf'))
    await leavePart(models, manifest, 400)
    await expect(models.blobs('tiny')).rejects.toMatchObject({ code: 'model_file' })
    await downloadModel(manifest, { ...idle, models, source: host().source })
    const blobs = await models.blobs('tiny')
    expect(new Uint8Array(await blobs.get('a.gguf')!.arrayBuffer())).toEqual(DATA)
  })

  it('lists a folder whose manifest is broken apart, and removes it', async () => {
    const { models, tree } = store()
    await models.putManifest(manifestOf(file('a.gguf')))
    tree.at('tiny/manifest.json')!.fill(32)
    expect(await models.list()).toEqual({ models: [], broken: ['tiny'] })
    await models.remove('tiny')
    expect(await models.list()).toEqual({ models: [], broken: [] })
  })
})
