import { AppError } from '../../lib/errors.ts'
import type { JsonSchema } from '../engine.ts'
import { literal } from './code-points.ts'
import { integerRange } from './integer-range.ts'
import { patternToGbnf } from './pattern.ts'

/**
 * A grammar of llama.cpp (GBNF) for JSON that a schema allows: types, enum, const, bounds of integers, lengths and
 * patterns of strings, counts of items, anyOf, local references, and of objects the declared properties in their order,
 * each that is not required at most once. Between tokens one space may stand after ':' and ','.
 * Left to whoever checks afterwards: bounds of numbers that are no integers (but for the sign), multipleOf, uniqueItems,
 * format, and lengths in other than code points. Throws invalid_input for schemas that it cannot hold at all.
 */
export function schemaToGbnf(schema: JsonSchema): string {
  const rules = new Rules(schema)
  const root = rules.value(schema)
  return [`root ::= ${root}`, ...rules.lines()].join('\n') + '\n'
}

const CANNOT_HOLD = ['not', 'if', 'patternProperties', 'dependentSchemas', 'contains'] as const

/** Digits of a number that is no integer, before and after the point. */
const DIGITS = 16

class Rules {
  /** Bodies by name, and names by body so that equal ones are shared. */
  readonly #bodies = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #references = new Map<string, string>()

  constructor(readonly whole: JsonSchema) {}

  lines(): string[] {
    return [...this.#bodies].map(([name, body]) => `${name} ::= ${body}`)
  }

  /** An expression for the values of a schema. */
  value(schema: JsonSchema): string {
    const refused = CANNOT_HOLD.find((keyword) => keyword in schema)
    if (refused)
      throw new AppError('invalid_input', `a grammar cannot hold the JSON Schema keyword ${refused}`)
    if (typeof schema['$ref'] === 'string') return this.#reference(schema['$ref'])
    if ('const' in schema) return literal(JSON.stringify(schema['const']))
    if (Array.isArray(schema['enum'])) {
      return this.#rule('enum', schema['enum'].map((value) => literal(JSON.stringify(value))).join(' | '))
    }
    const choices = schema['anyOf'] ?? schema['oneOf']
    if (Array.isArray(choices)) return this.#either(choices as JsonSchema[])
    if (Array.isArray(schema['allOf'])) return this.#all(schema)
    const { type } = schema
    if (Array.isArray(type)) return this.#either(type.map((one: unknown) => ({ ...schema, type: one })))
    return this.#typed(schema)
  }

  #typed(schema: JsonSchema): string {
    switch (schema['type'] ?? impliedType(schema)) {
      case 'object':
        return this.#object(schema)
      case 'array':
        return this.#array(schema)
      case 'string':
        return this.#string(schema)
      case 'integer':
        return this.#integer(schema)
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.#rule('boolean', '"true" | "false"')
      case 'null':
        return '"null"'
      case undefined:
        return this.#anything()
      default:
        throw new AppError('invalid_input', `${String(schema['type'])} is no type of JSON Schema`)
    }
  }

  #either(schemas: readonly JsonSchema[]): string {
    return this.#rule('choice', schemas.map((one) => this.value(one)).join(' | '))
  }

  #all(schema: JsonSchema): string {
    const parts = schema['allOf'] as readonly JsonSchema[]
    if (parts.length !== 1)
      throw new AppError('invalid_input', 'a grammar cannot hold allOf of several schemas')
    return this.value(parts[0]!)
  }

  #object(schema: JsonSchema): string {
    const required = new Set((schema['required'] as readonly string[] | undefined) ?? [])
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
    const undeclared = [...required].find((name) => !properties.some(([known]) => known === name))
    if (undeclared !== undefined) {
      throw new AppError('invalid_input', `the schema requires ${undeclared} but does not declare it`)
    }
    if (properties.length === 0) return this.#record(schema)
    const pairs = properties.map(([name, value]) => ({
      pair: this.#rule('pair', `${literal(`${JSON.stringify(name)}:`)} " "? ${this.value(value)}`),
      must: required.has(name),
    }))
    const later = pairs.map(({ pair, must }) => (must ? `${COMMA} ${pair}` : `(${COMMA} ${pair})?`))
    const first = pairs.findIndex(({ must }) => must)
    const starts = first < 0 ? pairs : pairs.slice(0, first + 1)
    const written = starts.map(({ pair }, at) => [pair, ...later.slice(at + 1)].join(' ')).join(' | ')
    return this.#rule('object', `"{" (${written})${first < 0 ? '?' : ''} "}"`)
  }

  /** An object of names that are not declared. */
  #record(schema: JsonSchema): string {
    const values = schema['additionalProperties']
    if (typeof values !== 'object' || values === null) return '"{}"'
    const pair = this.#rule('pair', `${this.#string({})} ":" " "? ${this.value(values as JsonSchema)}`)
    return this.#rule('record', `"{" (${pair} (${COMMA} ${pair})*)? "}"`)
  }

  #array(schema: JsonSchema): string {
    const tuple = schema['prefixItems']
    if (Array.isArray(tuple)) {
      const items = (tuple as JsonSchema[]).map((item) => this.value(item))
      return this.#rule('tuple', `"[" ${items.join(` ${COMMA} `)} "]"`)
    }
    const items = schema['items']
    const item = this.value(typeof items === 'object' && items !== null ? (items as JsonSchema) : {})
    const least = wholeNumber(schema['minItems']) ?? 0
    const most = wholeNumber(schema['maxItems'])
    if (most !== undefined && most < Math.max(1, least)) {
      if (least > most) throw new AppError('invalid_input', `no array has ${least} to ${most} items`)
      return '"[]"'
    }
    const more = this.#rule('more', `${COMMA} ${item}`)
    const rest = `${item} ${times(more, Math.max(0, least - 1), most === undefined ? undefined : most - 1)}`
    return this.#rule('array', `"[" ${least === 0 ? `(${rest})?` : rest} "]"`)
  }

  #string(schema: JsonSchema): string {
    const character = this.#rule(
      'char',
      '[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})',
    )
    const { pattern } = schema
    const inside =
      typeof pattern === 'string'
        ? patternToGbnf(pattern, character)
        : times(character, wholeNumber(schema['minLength']) ?? 0, wholeNumber(schema['maxLength']))
    return this.#rule('string', `"\\"" ${inside} "\\""`)
  }

  #integer(schema: JsonSchema): string {
    const above = numberIn(schema['exclusiveMinimum'])
    const below = numberIn(schema['exclusiveMaximum'])
    const low = Math.max(
      numberIn(schema['minimum']) ?? -Infinity,
      above === undefined ? -Infinity : Math.floor(above) + 1,
    )
    const high = Math.min(
      numberIn(schema['maximum']) ?? Infinity,
      below === undefined ? Infinity : Math.ceil(below) - 1,
    )
    const range = integerRange(low, high)
    if (range === null) throw new AppError('invalid_input', `no integer lies between ${low} and ${high}`)
    return this.#rule('integer', range)
  }

  #number(schema: JsonSchema): string {
    const least = numberIn(schema['minimum']) ?? numberIn(schema['exclusiveMinimum']) ?? -Infinity
    const sign = least >= 0 ? '' : '"-"? '
    return this.#rule(
      'number',
      `${sign}("0" | [1-9] [0-9]{0,${DIGITS - 1}}) ("." [0-9]{1,${DIGITS}})? ([eE] [+\\x2D]? [0-9]{1,3})?`,
    )
  }

  #anything(): string {
    const known = this.#references.get('')
    if (known !== undefined) return known
    this.#references.set('', 'anything')
    const text = this.#string({})
    const pair = `${text} ":" " "? anything`
    const object = `"{" (${pair} (${COMMA} ${pair})*)? "}"`
    const array = `"[" (anything (${COMMA} anything)*)? "]"`
    const plain = [text, this.#number({}), '"true"', '"false"', '"null"'].join(' | ')
    this.#bodies.set('anything', `${object} | ${array} | ${plain}`)
    return 'anything'
  }

  #reference(path: string): string {
    const known = this.#references.get(path)
    if (known !== undefined) return known
    const name = `reference-${this.#references.size}`
    this.#references.set(path, name)
    this.#bodies.set(name, this.value(resolve(this.whole, path)))
    return name
  }

  /** The name of the rule with this body; a new one where there is none yet. */
  #rule(kind: string, body: string): string {
    const known = this.#names.get(body)
    if (known !== undefined) return known
    const name = `${kind}-${this.#names.size}`
    this.#names.set(body, name)
    this.#bodies.set(name, body)
    return name
  }
}

const COMMA = '"," " "?'

function times(expression: string, least: number, most: number | undefined): string {
  if (most === undefined) return least === 0 ? `${expression}*` : `${expression}{${least},}`
  return most === 0 ? '""' : `${expression}{${least},${most}}`
}

function impliedType(schema: JsonSchema): string | undefined {
  if ('properties' in schema || 'additionalProperties' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  return 'pattern' in schema || 'maxLength' in schema || 'minLength' in schema ? 'string' : undefined
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const wholeNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) ? (value as number) : undefined

function resolve(whole: JsonSchema, path: string): JsonSchema {
  const names = path.startsWith('#') ? path.slice(1).split('/').filter(Boolean) : null
  const found = names?.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null
        ? (at as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')]
        : undefined,
    whole,
  )
  if (typeof found !== 'object' || found === null) {
    throw new AppError('invalid_input', `the schema refers to ${path}, which it does not hold`)
  }
  return found as JsonSchema
}
