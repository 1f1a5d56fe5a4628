import { rowChange } from '../shapes.ts'
import type { RowChange } from '../types.ts'

/** Fields of a row that are not of their type, such as text in place of a word of a closed list. */
export function shapeFaults({
  table,
  id,
  after,
}: RowChange): readonly { readonly field: string; readonly reason: string }[] {
  const parsed = rowChange.safeParse({ table, id, before: null, after })
  if (parsed.success) return []
  // Keys below the first are words of the row and are not repeated.
  const fields = parsed.error.issues.map(({ path }) => String(path[1] ?? 'row'))
  return [...new Set(fields)].map((field) => ({ field, reason: 'something else than the field holds' }))
}
