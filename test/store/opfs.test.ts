import { describe, expect, it } from 'vitest'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { collectOrphans, copyIn, OpfsFiles } from '../../src/store/opfs.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import { FakeFolder } from './fake-folder.ts'

function makeFiles(options: { folder?: FakeFolder; writable?: boolean } = {}) {
  const folder = options.folder ?? new FakeFolder()
  const gate = new WriterGate()
  gate.set(options.writable ?? true)
  return { folder, files: new OpfsFiles({ folder: folder.handle, gate, toBytes: blobBytes }) }
}

const bytes = (...values: number[]) => Uint8Array.from(values)

async function contentOf(files: OpfsFiles, name: string): Promise<number[]> {
  const source = await files.open(name)
  return Array.from(await source.read(0, source.size))
}

describe.each([
  ['a browser that moves files', true],
  ['a browser that does not', false],
])('OpfsFiles in %s', (_browser, move) => {
  it('shows a file under its name only when it is whole', async () => {
    const { files, folder } = makeFiles({ folder: new FakeFolder({ move }) })
    const sink = await files.create('layer-1.tif')
    await sink.write(2, bytes(3, 4))
    await sink.write(0, bytes(1, 2))
    expect(await files.list()).not.toContain('layer-1.tif')
    await sink.close()
    expect(await files.list()).toEqual(['layer-1.tif'])
    expect(await contentOf(files, 'layer-1.tif')).toEqual([1, 2, 3, 4])
    expect(folder.files.size).toBe(1)
  })
})

describe('OpfsFiles', () => {
  it('says storage_full on a short write, leaves nothing of it, and keeps the older file', async () => {
    const { files, folder } = makeFiles()
    const first = await files.create('layer-1.tif')
    await first.write(0, bytes(1, 2))
    await first.close()
    folder.room = 3
    const second = await files.create('layer-1.tif')
    await expect(second.write(0, bytes(5, 6, 7, 8))).rejects.toMatchObject({ code: 'storage_full' })
    expect(await files.list()).toEqual(['layer-1.tif'])
    expect(await contentOf(files, 'layer-1.tif')).toEqual([1, 2])
  })

  it('removes what was written when it is abandoned', async () => {
    const { files } = makeFiles()
    const sink = await files.create('layer-1.tif')
    await sink.write(0, bytes(1))
    await sink.abandon()
    expect(await files.list()).toEqual([])
  })

  it('says read_failed where there is no such file', async () => {
    const { files } = makeFiles()
    await expect(files.open('layer-9.tif')).rejects.toMatchObject({ code: 'read_failed' })
  })

  it('removes a file, and takes one that is not there for removed', async () => {
    const { files, folder } = makeFiles()
    folder.files.set('a.tif', bytes(1))
    await files.remove('a.tif')
    await files.remove('a.tif')
    expect(await files.list()).toEqual([])
  })

  it('neither writes nor removes in a reading tab', async () => {
    const { files, folder } = makeFiles({ writable: false })
    folder.files.set('a.tif', bytes(1))
    await expect(files.create('b.tif')).rejects.toMatchObject({ code: 'read_only' })
    await expect(files.remove('a.tif')).rejects.toMatchObject({ code: 'read_only' })
    expect(await contentOf(files, 'a.tif')).toEqual([1])
  })
})

describe('copyIn', () => {
  it('copies a file of several pieces and says how far it is', async () => {
    const { files } = makeFiles()
    const content = Uint8Array.from({ length: (4 << 20) + 5 }, (_, index) => index % 251)
    const progress: number[] = []
    await copyIn(files, 'file-1', new Blob([content]), { progress: (done) => progress.push(done) })
    expect(progress).toEqual([4 << 20, (4 << 20) + 5])
    const source = await files.open('file-1')
    expect(source.size).toBe(content.length)
    expect(Array.from(await source.read((4 << 20) - 2, 7))).toEqual(Array.from(content.subarray(-7)))
  })

  it('leaves nothing where it is stopped or the room ends', async () => {
    const { files, folder } = makeFiles()
    const blob = new Blob([bytes(1, 2, 3)])
    const stopped = copyIn(files, 'file-1', blob, { signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    folder.room = 2
    await expect(copyIn(files, 'file-1', blob, {})).rejects.toMatchObject({ code: 'storage_full' })
    expect(await files.list()).toEqual([])
  })
})

describe('collectOrphans', () => {
  it('removes what nothing owns and what was never finished', async () => {
    const { files, folder } = makeFiles()
    for (const name of ['layer-1.tif', 'layer-2.tif', 'layer-1.tif.part-x-1']) {
      folder.files.set(name, bytes(1))
    }
    expect(await collectOrphans(files, (name) => name.startsWith('layer-1'))).toBe(2)
    expect(await files.list()).toEqual(['layer-1.tif'])
  })
})
