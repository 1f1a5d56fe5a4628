import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { INDEX_VERSION } from '../../src/retrieval/index-file/header.ts'
import { decodeIndex, encodeIndex, type IndexSource } from '../../src/retrieval/index-file/index-file.ts'
import { openLibrary, saveLibrary, type IndexStore } from '../../src/retrieval/index-file/open-library.ts'
import { xxh32 } from '../../src/retrieval/index-file/xxh32.ts'
import { buildLibrary, LibraryIndex } from '../../src/retrieval/library-index.ts'

const DIMENSIONS = 20
const wanted = {
  model: 'all-MiniLM-L6-v2',
  dimensions: DIMENSIONS,
  options: { alpha: 0.5, hops: 1, mode: 'p' as const },
}

/** A library with a tool of many neighbours, a removed one, and names that are not plain letters. */
function makeLibrary(size = 120): LibraryIndex {
  const random = seededRandom(size)
  const tools = Array.from({ length: size }, (_, at) => ({
    name: at === 1 ? 'Ärger "with"\n names 🛰' : `tool_${at}`,
    vector: normalise(Array.from({ length: DIMENSIONS }, () => random() - 0.5)),
  }))
  const edges = tools
    .slice(2)
    .map(({ name }, at) => ({ from: name, to: `tool_${at % 3 === 0 ? 2 : 0}`, successes: at + 1 }))
  const library = buildLibrary(wanted, tools, edges)
  library.remove('tool_7')
  return library
}

function bytesOf(library: LibraryIndex): Uint8Array<ArrayBuffer> {
  const parts = encodeIndex(library.stored())
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

const sourceOf = (bytes: Uint8Array): IndexSource => ({
  size: bytes.byteLength,
  read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
})

const reasonOf = (bytes: Uint8Array, of = wanted) =>
  decodeIndex(sourceOf(bytes), of).then(
    () => 'taken',
    (error: unknown) => (error as AppError).details['reason'],
  )

function questions() {
  const random = seededRandom(77)
  return Array.from({ length: 10 }, () => normalise(Array.from({ length: DIMENSIONS }, () => random() - 0.5)))
}

class MemoryFiles implements IndexStore {
  readonly files = new Map<string, Uint8Array>()
  problem: AppError | null = null
  #number = 0

  list() {
    return Promise.resolve([...this.files.keys()].reverse())
  }
  read<Result>(name: string, use: (source: IndexSource) => Promise<Result>) {
    return use(sourceOf(this.files.get(name)!))
  }
  write(parts: readonly Uint8Array[]) {
    if (this.problem) return Promise.reject(this.problem)
    this.files.clear()
    const whole = new Blob(parts.map((part) => part.slice()))
    return whole.arrayBuffer().then((bytes) => {
      this.files.set(`file-${++this.#number}`, new Uint8Array(bytes))
    })
  }
}

describe('xxh32', () => {
  // By the Python package xxhash 4.1.0: xxhash.xxh32(text.encode(), seed).intdigest().
  it.each([
    ['', 0, 0x02cc5d05],
    ['a', 0, 0x550d7456],
    ['abc', 0, 0x32d153ff],
    ['abc', 7, 0x57cfd434],
    ['Nobody inspects the spammish repetition', 0, 0xe2293b2f],
    ['Nobody inspects the spammish repetition', 20141025, 0xd6169c3b],
    ['x'.repeat(1001), 1, 0x7fbaa4c0],
  ])('of %j with seed %i is that of another program', (text, seed, hash) => {
    expect(xxh32(new TextEncoder().encode(text), seed)).toBe(hash)
  })

  it('changes with every single bit', () => {
    const bytes = Uint8Array.from({ length: 61 }, (_, at) => (at * 37) % 256)
    const hashes = new Set([xxh32(bytes)])
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >>> 3]! ^= 1 << (bit & 7)
      hashes.add(xxh32(bytes))
      bytes[bit >>> 3]! ^= 1 << (bit & 7)
    }
    expect(hashes.size).toBe(1 + 8 * bytes.length)
  })
})

describe('index file', () => {
  it('brings back an index that finds and learns the same', async () => {
    const library = makeLibrary()
    const stored = await decodeIndex(sourceOf(bytesOf(library)), wanted)
    expect(stored.made.sums.tools.length).toBeGreaterThan(0)
    const read = new LibraryIndex({ ...wanted, stored })
    expect([read.size, [...read.names]]).toEqual([library.size, [...library.names]])
    expect(read.graph.compressed()).toEqual(library.graph.compressed())
    for (const change of [
      () => undefined,
      (each: LibraryIndex) => each.learn(['tool_4', 'tool_0', 'Ärger "with"\n names 🛰', 'tool_4']),
      (each: LibraryIndex) => each.remove('tool_0'),
      (each: LibraryIndex) => each.put('new', questions()[0]!),
    ]) {
      for (const each of [library, read]) change(each)
      for (const question of questions())
        expect(read.search(question, 9)).toEqual(library.search(question, 9))
    }
    expect(read.position('new')).toBe(library.position('new'))
    expect(bytesOf(read)).toEqual(bytesOf(library))
  })

  it('of no tools can be read', async () => {
    const stored = await decodeIndex(sourceOf(bytesOf(new LibraryIndex(wanted))), wanted)
    expect(new LibraryIndex({ ...wanted, stored }).search(questions()[0]!, 5)).toEqual([])
  })

  it('is refused by name where it is of another version, model, length of vectors or aggregation', async () => {
    const bytes = bytesOf(makeLibrary())
    expect(await reasonOf(bytes)).toBe('taken')
    expect(await reasonOf(bytes, { ...wanted, model: 'another' })).toBe('model')
    expect(await reasonOf(bytes, { ...wanted, dimensions: 21 })).toBe('model')
    expect(await reasonOf(bytes, { ...wanted, options: { ...wanted.options, alpha: 0.4 } })).toBe('options')
    const newer = bytes.slice()
    new DataView(newer.buffer).setUint32(8, INDEX_VERSION + 1, true)
    expect(await reasonOf(newer)).toBe('version')
    await expect(decodeIndex(sourceOf(newer), wanted)).rejects.toThrow(
      `of version ${INDEX_VERSION + 1}, wanted is ${INDEX_VERSION}`,
    )
    expect(await reasonOf(new Uint8Array(500))).toBe('magic')
  })

  it('is refused wherever it is cut off', async () => {
    const bytes = bytesOf(makeLibrary(90))
    for (let length = 0; length < bytes.length; length += 97) {
      expect(await reasonOf(bytes.slice(0, length)), `${length} bytes`).toBe('cut_off')
    }
    expect(await reasonOf(Uint8Array.from([...bytes, 0]))).toBe('cut_off')
  })

  it('is refused with any byte changed, and never read into another index', async () => {
    const bytes = bytesOf(makeLibrary(90))
    const reasons = new Set<unknown>()
    for (let at = 0; at < bytes.length; at += at < 64 ? 1 : 53) {
      bytes[at]! ^= 0x10
      reasons.add(await reasonOf(bytes))
      bytes[at]! ^= 0x10
    }
    // Counts in the header are checked before they are used.
    expect([...reasons].sort()).toEqual(['corrupt', 'magic', 'version'])
    expect(await reasonOf(bytes)).toBe('taken')
  })
})

describe('openLibrary', () => {
  const rebuild = () => Promise.resolve(makeLibrary())

  it('builds and stores an index where there is none, and then reads it', async () => {
    const files = new MemoryFiles()
    const first = await openLibrary(files, wanted, rebuild)
    expect(first).toMatchObject({ isRebuilt: true, refused: [], unsaved: null })
    const second = await openLibrary(files, wanted, () => Promise.reject(new Error('not needed')))
    expect(second).toMatchObject({ isRebuilt: false, refused: [] })
    for (const question of questions()) {
      expect(second.library.search(question, 9)).toEqual(first.library.search(question, 9))
    }
  })

  it('takes the older file where the newest is damaged, and says so', async () => {
    const files = new MemoryFiles()
    await saveLibrary(files, makeLibrary())
    const [name] = await files.list()
    files.files.set('file-2', files.files.get(name!)!.slice(0, -1))
    const { library, isRebuilt, refused } = await openLibrary(files, wanted, rebuild)
    expect([library.size, isRebuilt]).toEqual([119, false])
    expect(refused.map(({ name, error }) => [name, error.details['reason']])).toEqual([['file-2', 'cut_off']])
  })

  it('builds anew where none can be used, in place of it', async () => {
    const files = new MemoryFiles()
    await saveLibrary(files, makeLibrary())
    const [name] = await files.list()
    files.files.get(name!)!.fill(7, 2000, 2004)
    const opened = await openLibrary(files, wanted, rebuild)
    expect(opened.refused.map(({ error }) => error.details['reason'])).toEqual(['corrupt'])
    expect(opened).toMatchObject({ isRebuilt: true, unsaved: null })
    expect((await openLibrary(files, wanted, rebuild)).isRebuilt).toBe(false)
  })

  it('is of use where nothing can be stored', async () => {
    const files = new MemoryFiles()
    files.problem = new AppError('storage_full', 'no room')
    const { library, unsaved } = await openLibrary(files, wanted, rebuild)
    expect(unsaved).toBe(files.problem)
    expect(library.search(questions()[0]!, 3)).toHaveLength(3)
  })
})
