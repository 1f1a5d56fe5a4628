import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import type { IndexSource } from '../../src/retrieval/index-file/index-file.ts'
import { toolText, ToolVectors, type IndexStore } from '../../src/retrieval/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const specs = TOOLS.map(toolSpec)
  .filter(({ internal }) => !internal)
  .slice(0, 40)

/** Files as OPFS keeps them, and an embedder that notes what it is given. */
function world() {
  const files: Uint8Array<ArrayBuffer>[] = []
  const given: string[] = []
  const store = {
    list: () => Promise.resolve(files.map((_, at) => String(at))),
    read: <Result>(name: string, use: (source: IndexSource) => Promise<Result>) => {
      const bytes = files[Number(name)]!
      const read: IndexSource['read'] = (offset, length) =>
        Promise.resolve(bytes.slice(offset, offset + length))
      return use({ size: bytes.length, read })
    },
    write: async (parts: readonly Uint8Array[]) => {
      const bytes = new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer())
      files.splice(0, files.length, bytes)
    },
  }
  const embedder = {
    embed: (texts: readonly string[]) => {
      given.push(...texts)
      return Promise.resolve(texts.map((text) => Float32Array.of(text.length % 2, (text.length + 1) % 2)))
    },
  }
  const session = (modelId = 'model', files: () => Promise<IndexStore> = () => Promise.resolve(store)) =>
    new ToolVectors({ embedder, modelId, dimensions: 2, files })
  return { files, store, embedder, given, session }
}

describe('ToolVectors', () => {
  it('has none before they are made, embeds each text once, and reads them in the next session', async () => {
    const { given, session } = world()
    const first = session()
    expect((await first.of(specs)).size).toBe(0)
    expect(await first.refresh()).toBe(40)
    expect([...(await first.of(specs)).keys()].sort()).toEqual(specs.map(toolText).sort())
    const next = session()
    expect(await next.of(specs)).toEqual(await first.of(specs))
    expect(await next.refresh()).toBe(0)
    expect(given).toHaveLength(40)
  })

  it('makes again only what was changed or is new, and lets go what is gone', async () => {
    const { given, session } = world()
    const first = session()
    await first.of(specs.slice(0, 30))
    await first.refresh()
    given.length = 0
    const [told, ...others] = specs
    const next = session()
    await next.of([{ ...told!, summary: 'Another.' }, ...others.slice(5)])
    expect(await next.refresh()).toBe(11)
    expect((await next.of([told!])).size).toBe(0)
  })

  it('makes a broken or foreign file anew, and works without any', async () => {
    const { files, session } = world()
    const first = session()
    await first.of(specs)
    await first.refresh()
    files[0]![80]! ^= 1
    const next = session()
    expect((await next.of(specs)).size).toBe(0)
    expect(await next.refresh()).toBe(40)
    expect((await session('other').of(specs)).size).toBe(0)
    const nowhere = session('model', () => Promise.reject(new Error('no storage')))
    await nowhere.of(specs)
    expect(await nowhere.refresh()).toBe(40)
    expect((await nowhere.of(specs)).size).toBe(40)
  })

  it('stores each batch, so that a session that ends without a word loses one', async () => {
    const { given, session, embedder } = world()
    const cut = session()
    await cut.of(specs)
    const embed = embedder.embed
    embedder.embed = (texts) => (given.length >= 32 ? new Promise(() => undefined) : embed(texts))
    void cut.refresh()
    await vi.waitFor(() => expect(given).toHaveLength(32))
    await new Promise((resolve) => setTimeout(resolve, 20))
    embedder.embed = embed
    const next = session()
    expect((await next.of(specs)).size).toBe(32)
    expect(await next.refresh()).toBe(8)
  })

  it('keeps what was made before the embedder failed or it was stopped', async () => {
    const { given, session, embedder } = world()
    const embed = embedder.embed
    embedder.embed = (texts) => (given.length >= 16 ? Promise.reject(new Error('lost')) : embed(texts))
    const first = session()
    await first.of(specs)
    await expect(first.refresh()).rejects.toThrow('lost')
    const stop = new AbortController()
    embedder.embed = (texts) => {
      stop.abort()
      return embed(texts)
    }
    await expect(first.refresh({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    embedder.embed = embed
    expect((await session().of(specs)).size).toBe(32)
    expect(await first.refresh()).toBe(8)
    expect(given).toHaveLength(40)
  })

  it('serves as long as it lives where the disk is full, and stores all once there is room', async () => {
    const { files, store, given, session } = world()
    const write = store.write
    store.write = () => Promise.reject(new AppError('storage_full', 'no room'))
    const first = session()
    await first.of(specs)
    expect(await first.refresh()).toBe(40)
    expect((await first.of(specs)).size).toBe(40)
    expect(files).toEqual([])
    store.write = write
    expect(await first.refresh()).toBe(0)
    expect((await session().of(specs)).size).toBe(40)
    expect(given).toHaveLength(40)
  })
})
