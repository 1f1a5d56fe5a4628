import { describe, expect, it } from 'vitest'
import { stem } from '../../src/lib/stem.ts'
import { fold, tokens, words } from '../../src/lib/text.ts'

describe('stem', () => {
  // Pairs printed in Porter (1980), doi:10.1108/eb046814, each for the rule it is the example of.
  it.each([
    ['caresses', 'caress'], ['ponies', 'poni'], ['cats', 'cat'], ['feed', 'feed'], ['agreed', 'agre'],
    ['plastered', 'plaster'], ['bled', 'bled'], ['motoring', 'motor'], ['sing', 'sing'], ['conflated', 'conflat'],
    ['hopping', 'hop'], ['falling', 'fall'], ['hissing', 'hiss'], ['filing', 'file'], ['happy', 'happi'],
    ['sky', 'sky'], ['relational', 'relat'], ['conditional', 'condit'], ['triplicate', 'triplic'],
    ['hopefulness', 'hope'], ['revival', 'reviv'], ['replacement', 'replac'], ['adoption', 'adopt'],
    ['probate', 'probat'], ['rate', 'rate'], ['controll', 'control'], ['roll', 'roll'],
  ])('takes %s to %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  }) // prettier-ignore

  it('brings the forms of one word together', () => {
    for (const family of [
      ['burn', 'burned', 'burning', 'burnt', 'burns'],
      ['grow', 'grew', 'growing', 'growth'],
      ['vegetation', 'vegetations'],
      ['difference', 'differences'],
      ['hectare', 'hectares'],
      ['index', 'indices'],
    ]) {
      expect(new Set(family.map(stem)).size, family.join()).toBe(1)
    }
  })

  it('keeps apart words that only look alike', () => {
    expect(stem('water')).not.toBe(stem('wave'))
    expect(stem('mask')).not.toBe(stem('mass'))
  })

  it('leaves short words, digits and other scripts as they are', () => {
    expect(['ha', 'b8a', 'km2', 'река'].map(stem)).toEqual(['ha', 'b8a', 'km2', 'река'])
  })
})

describe('fold', () => {
  it('folds case, diacritics and raised digits', () => {
    expect(fold('CORUMBÁ m²')).toBe('corumba m2')
  })
})

describe('words', () => {
  it('keeps order, joined names and decimal numbers, and leaves punctuation out', () => {
    expect(words('dNBR ≥ 0.27, then mask_area!')).toEqual(['dnbr', '0.27', 'then', 'mask_area'])
  })

  it('is empty for text without words', () => {
    expect(words(' … ?! ')).toEqual([])
  })
})

describe('tokens', () => {
  it('leaves stop words out and stems the rest', () => {
    expect(tokens('How many hectares were burned between the two dates?')).toEqual(
      ['many', 'hectares', 'burned', 'between', 'two', 'dates'].map(stem),
    )
  })

  it('gives a tool name whole and in parts', () => {
    expect(tokens('burn_severity')).toEqual(['burn_severity', 'burn', stem('severity')])
    expect(tokens('getRiverLevel')).toEqual(['getriverlevel', 'get', 'river', 'level'])
    expect(tokens('dNBR')).toEqual(['dnbr', 'nbr'])
  })

  it('keeps words of order and comparison', () => {
    expect(tokens('before after above below between')).toHaveLength(5)
  })
})
