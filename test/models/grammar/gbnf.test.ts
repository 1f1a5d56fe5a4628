import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { schemaToGbnf } from '../../../src/models/grammar/gbnf.ts'
import { integerRange } from '../../../src/models/grammar/integer-range.ts'
import type { JsonSchema } from '../../../src/models/engine.ts'
import { readGbnf } from '../../helpers/gbnf.ts'

const grammarOf = (schema: JsonSchema) => readGbnf(schemaToGbnf(schema))
const accepts = (schema: JsonSchema, value: unknown) => grammarOf(schema).matches(JSON.stringify(value))

describe('integerRange', () => {
  it('holds exactly the integers between its bounds', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 300; round++) {
      const size = 10 ** Math.floor(random() * 6)
      const low = Math.floor((random() - 0.5) * size)
      const high = low + Math.floor(random() * size)
      const grammar = readGbnf(`root ::= ${integerRange(low, high)!}`)
      const near = [low - 1, low, low + 1, high - 1, high, high + 1, 0, -low, -high]
      const drawn = Array.from({ length: 30 }, () => Math.floor((random() - 0.5) * 3 * size))
      for (const value of [...near, ...drawn]) {
        const text = JSON.stringify(value)
        if (text !== '-0') {
          expect([low, high, text, grammar.matches(text)]).toEqual([
            low,
            high,
            text,
            value >= low && value <= high,
          ])
        }
      }
    }
  })

  it('has no leading zeros, no minus zero and no integers where there are none', () => {
    const grammar = readGbnf(`root ::= ${integerRange(-20, 120)!}`)
    for (const text of ['-0', '00', '007', '+5', '1.0', '']) expect(grammar.matches(text)).toBe(false)
    expect(integerRange(5, 4)).toBeNull()
    expect(integerRange(0.2, 0.8)).toBeNull()
  })

  it('stays within what a double tells apart where there is no bound', () => {
    const grammar = readGbnf(`root ::= ${integerRange()!}`)
    expect(grammar.matches('999999999999999')).toBe(true)
    expect(grammar.matches('-999999999999999')).toBe(true)
    expect(grammar.matches('1000000000000000')).toBe(false)
  })
})

describe('schemaToGbnf', () => {
  const place: JsonSchema = {
    type: 'object',
    properties: {
      layer: { type: 'string', minLength: 1, maxLength: 4 },
      side: { enum: ['above', 'below "it"'] },
      count: { type: 'integer', minimum: 1, maximum: 12 },
    },
    required: ['side'],
  }

  it('keeps the properties in their order and lets those be left out that are not required', () => {
    const grammar = grammarOf(place)
    for (const text of [
      '{"side":"above"}',
      '{"layer":"a","side":"below \\"it\\"","count":12}',
      '{"layer": "abcd", "side": "above"}',
      '{"side":"above","count":7}',
    ]) {
      expect([text, grammar.matches(text)]).toEqual([text, true])
    }
    for (const text of [
      '{}',
      '{"layer":"a"}',
      '{"side":"above","layer":"a"}',
      '{"side":"above","side":"above"}',
      '{"side":"above",}',
      '{,"side":"above"}',
      '{"side":"other"}',
      '{"side":"above","count":13}',
      '{"layer":"abcde","side":"above"}',
      '{"layer":"","side":"above"}',
      '{"side":  "above"}',
      '{ "side":"above"}',
      '{"side":"above","extra":1}',
      '{"side":"above"} ',
    ]) {
      expect([text, grammar.matches(text)]).toEqual([text, false])
    }
  })

  it('takes an object with all or none of its properties where none is required', () => {
    const schema = { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'null' } } }
    for (const value of [{}, { a: true }, { b: null }, { a: false, b: null }])
      expect(accepts(schema, value)).toBe(true)
    expect(accepts(schema, { b: null, a: true })).toBe(false)
    expect(accepts({ type: 'object', properties: {} }, {})).toBe(true)
    expect(accepts({ type: 'object', properties: {} }, { a: 1 })).toBe(false)
  })

  it('counts the items of an array', () => {
    const schema = { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 4 }
    const lengths = [0, 1, 2, 3, 4, 5].map((length) => accepts(schema, Array(length).fill(true)))
    expect(lengths).toEqual([false, false, true, true, true, false])
    const upTo = { type: 'array', items: { const: 1 }, maxItems: 2 }
    expect([0, 1, 2, 3].map((length) => accepts(upTo, Array(length).fill(1)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(accepts({ ...upTo, maxItems: 0 }, [])).toBe(true)
    const one = { type: 'array', items: { const: 1 }, minItems: 1, maxItems: 1 }
    expect([0, 1, 2].map((length) => accepts(one, Array(length).fill(1)))).toEqual([false, true, false])
  })

  it('counts a character that JSON escapes as one', () => {
    const schema = { type: 'string', maxLength: 2 }
    for (const text of ['"', '\\', '\n', '\u0007', 'é', '火']) {
      expect([text, accepts(schema, text + text), accepts(schema, text.repeat(3))]).toEqual([
        text,
        true,
        false,
      ])
    }
    expect(grammarOf(schema).matches('"\n"')).toBe(false)
    expect(grammarOf(schema).matches('"\\x"')).toBe(false)
  })

  it('holds strings to a pattern', () => {
    const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
    expect(accepts(day, '2024-08-31')).toBe(true)
    for (const text of ['2024-8-31', '2024-08-31 ', 'x2024-08-31']) expect(accepts(day, text)).toBe(false)
  })

  it('agrees with regular expressions on drawn texts', () => {
    const random = seededRandom(11)
    const patterns = [
      '^[a-z][a-z0-9_]{0,3}$',
      '^(?:ab|[^a-c])+$',
      'b.c',
      '^a\\.?[\\w-]*$',
      '^(?:\\(x|y\\))$',
      'a|b',
      '^(a|b)?c{2,}$',
    ]
    for (const pattern of patterns) {
      const grammar = grammarOf({ type: 'string', pattern })
      const regular = new RegExp(pattern, 'u')
      for (let round = 0; round < 300; round++) {
        const text = Array.from(
          { length: Math.floor(random() * 6) },
          () => 'abc_.-(xy)9'[Math.floor(random() * 11)],
        ).join('')
        expect([pattern, text, grammar.matches(JSON.stringify(text))]).toEqual([
          pattern,
          text,
          regular.test(text),
        ])
      }
    }
  })

  it('takes the numbers of JSON, without a sign where none can be below zero', () => {
    const grammar = grammarOf({ type: 'number' })
    for (const text of ['0', '-0.27', '12.5', '1e3', '2.5E-7'])
      expect([text, grammar.matches(text)]).toEqual([text, true])
    for (const text of ['.5', '01', '1.', '+1', 'NaN', '1e', '--1'])
      expect([text, grammar.matches(text)]).toEqual([text, false])
    expect(accepts({ type: 'number', minimum: 0 }, -1)).toBe(false)
    expect(accepts({ type: 'number', exclusiveMinimum: 0 }, 0.5)).toBe(true)
    expect(accepts({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, 3)).toBe(false)
    expect(accepts({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }, 2)).toBe(true)
  })

  it('takes either of several, and constants of a type', () => {
    const schema = {
      default: 8,
      anyOf: [
        { type: 'number', const: 4 },
        { type: 'number', const: 8 },
      ],
    }
    expect([4, 8, 6, 48].map((value) => accepts(schema, value))).toEqual([true, true, false, false])
    expect(accepts({ type: ['integer', 'null'], minimum: 0 }, null)).toBe(true)
    expect(accepts({ type: ['integer', 'null'], minimum: 0 }, -1)).toBe(false)
  })

  it('follows references within the schema, those to itself too', () => {
    const schema = {
      $ref: '#/$defs/tree',
      $defs: {
        tree: { type: 'object', properties: { of: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      },
    }
    expect(accepts(schema, { of: [{ of: [] }, {}] })).toBe(true)
    expect(accepts(schema, { of: [1] })).toBe(false)
    expect(() => schemaToGbnf({ $ref: '#/$defs/none' })).toThrow('#/$defs/none')
  })

  it('takes any JSON where the schema says nothing', () => {
    for (const value of [null, 1, 'a', [1, { b: [true] }], {}]) expect(accepts({}, value)).toBe(true)
    expect(grammarOf({}).matches('{"a":}')).toBe(false)
    expect(accepts({ type: 'object', additionalProperties: { type: 'integer' } }, { a: 1, b: 2 })).toBe(true)
    expect(accepts({ type: 'object', additionalProperties: { type: 'integer' } }, { a: 'x' })).toBe(false)
  })

  it('refuses what it cannot hold', () => {
    const coded: unknown = expect.objectContaining({ code: 'invalid_input' })
    for (const schema of [
      { not: { type: 'null' } },
      { type: 'integer', minimum: 3, maximum: 2 },
      { type: 'string', pattern: '(?=a)b' },
      { type: 'string', pattern: '\\bword\\b' },
      { type: 'object', properties: {}, required: ['a'] },
      { type: 'string', pattern: '^a|b$' },
      { type: 'date' },
    ]) {
      expect(() => schemaToGbnf(schema)).toThrow(coded)
    }
  })
})
