import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unpackArchives } from '../../src/tools/workspace/unpack-archives.ts'
import type { ByteSink } from '../../src/io/types.ts'
import { makeZip } from '../helpers/make-zip.ts'

const envi = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'envi', name)))

/** OPFS, in memory. */
function memoryStore() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    create(id: string): Promise<ByteSink> {
      const parts: Uint8Array<ArrayBuffer>[] = []
      return Promise.resolve({
        write(_: number, bytes: Uint8Array) {
          parts.push(bytes.slice())
          return Promise.resolve()
        },
        async close() {
          files.set(id, new Uint8Array(await new Blob(parts).arrayBuffer()))
        },
        abandon: () => Promise.resolve(),
      })
    },
    blob: (id: string) => Promise.resolve(new File([files.get(id)!], id)),
    remove(id: string) {
      files.delete(id)
      return Promise.resolve()
    },
  }
}

async function unpacked(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>) {
  const zip = new File([new Uint8Array(await makeZip(files))], 'scene.zip')
  const { files: given, problems } = await unpackArchives([{ name: 'scene.zip', file: zip }], {
    store: memoryStore(),
    hasRoom: () => Promise.resolve(true),
    signal: new AbortController().signal,
    progress: () => undefined,
    onId: () => undefined,
  })
  return { names: given.map(({ name }) => name), problems: problems.map(({ message }) => message), given }
}

it('takes the pixels of an ENVI file out of a zip whatever their ending, by the header beside them', async () => {
  const [header, pixels] = [envi('i16.hdr'), envi('i16.img')]
  const { names, problems, given } = await unpacked({
    'a/one.hdr': header,
    'a/one.dat': pixels,
    'a/TWO.HDR': header,
    'a/two': pixels,
    'a/three.raw.hdr': header,
    'a/three.raw': pixels,
    'a/other.dat': pixels,
    'b/one.bin': pixels,
  })
  expect(names).toEqual(['a/one.hdr', 'a/one.dat', 'a/TWO.HDR', 'a/two', 'a/three.raw.hdr', 'a/three.raw'])
  expect(problems).toEqual([expect.stringMatching(/^2 files that are no raster/)])
  expect(new Uint8Array(await given[1]!.file.arrayBuffer())).toEqual(pixels)
})
