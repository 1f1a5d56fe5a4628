import type { ToolSpec } from '../../tools/tool.ts'

/**
 * True for a line 'tool argument value' that the tool's own schema explains: the argument is one of its, the value a choice
 * of it, a truth value, or a number where it takes one. Such a line needs no word of anybody.
 */
export function isHint(line: string, specs: readonly ToolSpec[]): boolean {
  const [tool, argument, value, ...more] = line.split(' ')
  const spec = specs.find(({ name }) => name === tool)
  const property = argument === undefined ? undefined : ownProperty(spec?.parameters.properties, argument)
  if (!property || value === undefined || more.length > 0 || spec?.needs[argument!] !== undefined)
    return false
  if (/longitude|latitude/.test(argument!)) return false
  const kinds = [property, ...alternatives(property)]
  const isNumber = /^-?\d+(\.\d+)?$/.test(value) && significantDigits(value) <= MOST_DIGITS
  return kinds.some(
    (kind) =>
      (Array.isArray(kind['enum']) && kind['enum'].map(String).includes(value)) ||
      (kind['type'] === 'boolean' && (value === 'true' || value === 'false')) ||
      ((kind['type'] === 'number' || kind['type'] === 'integer') && isNumber),
  )
}

/** Thresholds are round; what was measured is not, and would be somebody's answer. */
const MOST_DIGITS = 3

const significantDigits = (value: string) => value.replace(/[-.]/g, '').replace(/^0+/, '').length

type Schema = Readonly<Record<string, unknown>>

const ownProperty = (properties: Readonly<Record<string, Schema>> | undefined, name: string) =>
  properties && Object.hasOwn(properties, name) ? properties[name] : undefined

const alternatives = (property: Schema): readonly Schema[] =>
  Array.isArray(property['anyOf']) ? (property['anyOf'] as Schema[]) : []
