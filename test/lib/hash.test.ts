import { describe, expect, it } from 'vitest'
import { sha256Hex, stableJson } from '../../src/lib/hash.ts'

describe('sha256Hex', () => {
  it('gives the digests of FIPS 180 and of UTF-8 text', async () => {
    // printf abc | sha256sum; printf 'Größe' | sha256sum
    expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await sha256Hex('Größe')).toBe('aedc3f80989a6546962705852b2f4a481dbd1e490760693525c3724bacab3f50')
  })
})

describe('stableJson', () => {
  it('orders the keys at every depth and keeps the order of lists', () => {
    expect(stableJson({ b: [{ z: 1, y: 2 }, 3], a: null })).toBe('{"a":null,"b":[{"y":2,"z":1},3]}')
  })

  it('takes data before and after a JSON round trip for the same', () => {
    const value = { later: undefined, figure: Number.NaN, list: [1, 'two', { c: true, b: -0 }] }
    expect(stableJson(JSON.parse(JSON.stringify(value)))).toBe(stableJson(value))
  })
})
