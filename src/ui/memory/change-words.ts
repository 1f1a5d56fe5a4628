import type { Activation, JournalRow, RowChange, Usage } from '../../memory/types.ts'
import type { Entry, EntryTable } from '../../memory/view/types.ts'
import { counted, formatTime, plainWords } from '../parts/format.ts'

const CAUSES: Readonly<Partial<Record<string, string>>> = {
  run: 'Run',
  verdict: 'Verdict',
  undo: 'Undo',
  seed: 'Start',
  approve: 'Approval',
  erase: 'Erasure',
  import: 'Import',
}

export function causeWord(cause: JournalRow['cause']): string {
  return CAUSES[cause] ?? cause.charAt(0).toUpperCase() + plainWords(cause).slice(1)
}

export function changeWord(change: Pick<RowChange, 'before' | 'after'>): string {
  return change.before === null ? 'added' : change.after === null ? 'removed' : 'changed'
}

const KINDS: Readonly<Record<RowChange['table'], string>> = {
  skills: 'skill',
  workflows: 'workflow',
  experiences: 'experience',
  edges: 'transition',
}

export const kindWord = (table: RowChange['table']): string => KINDS[table]

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
        field: FIELDS[field] ?? plainWords(field),
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

const FIELDS: Readonly<Record<string, string>> = {
  uses: 'uses',
  lastUsed: 'last used',
  successes: 'went well',
  failures: 'went wrong',
  provenance: 'runs behind it',
  activation: 'made active',
  questionTokens: 'past questions',
  count: 'times seen',
  createdAt: 'stored',
  sequence: 'tools',
  signature: 'kind of data',
  minDates: 'dates needed',
  requires: 'data needed',
  taskType: 'task',
  replaces: 'takes the place of',
}

const NONE = 'none'

function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    return field === 'lastUsed' || field === 'createdAt' ? formatTime(value) : String(value)
  }
  if (typeof value === 'string') return field === 'taskType' ? plainWords(value) : value
  if (field === 'activation') return activationWords(value as Activation)
  if (Array.isArray(value)) return listWords(field, value as readonly unknown[])
  return Object.entries(value)
    .map(([name, part]) => `${plainWords(name)} ${valueWords(name, part)}`)
    .join(', ')
}

function listWords(field: string, list: readonly unknown[]): string {
  if (list.length === 0) return NONE
  if (field === 'provenance') {
    const runs = list.filter((entry) => !String(entry).startsWith('data:')).length
    return counted(runs, 'run', 'runs')
  }
  if (field === 'questionTokens') return counted(list.length, 'question', 'questions')
  if (field === 'steps') return list.map((step) => (step as { tool: string }).tool).join(' → ')
  if (list.every((entry) => typeof entry === 'string')) {
    return list.join(field === 'sequence' ? ' → ' : field === 'modalities' ? ', ' : '; ')
  }
  return counted(list.length, 'entry', 'entries')
}

/** What made an entry active. */
export function activationWords({ by, at, runs }: Activation): string {
  switch (by) {
    case 'seed':
      return 'it came with the app'
    case 'approval':
      return `you approved it, ${formatTime(at)}`
    case 'thumb-up':
      return `a thumb up for a run, ${formatTime(at)}`
    case 'proven':
      return `${counted(runs.length, 'later run', 'later runs')} on other data went well with it, ${formatTime(at)}`
  }
}

/** What people call an origin. */
export const ORIGINS = {
  seed: 'came with the app',
  learned: 'learned',
  imported: 'imported',
  hand: 'by hand',
} as const

/** What the person may do with an entry of each state, and what it does for runs. */
export const STATES = {
  active: { tone: 'good', meaning: 'Runs follow it.' },
  candidate: {
    tone: 'accent',
    meaning:
      'Runs may follow it, below active ones of equal score. It becomes active by your word or by proving itself.',
  },
  quarantined: { tone: 'warn', meaning: 'No run is shown it until you approve it.' },
} as const

export const PLURALS: Readonly<Record<EntryTable, readonly [one: string, many: string]>> = {
  skills: ['skill', 'skills'],
  workflows: ['workflow', 'workflows'],
  experiences: ['experience', 'experiences'],
}
