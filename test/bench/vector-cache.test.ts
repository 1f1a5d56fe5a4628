import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cachedEmbedder } from '../../bench/lib/vector-cache.ts'

let folder: string
let asked: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-vectors-'))
  writeFileSync(join(folder, 'model'), 'first')
  asked = []
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Vectors are the text's length and its first character code: enough to tell texts apart. */
const open = (onLoad: () => void = () => undefined) =>
  cachedEmbedder({
    folder: join(folder, 'vectors'),
    modelFiles: [join(folder, 'model')],
    dimensions: 2,
    load: () => {
      onLoad()
      return Promise.resolve({
        dimensions: 2,
        embed: (texts) => {
          asked.push(...texts)
          return Promise.resolve(texts.map((text) => Float32Array.of(text.length, text.charCodeAt(0))))
        },
      })
    },
  })
const plain = (vectors: readonly Float32Array[]) => vectors.map((vector) => [...vector])

describe('cachedEmbedder', () => {
  it('embeds a text once, also in a later process, and loads no model where all is known', async () => {
    expect(plain(await open().embed(['ab', 'c', 'ab']))).toEqual([[2, 97], [1, 99], [2, 97]]) // prettier-ignore
    expect(asked).toEqual(['ab', 'c'])
    let loads = 0
    expect(plain(await open(() => loads++).embed(['c', 'ab']))).toEqual([[1, 99], [2, 97]]) // prettier-ignore
    expect([loads, asked.length]).toEqual([0, 2])
  })

  it('forgets vectors of another model', async () => {
    await open().embed(['ab'])
    writeFileSync(join(folder, 'model'), 'second')
    await open().embed(['ab'])
    expect(asked).toEqual(['ab', 'ab'])
  })

  it('cuts off a record that a kill has torn, and goes on', async () => {
    await open().embed(['ab'])
    const file = join(folder, 'vectors', readdirSync(join(folder, 'vectors'))[0]!)
    const whole = statSync(file).size
    appendFileSync(file, Buffer.alloc(5, 1))
    await open().embed(['c'])
    expect(statSync(file).size).toBe(2 * whole)
    expect(plain(await open().embed(['ab', 'c']))).toEqual([[2, 97], [1, 99]]) // prettier-ignore
    expect(asked).toEqual(['ab', 'c'])
  })
})
