import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { folderResults } from '../../../src/io/node/folder-results.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import type { ResultFiles } from '../../../src/io/types.ts'

const folders: string[] = []
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-results-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const KINDS: readonly (readonly [string, () => ResultFiles])[] = [
  ['folderResults', () => folderResults(join(freshFolder(), 'made'))],
  ['memoryResults', memoryResults],
]

describe.each(KINDS)('%s', (_, make) => {
  it('keeps bytes written in any order, and reads ranges of them', async () => {
    const results = make()
    const sink = await results.create('a.bin')
    await sink.write(3, Uint8Array.of(4, 5))
    await sink.write(0, Uint8Array.of(1, 2, 3))
    await sink.close()
    const bytes = await results.open('a.bin')
    expect(bytes.size).toBe(5)
    expect([...(await bytes.read(1, 3))]).toEqual([2, 3, 4])
    expect([...(await bytes.read(4, 100))]).toEqual([5])
  })

  it('shows a file only once it is closed', async () => {
    const results = make()
    const sink = await results.create('a.bin')
    await sink.write(0, Uint8Array.of(1))
    expect(await results.list()).toEqual([])
    await expect(results.open('a.bin')).rejects.toMatchObject({ code: 'read_failed' })
    await sink.close()
    expect(await results.list()).toEqual(['a.bin'])
    await results.remove('a.bin')
    expect(await results.list()).toEqual([])
  })

  it('leaves nothing of a file that was abandoned', async () => {
    const results = make()
    const sink = await results.create('a.bin')
    await sink.write(0, Uint8Array.of(1))
    await sink.abandon()
    expect(await results.list()).toEqual([])
  })
})

describe('folderResults', () => {
  it('leaves no temporary file behind', async () => {
    const folder = freshFolder()
    const results = folderResults(folder)
    const sink = await results.create('a.bin')
    await sink.close()
    await (await results.create('b.bin')).abandon()
    expect(readdirSync(folder)).toEqual(['a.bin'])
  })

  it.each(['../a', 'a/b', '.hidden', ''])('refuses the name "%s"', async (name) => {
    await expect(folderResults(freshFolder()).create(name)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
