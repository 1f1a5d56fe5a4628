import { describe, expect, it } from 'vitest'
import { textMark } from '../../src/lib/text-mark.ts'

describe('textMark', () => {
  it('is the same for the same text and another for one that differs in one letter, order or length', () => {
    const texts = ['', 'a', 'b', 'ab', 'ba', 'aa', 'burned area of 2020', 'burned area of 2021', 'é', 'e']
    expect(new Set(texts.map(textMark)).size).toBe(texts.length)
    expect(texts.map(textMark)).toEqual(texts.map(textMark))
  })

  it('agrees with the published sum of FNV-1a', () => {
    // FNV-1a of 'foobar', 32 bits: bf9cf968 (Fowler, Noll, Vo; test vectors of draft-eastlake-fnv).
    expect(textMark('foobar')).toMatch(/^6-bf9cf968/)
  })
})
