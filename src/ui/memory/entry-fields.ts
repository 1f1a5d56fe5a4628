import type { EditPatch } from '../../memory/person.ts'
import type { Entry, EntryTable } from '../../memory/view/types.ts'
import { words } from '../words/words.svelte.ts'

/** A text of an entry that a person may change. */
export interface EntryField {
  readonly name: string
  readonly label: string
  /** As typed: a list has one element a line. */
  readonly value: string
  readonly lines: boolean
  /** It may not be left empty. */
  readonly needed: boolean
}

const text = (name: string, label: string, value: string): EntryField => ({
  name,
  label,
  value,
  lines: false,
  needed: true,
})

const list = (name: string, label: string, values: readonly string[]): EntryField => ({
  name,
  label,
  value: values.join('\n'),
  lines: true,
  needed: false,
})

export function fieldsOf({ table, row }: Entry): readonly EntryField[] {
  const { fields } = words.memory.edit
  switch (table) {
    case 'skills':
      return [
        text('title', fields.title, row.title),
        text('description', fields.when, row.description),
        list('notes', fields.toKnow, row.notes),
        list('rules', fields.rules, row.rules),
      ]
    case 'workflows':
      return [
        text('description', fields.description, row.description),
        list('parameters', fields.parameters, row.parameters),
        list('cautions', fields.cautions, row.cautions),
      ]
    case 'experiences':
      return [text('trigger', fields.seen, row.trigger), text('correction', fields.instead, row.correction)]
  }
}

/** The fields that differ from what they were. */
export function patchOf(
  fields: readonly EntryField[],
  values: Readonly<Record<string, string>>,
): EditPatch[EntryTable] {
  return Object.fromEntries(
    fields.flatMap(({ name, value, lines }) => {
      const typed = values[name] ?? value
      if (typed.trim() === value.trim()) return []
      return [
        [
          name,
          lines
            ? typed
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean)
            : typed.trim(),
        ],
      ]
    }),
  )
}
