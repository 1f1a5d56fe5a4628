import type { Place } from '../trace/call.ts'
import type { Citation } from '../trace/events.ts'
import type { Quantity, Unit } from '../trace/quantity.ts'
import { convert, isConvertible } from './units.ts'
import type { Ask, DoneStep, Plan } from './types.ts'

/** What an ask is answered with: a figure, a label or a place, and the step it stands in. */
export type Found =
  | {
      readonly kind: 'figure'
      readonly step: DoneStep
      readonly quantity: Quantity
      readonly value: number
      readonly unit: Unit
    }
  | { readonly kind: 'label'; readonly step: DoneStep; readonly name: string; readonly value: string }
  | { readonly kind: 'place'; readonly step: DoneStep; readonly place: Place }

/**
 * Picks what answers the ask from the steps of its plan: the figures its words name, then the plan's own answer, then
 * any figure of the right dimension, the later step first. Null where no step measured such a thing.
 */
export function findAnswer(ask: Ask, plan: Plan, steps: ReadonlyMap<string, DoneStep>): Found | null {
  const answerSteps = plan.answer.map((part) => steps.get(part.step)).filter((step) => step !== undefined)
  const ordered = [...new Set([...answerSteps, ...[...steps.values()].reverse()])]
  if (ask.dimension === 'sector') return findDirection(ordered, plan, steps)
  if (/\bwhere\b/i.test(ask.text)) {
    const step = ordered.find(({ observation }) => observation && observation.places.length > 0)
    if (step) return { kind: 'place', step, place: step.observation!.places[0]! }
  }
  for (const name of ask.figures) {
    const found = firstQuantity(ordered, (quantity) => quantity.name === name)
    if (found) return inUnit(found, ask)
  }
  for (const part of plan.answer) {
    const step = steps.get(part.step)
    if (!step?.observation) continue
    if (part.label && ask.dimension === 'text') {
      const label = step.observation.labels.find(({ name }) => name === part.label)
      if (label) return { kind: 'label', step, ...label }
    }
    const found = firstQuantity([step], (quantity) => quantity.name === part.figure && suits(quantity, ask))
    if (found) return inUnit(found, ask)
  }
  const other = firstQuantity(
    ordered,
    (quantity) => quantity.dimension === ask.dimension && quantity.group === undefined,
  )
  return other ? inUnit(other, ask) : null
}

/** A label that the plan gives as its answer; else an axis. The sectors of one scar are no direction of spread. */
function findDirection(
  ordered: readonly DoneStep[],
  plan: Plan,
  steps: ReadonlyMap<string, DoneStep>,
): Found | null {
  for (const part of plan.answer) {
    const step = steps.get(part.step)
    const label = step?.observation?.labels.find(({ name }) => name === part.label)
    if (step && label) return { kind: 'label', step, ...label }
  }
  const axis = firstQuantity(ordered, ({ name }) => name === 'axis_bearing')
  return axis ? { kind: 'figure', ...axis, value: axis.quantity.value, unit: axis.quantity.unit } : null
}

function firstQuantity(
  steps: readonly DoneStep[],
  accept: (quantity: Quantity) => boolean,
): { step: DoneStep; quantity: Quantity } | null {
  for (const step of steps) {
    const quantity = step.observation?.numbers.find(accept)
    if (quantity) return { step, quantity }
  }
  return null
}

function suits(quantity: Quantity, ask: Ask): boolean {
  if (ask.dimension === 'text') return true
  if (quantity.dimension === ask.dimension) return true
  return ask.unit !== null && isConvertible(quantity.unit, ask.unit)
}

function inUnit({ step, quantity }: { step: DoneStep; quantity: Quantity }, ask: Ask): Found {
  const converted = ask.unit === null ? null : convert(quantity.value, quantity.unit, ask.unit)
  return converted === null
    ? { kind: 'figure', step, quantity, value: quantity.value, unit: quantity.unit }
    : { kind: 'figure', step, quantity, value: converted, unit: ask.unit! }
}

export function quantityName(quantity: Pick<Quantity, 'name' | 'group'>): string {
  return quantity.group === undefined ? quantity.name : `${quantity.name} (${quantity.group})`
}

export function citeQuantity(step: DoneStep, quantity: Quantity): Citation {
  return {
    step: step.step,
    tool: step.call.tool,
    name: quantityName(quantity),
    value: quantity.value,
    unit: quantity.unit,
  }
}
