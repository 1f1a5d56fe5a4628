import { constants, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflateAtMost } from '../../../src/io/read/inflate.ts'

/** Slopes and noise of `length` bytes, the same each time. */
function sample(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, (_, index) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return index % 7 < 4 ? index >> 6 : state >> 16
  })
}

describe('inflateAtMost', () => {
  it.each([
    ['stored', { level: 0 }],
    ['fixed codes', { strategy: constants.Z_FIXED }],
    ['own codes', { level: 9 }],
    ['Huffman alone', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['runs', { strategy: constants.Z_RLE }],
  ])('undoes what zlib made: %s', (_, options) => {
    for (const length of [0, 1, 300, 70_000]) {
      const bytes = sample(length)
      expect([...inflateAtMost(deflateSync(bytes, options), length)]).toEqual([...bytes])
    }
  })

  it('passes over bytes after the end and gives no more than was asked for', () => {
    const bytes = sample(5000)
    const packed = Uint8Array.from([...deflateSync(bytes), 1, 2, 3])
    expect([...inflateAtMost(packed, 6000)]).toEqual([...bytes])
    expect([...inflateAtMost(packed, 1234)]).toEqual([...bytes.subarray(0, 1234)])
  })

  it('throws where the stream is cut or no zlib stream', () => {
    const packed = deflateSync(sample(5000))
    expect(() => inflateAtMost(packed.subarray(0, 100), 5000)).toThrow('ends early')
    expect(() => inflateAtMost(packed.subarray(1), 5000)).toThrow('not a zlib stream')
    expect(() => inflateAtMost(new Uint8Array(1), 5000)).toThrow('not a zlib stream')
  })
})
