import { AppError } from '../../lib/errors.ts'
import { QA_TABLES, type QaField, type QaKind } from './tables.ts'

/**
 * Names of what a quality value says: set flags by their name, wider fields as field_value ('cloud_confidence_high').
 * A number that the kind cannot hold says nothing.
 */
export function decode(kind: QaKind, value: number): readonly string[] {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bitsOf(kind)) return []
  return QA_TABLES[kind].fields.flatMap((field) => nameOf(field, partOf(field, value)) ?? [])
}

/**
 * True for values that hold one of the names, as `decode` gives them. Throws invalid_input for a name that the kind
 * does not have.
 */
export function maskOf(kind: QaKind, names: readonly string[]): (value: number) => boolean {
  const known = new Set(namesOf(kind))
  const strange = names.filter((name) => !known.has(name))
  if (strange.length > 0) {
    throw new AppError(
      'invalid_input',
      `${kind} says nothing of ${strange.join(', ')}; it says ${[...known].join(', ')}`,
    )
  }
  const wanted = new Set(names)
  const tests = QA_TABLES[kind].fields.map((field) => ({
    field,
    parts: partsOf(field).map((part) => wanted.has(nameOf(field, part) ?? '')),
  }))
  // All kinds have at most 16 bits: a table answers a pixel in one step.
  const table = Uint8Array.from({ length: 2 ** bitsOf(kind) }, (_, value) =>
    tests.some(({ field, parts }) => parts[partOf(field, value)]) ? 1 : 0,
  )
  return (value) => table[value] === 1
}

/** Every name that values of a kind can have. */
export function namesOf(kind: QaKind): readonly string[] {
  return QA_TABLES[kind].fields.flatMap((field) =>
    Array.from({ length: 2 ** field.width }, (_, part) => nameOf(field, part)).filter(
      (name) => name !== null,
    ),
  )
}

/** What counts as hidden ground: all that a quality band names, or what it calls cloud alone. */
export type Hiding = 'cloud_and_shadow' | 'cloud'

const masks = new Map<string, (value: number) => boolean>()

/** Tells for one kind of quality band whether a value means that the ground is hidden. NaN (nodata) hides. */
export function hides(kind: QaKind, by: Hiding = 'cloud_and_shadow'): (value: number) => boolean {
  const key = `${kind} ${by}`
  const { hiding, clouds } = QA_TABLES[kind]
  const isHidden = masks.get(key) ?? maskOf(kind, by === 'cloud' ? clouds : hiding)
  masks.set(key, isHidden)
  return (value) => Number.isNaN(value) || isHidden(value)
}

const bitsOf = (kind: QaKind) => Math.max(...QA_TABLES[kind].fields.map(({ first, width }) => first + width))

const partsOf = ({ width }: QaField) => Array.from({ length: 2 ** width }, (_, part) => part)

const partOf = ({ first, width }: QaField, value: number): number => (value >> first) & (2 ** width - 1)

function nameOf({ name, values }: QaField, part: number): string | null {
  if (!values) return part === 1 ? name : null
  const value = values[part] ?? null
  return value === null ? null : name === '' ? value : `${name}_${value}`
}
