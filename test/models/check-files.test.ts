import { describe, expect, it } from 'vitest'
import { checkFiles, type ExpectedFile } from '../../src/models/check-files.ts'

const files = new Map([
  ['a.json', new Blob(['{"a":1}'])],
  ['b.bin', new Blob([new Uint8Array(1000).fill(3)])],
])
/** By sha256sum. */
const SHA_OF_A = '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'
const OTHER_SHA = 'a8a5cb4f6a4a'.padEnd(64, '0')
const wrong = (message: RegExp, path: string) => ({
  code: 'model_file',
  message: expect.stringMatching(message) as string,
  details: { path },
})

describe('checkFiles', () => {
  it('takes files that are what they should be, and tells how far it is', async () => {
    const told: number[][] = []
    const expected: ExpectedFile[] = [
      { path: 'a.json', sha256: SHA_OF_A },
      { path: 'b.bin', bytes: 1000 },
    ]
    await checkFiles(files, expected, { progress: (read, all) => told.push([read, all]) })
    expect(told).toEqual([[7, 7]])
  })

  it('names a file that is missing, empty, cut short or of another content', async () => {
    const check = (...expected: ExpectedFile[]) => checkFiles(files, expected)
    await expect(check({ path: 'c.bin' })).rejects.toMatchObject(
      wrong(/c\.bin of the model is missing/, 'c.bin'),
    )
    await expect(check({ path: 'b.bin', bytes: 1001 })).rejects.toMatchObject(
      wrong(/1000 bytes, expected 1001/, 'b.bin'),
    )
    await expect(check({ path: 'b.bin', sha256: OTHER_SHA })).rejects.toMatchObject(
      wrong(/expected a8a5cb4f6a4a/, 'b.bin'),
    )
    const empty = checkFiles(new Map([['a.json', new Blob([])]]), [{ path: 'a.json' }])
    await expect(empty).rejects.toMatchObject(wrong(/is empty/, 'a.json'))
  })

  it.each(['<!DOCTYPE html><html>', '\n  <html lang="en">', '\ufeff<!doctype HTML >'])(
    'knows a web page that came in place of a file: %j',
    async (page) => {
      const served = new Map([['b.bin', new Blob([page])]])
      await expect(checkFiles(served, [{ path: 'b.bin', bytes: 1000 }])).rejects.toMatchObject(
        wrong(/is a web page/, 'b.bin'),
      )
    },
  )

  it('finds what is quickly seen of every file before it hashes the first', async () => {
    const read: string[] = []
    const large = new Blob([new Uint8Array(10)])
    large.arrayBuffer = () => {
      read.push('hashed')
      return Promise.resolve(new ArrayBuffer(10))
    }
    const expected = [{ path: 'large', sha256: OTHER_SHA }, { path: 'gone' }]
    await expect(checkFiles(new Map([['large', large]]), expected)).rejects.toMatchObject({
      details: { path: 'gone' },
    })
    expect(read).toEqual([])
  })

  it('stops between files', async () => {
    const signal = AbortSignal.abort()
    await expect(checkFiles(files, [{ path: 'a.json', sha256: SHA_OF_A }], { signal })).rejects.toMatchObject(
      {
        name: 'AbortError',
      },
    )
  })
})
