import { AppError } from '../../src/lib/errors.ts'
import type { FieldTask, Split } from './task.ts'
import { FIELD_TYPES } from './types/index.ts'

/**
 * The tasks of a split, all first wordings before all second ones, so that any leading share of them touches every type.
 * Without the shared folder those on real scenes are left out. `types` narrows them. Throws invalid_input.
 */
export function tasksOf(
  split: Split,
  shared: string | null,
  types?: readonly string[],
): readonly FieldTask[] {
  const unknown = (types ?? []).filter((name) => !FIELD_TYPES.some(({ type }) => type === name))
  if (unknown.length > 0) {
    const known = FIELD_TYPES.map(({ type }) => type).join(', ')
    throw new AppError('invalid_input', `There is no task type ${unknown.join(', ')}; there are ${known}.`)
  }
  const lists = FIELD_TYPES.filter(({ type }) => types?.includes(type) ?? true).map((type) =>
    type.tasks(split, shared),
  )
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}
