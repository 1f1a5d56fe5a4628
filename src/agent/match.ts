import type { Unit } from '../trace/quantity.ts'
import type { Executor } from './executor.ts'
import type { Found } from './figures.ts'
import type { DoneStep } from './types.ts'

const UNIT_PATTERNS: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/(km2|km²|square kilomet)/i, 'km2'],
  [/(m2|m²|square met)/i, 'm2'],
  [/\b(ha|hectares?)\b/i, 'ha'],
  [/(%|percent)/i, '%'],
  [/(°|degrees?)/i, 'deg'],
  [/\bkm\b/i, 'km'],
  [/\bm\b/i, 'm'],
]

/**
 * Chooses the option nearest to what was found, by the tool `match_option`, so that the choice is an observation too.
 * A text where nothing can be matched.
 */
export async function matchOption(
  options: readonly { readonly label: string; readonly text: string }[],
  found: Found,
  executor: Executor,
): Promise<DoneStep | string> {
  const typed = options.map(({ label, text }) => ({ label, text: text.slice(0, 200), ...readAmount(text) }))
  const args =
    found.kind === 'label'
      ? { label: found.value, options: typed }
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

function readAmount(text: string): { value?: number; unit?: Unit } {
  const numeral = /[-−]?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0]
  if (numeral === undefined) return {}
  const unit = UNIT_PATTERNS.find(([pattern]) => pattern.test(text))?.[1]
  return { value: Number(numeral.replaceAll(',', '').replace('−', '-')), ...(unit ? { unit } : {}) }
}
