import { describe, expect, it } from 'vitest'
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
  const store: IndexStore = {
    list: () => Promise.resolve(files.map((_, at) => String(at)).reverse()),
    read: (name, use) => {
      const bytes = files[Number(name)]!
      const read: IndexSource['read'] = (offset, length) =>
        Promise.resolve(bytes.slice(offset, offset + length))
      return use({ size: bytes.length, read })
    },
    write: async (parts) => {
      files.push(new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer()))
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
  return { files, given, session }
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
})
