import { INDEX_TOOL } from '../adapt.ts'
import type { MemorySnapshot, RowChange, Skill } from '../types.ts'
import { forbiddenForm } from './forbidden-text.ts'
import { templateTexts } from './row-text.ts'
import { shapeFaults } from './shape-faults.ts'
import { isToken } from './slot-faults.ts'

/** More than any template makes of the longest plan. */
const LONGEST = 2000
const NAME = /^[a-z][a-z0-9_]{0,47}$/

type Table = 'skills' | 'workflows' | 'experiences'

/**
 * What of a row may not be kept whoever wrote it: forms that no text and no name of a memory has. Beside no run, so what
 * words mean is not judged. `reason` never repeats what was found.
 */
export function formFaults<Of extends Table>(
  table: Of,
  row: MemorySnapshot[Of][number],
): readonly { readonly field: string; readonly reason: string }[] {
  // A row of a table is what a change of that table holds.
  const change = { table, id: row.id, before: null, after: row } as unknown as RowChange
  const texts = templateTexts(table, row).flatMap(({ field, text }) => {
    const reason = text.length > LONGEST ? `more than ${LONGEST} characters` : forbiddenForm(text)
    return reason === null ? [] : [{ field, reason }]
  })
  const names = namesOf(row).flatMap(({ field, name }) =>
    NAME.test(name) || name === INDEX_TOOL ? [] : [{ field, reason: 'a name that is none' }],
  )
  const words = 'questionTokens' in row ? row.questionTokens.flat() : []
  return [
    ...shapeFaults(change),
    ...texts,
    ...names,
    ...(words.every(isToken) ? [] : [{ field: 'questionTokens', reason: 'more than a word in a token' }]),
  ]
}

function namesOf(row: MemorySnapshot[Table][number]): readonly { field: string; name: string }[] {
  const named = (field: string, names: readonly string[]) => names.map((name) => ({ field, name }))
  if ('steps' in row) return stepNames(row)
  if ('sequence' in row) return named('sequence', row.sequence)
  return [
    ...named('tool', [row.tool]),
    ...named('operations', row.operations),
    ...named('setting', row.setting ? [row.setting.argument] : []),
  ]
}

function stepNames({ steps, answer }: Skill): readonly { field: string; name: string }[] {
  return [
    ...steps.flatMap(({ id, tool, args }) =>
      [id, tool, ...Object.keys(args), ...Object.values(args).flatMap(wordsOf)].map((name) => ({
        field: 'steps',
        name,
      })),
    ),
    ...answer.flatMap(({ step, figure, label }) =>
      [step, figure, label].flatMap((name) => (name === undefined ? [] : [{ field: 'answer', name }])),
    ),
  ]
}

/** Names that a binding holds; the words of a literal are choices of a tool and are named as such. */
function wordsOf(binding: Skill['steps'][number]['args'][string]): readonly string[] {
  switch (binding.from) {
    case 'role':
      return []
    case 'step':
      return [binding.step]
    case 'steps':
      return binding.steps
    case 'figure':
      return [binding.step, binding.figure]
    case 'slot':
      return [binding.slot, ...(typeof binding.default === 'string' ? [choice(binding.default)] : [])]
    case 'value':
      return typeof binding.value === 'string' ? [choice(binding.value)] : []
  }
}

/** A choice may hold what a name may not, such as a capital or the bar of 'm/s'; its form is judged as text. */
const choice = (text: string) =>
  text.length <= 48 && forbiddenForm(text.replaceAll('/', ' per ')) === null ? 'choice' : ''
