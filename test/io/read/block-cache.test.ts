import { describe, expect, it } from 'vitest'
import { BlockCache } from '../../../src/io/read/block-cache.ts'

const block = (bytes: number) => Promise.resolve(new Uint8Array(bytes))
/** Sizes are known one turn after a block is decoded. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('BlockCache', () => {
  it('lets go of what was used least recently, across images, once over its budget', async () => {
    const cache = new BlockCache(100)
    const [first, second] = [{}, {}]
    cache.set(first, 0, block(40))
    cache.set(second, 0, block(40))
    await settled()
    expect(cache.get(first, 0)).toBeDefined()
    cache.set(second, 1, block(40))
    await settled()
    expect([cache.get(first, 0), cache.get(second, 0), cache.get(second, 1)].map(Boolean)).toEqual([
      true,
      false,
      true,
    ])
    expect(cache.bytes).toBe(80)
  })

  it('hands a block that is being decoded to whoever asks meanwhile', async () => {
    const cache = new BlockCache(100)
    const image = {}
    let decode: (samples: Uint8Array<ArrayBuffer>) => void = () => undefined
    const decoding = new Promise<Uint8Array<ArrayBuffer>>((resolve) => (decode = resolve))
    cache.set(image, 3, decoding)
    expect(cache.get(image, 3)).toBe(decoding)
    expect(cache.bytes).toBe(0)
    decode(new Uint8Array(10))
    await settled()
    expect(cache.bytes).toBe(10)
  })

  it('forgets a block that could not be decoded', async () => {
    const cache = new BlockCache(100)
    const image = {}
    const failed = Promise.reject(new Error('damaged'))
    cache.set(image, 0, failed)
    await failed.catch(() => undefined)
    await settled()
    expect(cache.get(image, 0)).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  it('drops the blocks of one image and counts none of them, decoded since or not', async () => {
    const cache = new BlockCache(100)
    const [closed, open] = [{}, {}]
    cache.set(closed, 0, block(30))
    await settled()
    cache.set(closed, 1, block(30))
    cache.set(open, 0, block(20))
    cache.drop(closed)
    await settled()
    expect([cache.get(closed, 0), cache.get(closed, 1)]).toEqual([undefined, undefined])
    expect(cache.get(open, 0)).toBeDefined()
    expect(cache.bytes).toBe(20)
  })
})
