import type { Place } from '../trace/call.ts'
import type { Citation } from '../trace/events.ts'
import type { Dimension } from '../trace/port.ts'
import type { Quantity, Unit } from '../trace/quantity.ts'
import { contradicts } from './checks.ts'
import { convertUnit, isConvertible } from '../trace/units.ts'
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
  const usable = [...steps.values()].filter((step) => {
    const meaning = maskMeaningOf(step, steps)
    return meaning === null || !contradicts(meaning, ask)
  })
  const largest = /\b(largest|biggest|main)\b/i.test(ask.text)
  const answerSteps = plan.answer.map((part) => steps.get(part.step)).filter((step) => step !== undefined)
  const ofLargest = (step: DoneStep) => step.call.args['part'] === 'largest'
  const ordered = [
    ...new Set([...answerSteps.filter((step) => usable.includes(step)), ...[...usable].reverse()]),
  ]
  if (largest && (ask.dimension === 'angle' || ask.dimension === 'ratio')) {
    const parts = ordered.filter(ofLargest)
    const found = bestQuantity(parts, (quantity) => quantity.dimension === ask.dimension, ask)
    if (found) return inUnit(found, ask)
  }
  if (ask.dimension === 'sector') return findDirection(ordered, plan, steps, ask)
  if (/\bwhere\b/i.test(ask.text)) {
    const step = ordered.find(({ observation }) => observation && observation.places.length > 0)
    if (step) return { kind: 'place', step, place: step.observation!.places[0]! }
    // A mean or an area is no place.
    if (ask.dimension === 'text') return null
  }
  if (ask.rank !== null) {
    const group = String(ask.rank)
    const found = bestQuantity(
      ordered,
      (quantity) => quantity.name === 'area' && quantity.group === group,
      ask,
    )
    return found ? inUnit(found, ask) : null
  }
  for (const name of ask.figures) {
    const found = bestQuantity(ordered, (quantity) => quantity.name === name, ask)
    if (found) return inUnit(found, ask)
  }
  // Of the plan's own parts one that measures the whole goes before one that lists classes or patches.
  for (const grouped of [false, true]) {
    for (const part of plan.answer) {
      const step = steps.get(part.step)
      if (!step?.observation || !usable.includes(step)) continue
      const label = step.observation.labels.find(({ name }) => name === part.label)
      if (label && ask.dimension === 'text') return { kind: 'label', step, ...label }
      const asked = (quantity: Quantity) => quantity.name === part.figure && suits(quantity, ask)
      const found = bestQuantity(
        [step],
        (quantity) => asked(quantity) && (grouped || isAsked(quantity, ask)),
        ask,
      )
      if (found) return inUnit(found, ask)
    }
  }
  // 'How much of it' names no unit: where no share was measured, hectares say it too.
  const kinds: readonly Dimension[] =
    ask.dimension === 'share' && ask.unit === null ? ['share', 'area'] : [ask.dimension]
  for (const kind of kinds) {
    const found = bestQuantity(
      ordered,
      ({ dimension, group }) => dimension === kind && group === undefined,
      ask,
    )
    if (found) return inUnit(found, ask)
  }
  return null
}

/** What the mask means that a step took; null where it took none. */
export function maskMeaningOf(step: DoneStep, steps: ReadonlyMap<string, DoneStep>): string | null {
  const taken = Object.values(step.call.args)
  const masks = [...steps.values()].flatMap(({ layers }) => layers.filter(({ id }) => taken.includes(id)))
  const ports = masks.map(({ port }) => port).filter((port) => port.kind === 'raster')
  return ports.find((port) => port.quantity === 'mask')?.meaning ?? null
}

/** Words that name a group of a figure: the two sides of a mask, else the group's own. */
function groupIsNamed(group: string, text: string): boolean {
  if (group === '1') return /\b(inside|within)\b/i.test(text)
  if (group === '0') return /\boutside\b/i.test(text)
  return new RegExp(`\\b${group.replaceAll('_', '[ -]')}\\b`, 'i').test(text)
}

const isAsked = ({ group }: Quantity, ask: Ask): boolean =>
  group === undefined || groupIsNamed(group, ask.text)

/** A label that the plan gives as its answer; else an axis. The sectors of one scar are no direction of spread. */
function findDirection(
  ordered: readonly DoneStep[],
  plan: Plan,
  steps: ReadonlyMap<string, DoneStep>,
  ask: Ask,
): Found | null {
  for (const part of plan.answer) {
    const step = steps.get(part.step)
    const label = step?.observation?.labels.find(({ name }) => name === part.label)
    if (step && label) return { kind: 'label', step, ...label }
  }
  const axis = bestQuantity(ordered, ({ name }) => name === 'axis_bearing', ask)
  return axis ? { kind: 'figure', ...axis, value: axis.quantity.value, unit: axis.quantity.unit } : null
}

/** The first acceptable quantity of the first step that has one; a group that the words name goes first. */
function bestQuantity(
  steps: readonly DoneStep[],
  accept: (quantity: Quantity) => boolean,
  ask: Ask,
): { step: DoneStep; quantity: Quantity } | null {
  for (const step of steps) {
    const found = step.observation?.numbers.filter(accept) ?? []
    const quantity =
      found.find(({ group }) => group !== undefined && groupIsNamed(group, ask.text)) ?? found[0]
    if (quantity) return { step, quantity }
  }
  return null
}

function suits(quantity: Quantity, ask: Ask): boolean {
  // A tool that the words name says what kind of figure it is: a mean slope is an angle.
  if (ask.dimension === 'text' || (ask.named.length > 0 && ask.unit === null)) return true
  if (quantity.dimension === ask.dimension) return true
  // A threshold has no unit either, and is no share for that.
  const related =
    quantity.dimension === 'share' || quantity.dimension === 'ratio' || ask.dimension !== 'share'
  return ask.unit !== null && related && isConvertible(quantity.unit, ask.unit)
}

function inUnit({ step, quantity }: { step: DoneStep; quantity: Quantity }, ask: Ask): Found {
  const converted = ask.unit === null ? null : convertUnit(quantity.value, quantity.unit, ask.unit)
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
