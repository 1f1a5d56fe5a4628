import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../../src/lib/errors.ts'
import { bufferBytes } from '../../../../src/io/read/bytes.ts'
import { chooseMembers, type Choice } from '../../../../src/io/read/zip/choose-members.ts'
import { openZip, type ZipMember } from '../../../../src/io/read/zip/open-zip.ts'
import type { ByteSink } from '../../../../src/io/types.ts'
import { fixtureBytes } from '../../../helpers/fixtures.ts'

const RED = 'scene/T33UUP_20240801T100031_B04_10m.tif'
const NIR = 'scene/T33UUP_20240801T100031_B08_10m.tif'
const zipBytes = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../../fixtures/zips', name)))
const open = (name: string) => openZip(bufferBytes(zipBytes(name)))
const isTiff = (path: string) => /\.tiff?$/i.test(path)
const chosen = async (name: string): Promise<Choice> => chooseMembers(name, await open(name), isTiff)
const namesOf = ({ wanted }: Choice) => wanted.map(({ name }) => name)
const refusals = ({ refused }: Choice) =>
  Object.fromEntries(refused.map(({ name, message }) => [name, message]))

/** What reached the sink, and how it was left. */
function memorySink() {
  const state = { bytes: new Uint8Array(0), end: 'open' as 'open' | 'closed' | 'abandoned' }
  const sink: ByteSink = {
    write(offset, bytes) {
      const grown = new Uint8Array(Math.max(state.bytes.length, offset + bytes.length))
      grown.set(state.bytes)
      grown.set(bytes, offset)
      state.bytes = grown
      return Promise.resolve()
    },
    close() {
      state.end = 'closed'
      return Promise.resolve()
    },
    abandon() {
      state.end = 'abandoned'
      return Promise.resolve()
    },
  }
  return { state, sink }
}

async function extracted(member: ZipMember) {
  const { state, sink } = memorySink()
  let message: string | null = null
  await member.extract(sink).catch((error: unknown) => {
    if (!isAppError(error)) throw error
    message = error.message
  })
  return { ...state, message }
}

const member = async (zip: string, path: string) => (await open(zip)).find((each) => each.path === path)!

describe('openZip', () => {
  it('gives deflated and stored members byte for byte', async () => {
    for (const [path, fixture] of [
      [RED, 'u16-deflate-predictor.tif'],
      [NIR, 'u16-lzw-predictor.tif'],
    ] as const) {
      const { bytes, end } = await extracted(await member('good.zip', path))
      expect(Buffer.from(bytes).equals(fixtureBytes(fixture))).toBe(true)
      expect(end).toBe('closed')
    }
  })

  it('reads the list and the asked member alone', async () => {
    const bytes = zipBytes('bomb.zip')
    let read = 0
    const source = bufferBytes(bytes)
    const members = await openZip({
      ...source,
      read(offset, length, signal) {
        read += Math.min(length, bytes.length - offset)
        return source.read(offset, length, signal)
      },
    })
    const listed = read
    await extracted(members.find(({ path }) => path === NIR)!)
    // The list is searched for from the end, in one read of at most 64 kB and its own length.
    expect(listed).toBeLessThan(70_000)
    expect(read - listed).toBeLessThan(5_000)
  })

  it.each([
    ['cut.zip', /cut off/],
    ['make-zips.py', /no zip/],
  ])('refuses %s with what to do', async (name, words) => {
    await expect(open(name)).rejects.toThrow(words)
  })

  it.each([
    ['wrong-checksum.zip', /checksum/],
    ['lying.zip', /size that the zip says/],
  ])('leaves nothing of a bad member of %s', async (name, words) => {
    const { end, message } = await extracted(await member(name, RED))
    expect(message).toMatch(words)
    expect(end).toBe('abandoned')
  })

  it('refuses a member that shares its bytes with one before', async () => {
    const [first, second] = await open('shared-bytes.zip')
    expect((await extracted(first!)).end).toBe('closed')
    const { end, message } = await extracted(second!)
    expect(message).toMatch(/shares its bytes/)
    expect(end).toBe('abandoned')
  })

  it('stops a member that grows beyond what it says', async () => {
    const { bytes } = await extracted(await member('lying.zip', RED))
    expect(bytes.length).toBeLessThanOrEqual(100)
  })

  it('keeps the other members of a zip with a bad one', async () => {
    expect((await extracted(await member('wrong-checksum.zip', NIR))).end).toBe('closed')
  })

  it('stops when it is told to, and leaves nothing', async () => {
    const controller = new AbortController()
    controller.abort()
    const { state, sink } = memorySink()
    const stopped = (await member('good.zip', RED)).extract(sink, { signal: controller.signal })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(state.end).toBe('abandoned')
  })
})

describe('chooseMembers', () => {
  it('takes what is read here, and counts the rest without what a system left', async () => {
    const choice = await chosen('good.zip')
    expect(namesOf(choice)).toEqual([RED, NIR])
    expect(choice.left).toBe(3)
    expect(choice.refused).toEqual([])
  })

  it('puts a folder of the name of the zip around what lies in none', async () => {
    expect(namesOf(chooseMembers('drop/LC08.zip', await open('flat.zip'), isTiff))).toEqual(['LC08/B04.tif'])
  })

  it('reads the folders of a zip from Windows', async () => {
    expect(namesOf(await chosen('backslashes.zip'))).toEqual([RED])
  })

  it('refuses names that lead out of the zip, one by one', async () => {
    const choice = await chosen('paths.zip')
    expect(namesOf(choice)).toEqual([NIR])
    expect(Object.keys(refusals(choice))).toEqual([
      '../evil.tif',
      '/root.tif',
      'C:/disk.tif',
      'a/../../b.tif',
    ])
  })

  it.each([
    ['locked.zip', RED, /password/],
    ['bzip2.zip', RED, /bzip2/],
    ['bomb.zip', 'bomb.tif', /grow \d+ times/],
    ['twice.zip', RED, /two files of this name/],
  ])('refuses a member of %s by name', async (zip, path, words) => {
    const choice = await chosen(zip)
    expect(refusals(choice)[path]).toMatch(words)
    expect(choice.wanted).toHaveLength(1)
  })
})
