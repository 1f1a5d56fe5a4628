import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archiveKind } from '../../../src/io/read/archive-kind.ts'
import { gunzipped } from '../../../src/io/read/tar/gunzip.ts'
import { tarHeader } from '../../../src/io/read/tar/tar-header.ts'
import { walkTar, type TarFile } from '../../../src/io/read/tar/walk-tar.ts'
import { memorySink } from '../../../src/io/write/memory-results.ts'

/**
 * test/fixtures/tars: GNU tar 1.34, `tar --format=gnu -cf gnu.tar scene long-folder-name` and `--format=posix`, of a folder with
 * a link and a name of 160 characters; python-pax.tar by Python's tarfile in PAX_FORMAT with a name of 120 bytes in UTF-8.
 */
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'tars', name)))

/** What a tar holds: the text of each file by its path, and the links. */
async function contents(stream: ReadableStream<Uint8Array>, signal?: AbortSignal) {
  const texts: Record<string, string> = {}
  const links: string[] = []
  let text = ''
  await walkTar(stream, {
    signal,
    sinkFor(file: TarFile) {
      if (!file.isLink)
        return Promise.resolve(memorySink((bytes) => (text = new TextDecoder().decode(bytes))))
      links.push(file.path)
      return Promise.resolve(null)
    },
    onFile(file) {
      texts[file.path] = text
    },
  })
  return { texts, links }
}

/** In pieces that end anywhere. */
function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) controller.close()
      else controller.enqueue(bytes.slice(at, (at += size)))
    },
  })
}

const LONG = `${'long-folder-name/'.repeat(9)}b.txt`

describe('walkTar', () => {
  it.each(['gnu.tar', 'posix.tar'])(
    'reads what GNU tar wrote, long names and links too: %s',
    async (name) => {
      for (const size of [1000, 7]) {
        expect(await contents(inPieces(bytesOf(name), size))).toEqual({
          texts: { 'scene/a.txt': 'first file\n', [LONG]: 'bytes behind a long name' },
          links: ['scene/link.txt'],
        })
      }
    },
  )

  it('reads what Python wrote, names in UTF-8 and those that lead out as they are', async () => {
    const { texts } = await contents(inPieces(bytesOf('python-pax.tar'), 4096))
    expect(texts).toEqual({
      ...{ 'scene/a.txt': 'first file\n', '../evil.txt': 'out' },
      [`${'é'.repeat(60)}/b.txt`]: 'bytes behind a long name',
    })
  })

  it('refuses what is cut off, after the files before the end', async () => {
    const whole = bytesOf('gnu.tar')
    const end = Buffer.from(whole).indexOf('bytes behind') + 5
    await expect(contents(inPieces(whole.subarray(0, end), 512))).rejects.toMatchObject({
      code: 'read_failed',
      message: expect.stringContaining('cut off') as string,
    })
  })

  it('refuses a header whose checksum is not that of its bytes', async () => {
    const broken = bytesOf('gnu.tar')
    broken[3]! ^= 1
    await expect(contents(inPieces(broken, 512))).rejects.toThrow(/checksum/)
  })

  it('stops when it is told to', async () => {
    await expect(contents(inPieces(bytesOf('gnu.tar'), 512), AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('tarHeader', () => {
  it('reads sizes in base 256', () => {
    const block = bytesOf('gnu.tar').slice(0, 512)
    block.set([0x80, 0, 0, 0, 0, 0, 0, 2, 0x40, 0, 0, 0], 124)
    block.set(new TextEncoder().encode('        '), 148)
    const sum = block.reduce((total, byte) => total + byte, 0)
    block.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
    expect(tarHeader(block)).toMatchObject({ size: 2 * 2 ** 32 + 2 ** 30 })
  })
})

describe('gunzipped', () => {
  const blob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])

  it('unpacks a tar as it comes', async () => {
    const read: number[] = []
    const packed = blob(gzipSync(bytesOf('posix.tar')))
    const { texts } = await contents(gunzipped(packed, (bytes) => read.push(bytes)))
    expect(Object.keys(texts)).toEqual(['scene/a.txt', LONG])
    expect(read.at(-1)).toBe(packed.size)
  })

  it('refuses what is cut off, and what grows as files do that are made to fill a disk', async () => {
    const packed = gzipSync(bytesOf('posix.tar'))
    await expect(
      contents(gunzipped(blob(packed.subarray(0, packed.length / 2)), () => undefined)),
    ).rejects.toMatchObject({ code: 'read_failed' })
    const bomb = gunzipped(blob(gzipSync(new Uint8Array(100 << 20))), () => undefined)
    const reader = bomb.getReader()
    const drained = async () => {
      while (!(await reader.read()).done);
    }
    await expect(drained()).rejects.toMatchObject({ code: 'unsupported_file' })
  })
})

describe('archiveKind', () => {
  it('goes by the bytes where a name lies', async () => {
    const file = new Blob([Uint8Array.from(bytesOf('gnu.tar'))])
    expect(await archiveKind('a.zip', file)).toBe('tar')
    expect(await archiveKind('a.tar', new Blob([Uint8Array.from(gzipSync('x'))]))).toBe('gzip')
    expect(await archiveKind('a.zip', new Blob(['nothing']))).toBe('zip')
    expect(await archiveKind('a.tif', file)).toBeNull()
  })
})
