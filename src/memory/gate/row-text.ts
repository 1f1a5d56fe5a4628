import type { RowChange } from '../types.ts'

/** One text of a row, with the place it stands in. */
export interface RowText {
  readonly field: string
  readonly text: string
}

type Row = NonNullable<RowChange['after']>

/** Free text of a row: what templates worded. Names and literals are typed slots and are checked as such. */
export function templateTexts(table: RowChange['table'], row: Row): readonly RowText[] {
  if (table === 'skills' && 'steps' in row) {
    return [
      { field: 'title', text: row.title },
      { field: 'description', text: row.description },
      ...row.steps.map(({ purpose }) => ({ field: 'purpose', text: purpose })),
      ...list('notes', row.notes),
      ...list('rules', row.rules),
    ]
  }
  if (table === 'workflows' && 'sequence' in row) {
    return [
      { field: 'description', text: row.description },
      ...list('parameters', row.parameters),
      ...list('cautions', row.cautions),
    ]
  }
  if (table === 'experiences' && 'trigger' in row) {
    return [
      { field: 'trigger', text: row.trigger },
      { field: 'correction', text: row.correction },
      // Names, error kind and correction in one, parted by bars.
      { field: 'equivalence', text: row.equivalence.replaceAll('|', ', ') },
    ]
  }
  return []
}

const list = (field: string, texts: readonly string[]): readonly RowText[] =>
  texts.map((text) => ({ field, text }))
