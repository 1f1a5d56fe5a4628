import { describe, expect, it } from 'vitest'
import { Acceptor } from '../../../src/models/grammar/acceptor.ts'
import { schemaToGbnf } from '../../../src/models/grammar/gbnf.ts'
import { readGbnf } from '../../../src/models/grammar/read-gbnf.ts'

function verdict(gbnf: string, text: string | readonly number[]): 'refused' | 'begun' | 'complete' {
  const acceptor = new Acceptor(readGbnf(gbnf))
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const state = acceptor.read(acceptor.start, bytes)
  if (!state) return 'refused'
  return state.complete && !state.partial ? 'complete' : 'begun'
}

describe('Acceptor', () => {
  it('reads alternatives, groups and repetitions', () => {
    const gbnf = 'root ::= ("ab" | "ac") d{2,3} x? # two or three\nd ::= [0-9]\nx ::= "!"*'
    expect(['ab12', 'ac123', 'ab12!!', 'ac123!'].map((text) => verdict(gbnf, text))).toEqual(
      Array(4).fill('complete'),
    )
    expect(['', 'a', 'ab1'].map((text) => verdict(gbnf, text))).toEqual(Array(3).fill('begun'))
    expect(['b', 'ad', 'ab1234', 'ab1x'].map((text) => verdict(gbnf, text))).toEqual(Array(4).fill('refused'))
  })

  it('counts nested brackets', () => {
    const gbnf = 'root ::= "[" root* "]"'
    expect(verdict(gbnf, '[[][[]]]')).toBe('complete')
    expect(verdict(gbnf, '[[][[]]')).toBe('begun')
    expect(verdict(gbnf, '[]]')).toBe('refused')
  })

  it('reads characters of more than one byte, and beginnings of them', () => {
    const gbnf = 'root ::= [à-ü]+ | "火" | [^\\x00-\\U0001F300\\U0001F400-\\U0010FFFF]'
    expect(verdict(gbnf, 'éà')).toBe('complete')
    expect(verdict(gbnf, '火')).toBe('complete')
    expect(verdict(gbnf, '🌱')).toBe('complete')
    // C3 opens U+00C0 to U+00FF, C4 U+0100 to U+013F; E7 81 opens that of 火, E7 82 none of them.
    expect(verdict(gbnf, [0xc3])).toBe('begun')
    expect(verdict(gbnf, [0xc4])).toBe('refused')
    expect(verdict(gbnf, [0xe7, 0x81])).toBe('begun')
    expect(verdict(gbnf, [0xe7, 0x82])).toBe('refused')
    expect(verdict(gbnf, [0xc3, 0x41])).toBe('refused')
    expect(verdict(gbnf, [0x80])).toBe('refused')
  })

  it('refuses what is no UTF-8: a letter in more bytes than it needs, a surrogate, a code point beyond the last', () => {
    expect(verdict('root ::= "n"', [0xf0])).toBe('refused')
    expect(verdict('root ::= "n"', [0xe0, 0x81])).toBe('refused')
    const any = 'root ::= [^x]'
    expect(verdict(any, [0xed, 0xa0])).toBe('refused')
    expect(verdict(any, [0xe0, 0x9f])).toBe('refused')
    expect(verdict(any, [0xf4, 0x90])).toBe('refused')
    expect(verdict(any, [0xf4, 0x8f, 0xbf, 0xbf])).toBe('complete')
  })

  it('goes through rules that may be empty, and never in circles', () => {
    const gbnf = 'root ::= (a*)* "b"\na ::= "" | "a"'
    expect(verdict(gbnf, 'aaab')).toBe('complete')
    expect(verdict(gbnf, 'c')).toBe('refused')
  })

  it('keeps as few states for the hundredth repetition as for the second', () => {
    const acceptor = new Acceptor(readGbnf('root ::= "<" [a-z]* ">"'))
    const bytes = new TextEncoder().encode('<' + 'abc'.repeat(100))
    expect(acceptor.read(acceptor.start, bytes)).toBe(acceptor.read(acceptor.start, bytes.slice(0, 4)))
  })

  it('says what is wrong with a grammar', () => {
    expect(() => readGbnf('root ::= (a')).toThrow(/needs \)/)
    expect(() => readGbnf('root ::= a')).toThrow(/no rule named a/)
    expect(() => readGbnf('a ::= "b"')).toThrow(/no rule named root/)
    expect(() => readGbnf('root ::= "b"{1,99999}')).toThrow(/repetitions/)
  })

  it('holds JSON to a schema', () => {
    const gbnf = schemaToGbnf({
      type: 'object',
      properties: {
        layer: { type: 'string', maxLength: 8 },
        bands: { type: 'array', items: { enum: ['nir', 'swir2'] }, minItems: 1, maxItems: 2 },
        limit: { type: 'integer', minimum: -3, maximum: 120 },
      },
      required: ['layer', 'limit'],
    })
    expect(verdict(gbnf, '{"layer":"São \\u00e9","bands":["nir","swir2"],"limit":120}')).toBe('complete')
    expect(verdict(gbnf, '{"layer":"a","limit":-3}')).toBe('complete')
    const bad = [
      '{"layer":"123456789',
      '{"layer":"a","limit":121',
      '{"limit',
      '{"layer":"a","bands":[]',
      ' {',
    ]
    expect(bad.map((text) => verdict(gbnf, text))).toEqual(bad.map(() => 'refused'))
  })
})
