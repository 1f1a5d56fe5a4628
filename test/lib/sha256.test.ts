import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runningGitBlobHash, runningSha256 } from '../../src/lib/sha256.ts'

const data = Uint8Array.from({ length: 100_003 }, (_, at) => (at * 7919) % 256)

async function whole(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

describe('runningSha256', () => {
  it.each([1, 63, 64, 65, 4096, 100_003])('is that of the platform for pieces of %i bytes', async (step) => {
    const hash = runningSha256()
    for (let at = 0; at < data.length; at += step) hash.update(data.subarray(at, at + step))
    expect(hash.hex()).toBe(await whole(data))
  })

  it('is that of nothing for nothing', async () => {
    expect(runningSha256().hex()).toBe(await whole(new Uint8Array()))
  })
})

describe('runningGitBlobHash', () => {
  it('is the name that git gives to a file', () => {
    // printf 'hello\n' | git hash-object --stdin
    const hash = runningGitBlobHash(6)
    hash.update(new TextEncoder().encode('hello\n'))
    expect(hash.hex()).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
  })

  it('holds for pieces', () => {
    const hash = runningGitBlobHash(data.length)
    for (let at = 0; at < data.length; at += 1000) hash.update(data.subarray(at, at + 1000))
    const wanted = createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex')
    expect(hash.hex()).toBe(wanted)
  })
})
