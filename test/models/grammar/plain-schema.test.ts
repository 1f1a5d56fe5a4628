import { describe, expect, it } from 'vitest'
import { plainSchema } from '../../../src/models/grammar/plain-schema.ts'

describe('plainSchema', () => {
  it('keeps what a grammar holds and leaves out what people read', () => {
    expect(
      plainSchema({
        type: 'object',
        properties: {
          pre: { type: 'string', minLength: 1, maxLength: 64, description: 'Id of the scene before.' },
          clouds: { type: 'string', enum: ['mask', 'keep'], default: 'mask', slot: 'clouds' },
          sectors: {
            anyOf: [
              { type: 'number', const: 4 },
              { type: 'number', const: 8 },
            ],
          },
          top: { type: 'integer', minimum: 1, maximum: 50 },
          threshold: { type: 'number', minimum: 0, maximum: 1 },
          dates: { type: 'array', items: { type: 'string', pattern: '^\\d{4}$' }, minItems: 2, maxItems: 60 },
        },
        required: ['top', 'pre'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        pre: { type: 'string', minLength: 1 },
        clouds: { enum: ['mask', 'keep'] },
        sectors: { enum: [4, 8] },
        top: { type: 'integer', minimum: 1, maximum: 50 },
        threshold: { type: 'number' },
        dates: { type: 'array', items: { type: 'string', pattern: '^\\d{4}$' }, minItems: 2, maxItems: 60 },
      },
      required: ['pre', 'top'],
      additionalProperties: false,
    })
  })

  it('turns bounds that are excluded into the integers beside them, and drops those of the number type', () => {
    expect(plainSchema({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 })).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 9,
    })
    expect(plainSchema({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual({
      type: 'integer',
      minimum: 0,
    })
  })

  it('drops patterns that count far', () => {
    expect(plainSchema({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' })).toEqual({ type: 'string' })
  })

  it('keeps choices between schemas, and objects within objects closed', () => {
    expect(
      plainSchema({
        anyOf: [{ type: 'null' }, { type: 'object', properties: { a: { const: 1 } } }],
      }),
    ).toEqual({
      anyOf: [
        { type: 'null' },
        { type: 'object', properties: { a: { enum: [1] } }, required: [], additionalProperties: false },
      ],
    })
  })

  it('changes nothing in what it has made', () => {
    const once = plainSchema({
      type: 'object',
      properties: { a: { type: 'number', minimum: 0 }, b: { const: 'x' } },
      required: ['a'],
    })
    expect(plainSchema(once)).toEqual(once)
  })
})
