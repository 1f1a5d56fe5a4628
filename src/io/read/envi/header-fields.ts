import { AppError } from '../../../lib/errors.ts'

/** Fields of a header by name in lower case; lists without their braces. All of it is foreign text. */
export type EnviFields = ReadonlyMap<string, string>

/** `name = value` a line; values in braces go over several. Throws read_failed where a brace is never closed. */
export function parseFields(text: string): EnviFields {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const end = endOf(text, '\n', at)
    const line = text.slice(at, end)
    const equals = line.indexOf('=')
    at = end + 1
    if (equals < 0 || line.trimStart().startsWith(';')) continue
    const name = line.slice(0, equals).trim().toLowerCase()
    let value = line.slice(equals + 1).trim()
    if (value.startsWith('{')) {
      const start = text.indexOf('{', end - line.length + equals)
      const close = text.indexOf('}', start)
      if (close < 0) {
        throw new AppError(
          'read_failed',
          'the ENVI header is cut off: the brace of a list is never closed; copy it again',
        )
      }
      value = text.slice(start + 1, close).trim()
      at = endOf(text, '\n', close) + 1
    }
    if (!fields.has(name)) fields.set(name, value)
  }
  return fields
}

export const listOf = (value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : value.split(',').map((part) => part.trim())

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found
}
