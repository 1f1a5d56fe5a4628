import type { Activation, JournalRow, RowChange, Usage } from '../../memory/types.ts'
import type { Entry } from '../../memory/view/types.ts'
import { formatTime, plainWords } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

export const causeWord = (cause: JournalRow['cause']): string => words.memory.causes[cause]

export function changeWord({ table, before, after }: Pick<RowChange, 'table' | 'before' | 'after'>): string {
  const { added, removed, changed } = words.memory.kinds[table]
  return before === null ? added : after === null ? removed : changed
}

export const kindWord = (table: RowChange['table']): string => words.memory.kinds[table].one

/** A name for the changed row that a person knows it by. */
export function rowTitle(change: RowChange): string {
  const row = change.after ?? change.before
  return row === null ? change.id : titleOf(row)
}

export function entryTitle({ row }: Entry): string {
  return titleOf(row)
}

function titleOf(row: NonNullable<RowChange['after']>): string {
  if ('title' in row) return row.title
  if ('sequence' in row) return row.sequence.join(' → ')
  if ('trigger' in row) return `${row.tool}: ${row.trigger}`
  return `${row.from} → ${row.to}`
}

export interface FieldChange {
  /** In plain words. */
  readonly field: string
  readonly before: string
  readonly after: string
}

/** The fields that differ, in plain words; none for a row that was added or removed. */
export function fieldChanges({ before, after }: Pick<RowChange, 'before' | 'after'>): readonly FieldChange[] {
  if (before === null || after === null) return []
  const was = flat(before)
  const is = flat(after)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field), is.get(field)]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    return [
      {
        field: isField(field) ? words.memory.fields[field] : plainWords(field),
        before: valueWords(field, old),
        after: valueWords(field, now),
      },
    ]
  })
}

/** A row by its fields, those of its usage among them. */
function flat(row: object): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(
    Object.entries(row).flatMap(([field, value]) =>
      field === 'usage' ? Object.entries(value as Usage) : [[field, value] as const],
    ),
  )
}

const isField = (field: string): field is keyof typeof words.memory.fields => field in words.memory.fields

function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return words.memory.none
  if (typeof value === 'boolean') return value ? words.memory.changes.yes : words.memory.changes.no
  if (typeof value === 'number') {
    return field === 'lastUsed' || field === 'createdAt' ? formatTime(value) : String(value)
  }
  if (typeof value === 'string') {
    if (field === 'state' && value in TONES) return words.memory.states[value as keyof typeof TONES].label
    return field === 'taskType' ? plainWords(value) : value
  }
  if (field === 'activation') return activationWords(value as Activation)
  if (Array.isArray(value)) return listWords(field, value as readonly unknown[])
  return Object.entries(value)
    .map(([name, part]) => `${plainWords(name)} ${valueWords(name, part)}`)
    .join(', ')
}

function listWords(field: string, list: readonly unknown[]): string {
  if (list.length === 0) return words.memory.none
  if (field === 'provenance') {
    const runs = list.filter((entry) => !String(entry).startsWith('data:')).length
    return words.memory.changes.runs(runs)
  }
  if (field === 'questionTokens') return words.memory.changes.questions(list.length)
  if (field === 'steps') return list.map((step) => (step as { tool: string }).tool).join(' → ')
  if (list.every((entry) => typeof entry === 'string')) {
    return list.join(field === 'sequence' ? ' → ' : field === 'modalities' ? ', ' : '; ')
  }
  return words.memory.changes.entries(list.length)
}

/** What made an entry active. */
export function activationWords({ by, at, runs }: Activation): string {
  const { seed, approval, thumbUp, proven } = words.memory.activation
  switch (by) {
    case 'seed':
      return seed
    case 'approval':
      return approval(formatTime(at))
    case 'thumb-up':
      return thumbUp(formatTime(at))
    case 'proven':
      return proven(runs.length, formatTime(at))
  }
}

/** How each state of an entry looks. */
export const TONES = { active: 'good', candidate: 'accent', quarantined: 'warn' } as const
