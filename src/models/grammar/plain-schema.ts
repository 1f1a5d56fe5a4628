import type { JsonSchema } from '../engine.ts'

/** Larger bounds are those of a number's type, not of its meaning, and cost a grammar much. */
const LARGEST_BOUND = 1e9

/** A counted repetition longer than this makes XGrammar unroll it over the whole vocabulary: seconds a schema. */
const LONGEST_COUNT = 8

/**
 * The part of a tool's schema that every grammar holds a model to, quickly and rightly: types, declared properties in
 * their order and no others, what is required, enumerations, integers' bounds, counts of items and short patterns.
 * The rest is left to the check of the arguments afterwards: lengths of strings but that they are not empty (up to 64
 * characters take XGrammar seconds to compile), bounds of numbers that are no integers (XGrammar 0.1.27 refuses 0.5 where the minimum is 0, llama.cpp takes
 * no notice), and what is said for people. Plain data in, plain data out: schemas that differ in words alone become equal.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return plainChoice(choices as JsonSchema[])
  if ('const' in schema) return { enum: [schema['const']] }
  if (Array.isArray(schema['enum'])) return { enum: schema['enum'] as unknown[] }
  switch (schema['type']) {
    case 'object':
      return plainObject(schema)
    case 'array':
      return {
        type: 'array',
        items: plainSchema((schema['items'] ?? {}) as JsonSchema),
        ...kept(schema, ['minItems', 'maxItems'], isWhole),
      }
    case 'integer':
      return { type: 'integer', ...kept(schema, ['minimum', 'maximum'], isModest), ...exclusive(schema) }
    case 'string':
      return plainString(schema)
    case undefined:
      return {}
    default:
      return { type: schema['type'] }
  }
}

/** Constants are an enumeration; the type is said by them. */
function plainChoice(choices: readonly JsonSchema[]): JsonSchema {
  const plain = choices.map(plainSchema)
  const values = plain.flatMap((one) => (one['enum'] as readonly unknown[] | undefined) ?? [])
  return plain.every((one) => 'enum' in one) ? { enum: values } : { anyOf: plain }
}

function plainObject(schema: JsonSchema): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = (schema['required'] ?? []) as readonly string[]
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, value]) => [name, plainSchema(value)])),
    required: properties.map(([name]) => name).filter((name) => required.includes(name)),
    additionalProperties: false,
  }
}

function plainString(schema: JsonSchema): JsonSchema {
  const { pattern } = schema
  if (typeof pattern === 'string' && longestCount(pattern) <= LONGEST_COUNT)
    return { type: 'string', pattern }
  return { type: 'string', ...(Number(schema['minLength']) >= 1 ? { minLength: 1 } : {}) }
}

function longestCount(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d*)(?:,(\d*))?\}/g)]
  return Math.max(0, ...counts.flatMap(([, low, high]) => [Number(low), Number(high ?? low)]))
}

/** Bounds that are left out themselves become bounds that are not. */
function exclusive(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  return {
    ...(isModest(above) ? { minimum: Math.floor(above) + 1 } : {}),
    ...(isModest(below) ? { maximum: Math.ceil(below) - 1 } : {}),
  }
}

function kept(schema: JsonSchema, names: readonly string[], isKept: (value: unknown) => boolean): JsonSchema {
  return Object.fromEntries(names.filter((name) => isKept(schema[name])).map((name) => [name, schema[name]]))
}

const isWhole = (value: unknown): value is number => Number.isInteger(value)
const isModest = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= LARGEST_BOUND
