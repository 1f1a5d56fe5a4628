import { config } from '../../config.ts'
import type { Option } from '../../models/chat-model.ts'
import { isConvertible } from '../../trace/units.ts'
import { checkAnswer } from '../checks.ts'
import { findAnswer, inUnit, maskMeaningOf, quantityName, type Found } from '../figures.ts'
import type { Ask, DoneStep, Plan } from '../types.ts'
import { formatQuantity } from '../units.ts'
import { softmax } from './prior.ts'

/** Something measured that may be the answer. */
export interface Candidate {
  /** 'area 8,026.1 ha of step 5': unique, with the figure's unit. */
  readonly name: string
  readonly found: Found
}

export interface Candidates {
  readonly byName: ReadonlyMap<string, Found>
  readonly options: readonly Option[]
  /** True where the first is just what the words ask for. */
  readonly suits: boolean
}

/** The steps of a run by the ids that plans made of them use. */
export const stepsById = (done: readonly DoneStep[]): ReadonlyMap<string, DoneStep> =>
  new Map(
    done.filter(({ error, observation }) => !error && observation).map((step) => [`s${step.step}`, step]),
  )

/** What was measured and may answer the ask, likeliest first; null where nothing may. `answer` is a recalled procedure's. */
export function answerCandidates(
  ask: Ask,
  done: readonly DoneStep[],
  answer: Plan['answer'],
): Candidates | null {
  const steps = stepsById(done)
  const best = findAnswer(ask, { ...NO_PLAN, answer }, steps)
  const all = [...steps.values()]
    .filter(({ call }) => call.tool !== 'match_option')
    .flatMap((step) => foundIn(step, ask))
  const usable = [...(best ? [best] : []), ...all].filter(
    (found) => suitsAt(found, steps, ask) && (sameFound(found, best) || isRelated(found, ask)),
  )
  const unique = new Map(usable.map((found) => [nameOf(found), found]))
  if (unique.size === 0) return null
  const scored = [...unique].map(([name, found]) => ({
    name,
    score: (sameFound(found, best) ? 3 : 0) + (isOfDimension(found, ask) ? 1 : 0) + 0.05 * found.step.step,
  }))
  const kept = [...scored].sort((a, b) => b.score - a.score).slice(0, config.model.figures)
  return {
    byName: unique,
    options: softmax(kept),
    suits: best !== null && suitsAt(best, steps, ask) && isOfDimension(best, ask),
  }
}

const NO_PLAN: Plan = { by: 'model', source: null, title: '', steps: [], answer: [], score: 0 }

function foundIn(step: DoneStep, ask: Ask): readonly Found[] {
  const { numbers, labels } = step.observation!
  return [
    ...numbers.map((quantity) => inUnit({ step, quantity }, ask)),
    ...labels.map(({ name, value }): Found => ({ kind: 'label', step, name, value })),
  ]
}

function suitsAt(found: Found, steps: ReadonlyMap<string, DoneStep>, ask: Ask): boolean {
  const unit = found.kind === 'figure' ? found.unit : null
  const maskMeaning = maskMeaningOf(found.step, steps)
  return checkAnswer(ask, { unit, maskMeaning, zonal: 'zones' in found.step.call.args }).length === 0
}

/** A figure of the kind asked for, or that can be told in its unit. */
const isRelated = (found: Found, ask: Ask): boolean =>
  isOfDimension(found, ask) ||
  (found.kind === 'figure' && ask.unit !== null && isConvertible(found.quantity.unit, ask.unit))

function isOfDimension(found: Found, ask: Ask): boolean {
  if (found.kind === 'figure') return ask.dimension === 'text' || found.quantity.dimension === ask.dimension
  return ask.dimension === 'text' || ask.dimension === 'sector'
}

const sameFound = (a: Found, b: Found | null): boolean => b !== null && nameOf(a) === nameOf(b)

function nameOf(found: Found): string {
  const of = `of step ${found.step.step}`
  if (found.kind === 'place') return `place ${found.place.name} ${of}`
  if (found.kind === 'label') return `${found.name.replaceAll('_', ' ')} ${found.value} ${of}`
  return `${quantityName(found.quantity).replaceAll('_', ' ')} ${formatQuantity(found.value, found.unit)} ${of}`
}
