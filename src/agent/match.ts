import type { Unit } from '../trace/quantity.ts'
import type { Executor } from './executor.ts'
import { UNIT_WORDS } from './question-words.ts'
import type { Found } from './figures.ts'
import type { DoneStep } from './types.ts'

/** Options are shorter than questions: there a bare m or a degree sign is a unit. */
const OPTION_UNITS: typeof UNIT_WORDS = [...UNIT_WORDS, [/°/, 'deg'], [/\bm\b/i, 'm']]

/**
 * Chooses the option nearest to what was found, by the tool `match_option`, so that the choice is an observation too.
 * A text where nothing can be matched.
 */
export async function matchOption(
  options: readonly { readonly label: string; readonly text: string }[],
  found: Found,
  executor: Executor,
): Promise<DoneStep | string> {
  const isSpan = found.kind === 'figure' && found.isSpan
  const typed = options.map(({ label, text }) => ({
    label,
    text: text.slice(0, 200),
    ...readAmount(text, isSpan),
  }))
  const args =
    found.kind === 'label'
      ? { label: found.value, options: typed }
      : found.kind === 'figure' &&
          found.quantity.group !== undefined &&
          !typed.some(({ value }) => value !== undefined)
        ? { label: found.quantity.group, options: typed }
        : found.kind === 'figure'
          ? { value: found.value, unit: found.unit, options: typed }
          : null
  if (args === null) return 'A place was measured, and the options cannot be compared with a place.'
  const step = await executor.runCall(
    { tool: 'match_option', args },
    'The option nearest to what was measured',
  )
  if (typeof step === 'string') return step
  return step.error ? step.error.message : step
}

function readAmount(text: string, isSpan: boolean): { value?: number; unit?: Unit } {
  const numeral = /[-−]?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0]
  if (numeral === undefined) return {}
  const read = OPTION_UNITS.find(([pattern]) => pattern.test(text))?.[1]
  const unit = isSpan && read === 'degC' ? 'K' : read
  return { value: Number(numeral.replaceAll(',', '').replace('−', '-')), ...(unit ? { unit } : {}) }
}
