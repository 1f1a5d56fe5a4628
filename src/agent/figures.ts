import type { Place } from '../trace/call.ts'
import type { Citation } from '../trace/events.ts'
import type { Dimension } from '../trace/port.ts'
import type { Quantity, Unit } from '../trace/quantity.ts'
import { contradicts } from './checks.ts'
import { convertUnit, isConvertible } from '../trace/units.ts'
import { asksWhere } from './question-words.ts'
import { LARGEST_PART } from './largest-part.ts'
import { sectorsNamed } from './sector-words.ts'
import { asksForSeverity } from './severity-plans.ts'
import type { Ask, DoneStep, Plan } from './types.ts'

/** What an ask is answered with: a figure, a label or a place, and the step it stands in. */
export type Found =
  | {
      readonly kind: 'figure'
      readonly step: DoneStep
      readonly quantity: Quantity
      readonly value: number
      readonly unit: Unit
      /** True for a step between two values: of temperature a degree Celsius is one of a kelvin. */
      readonly isSpan: boolean
    }
  | { readonly kind: 'label'; readonly step: DoneStep; readonly name: string; readonly value: string }
  | { readonly kind: 'place'; readonly step: DoneStep; readonly place: Place }

/**
 * Picks what answers the ask from the steps of its plan: the figures its words name, then the plan's own answer, then
 * any figure of the right dimension, the later step first. Null where no step measured such a thing.
 */
export function findAnswer(ask: Ask, plan: Plan, steps: ReadonlyMap<string, DoneStep>): Found | null {
  const found = bestAnswer(ask, plan, steps)
  return found && (isOtherStatistic(found, ask) || isOtherClass(found, ask)) ? null : found
}

/** The figure of one class is none of another that the words name by its code. */
const isOtherClass = (found: Found, { text }: Ask): boolean =>
  found.kind === 'figure' &&
  /^\d+$/.test(found.quantity.group ?? '') &&
  /^zonal|^class_areas$/.test(found.step.call.tool) &&
  /\bclass \d{1,3}\b/i.test(text) &&
  !groupIsNamed(found.quantity.group!, text)

const STATISTICS: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'min', 'max'])

/** A mean is no answer where the median is asked for. */
const isOtherStatistic = (found: Found, { figures }: Ask): boolean =>
  found.kind === 'figure' &&
  (STATISTICS.has(found.quantity.name) || found.quantity.name === 'threshold') &&
  figures.some((name) => STATISTICS.has(name)) &&
  !figures.includes(found.quantity.name)

function bestAnswer(ask: Ask, plan: Plan, steps: ReadonlyMap<string, DoneStep>): Found | null {
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
    // How the whole lies is no answer for a part of it.
    if (LARGEST_PART.test(ask.text)) return null
  }
  // A plan that ends in the name of a class says it itself.
  const widest = plan.answer[0]?.label === undefined ? fullestClass(ordered, ask) : null
  if (widest) return inUnit(widest, ask)
  if (ask.dimension === 'sector') return findDirection(ordered, plan, steps, ask)
  // 'Where did it burn most? I need its hectares' asks for hectares in the end.
  if (asksWhere(ask.text) && ask.unit === null) {
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
    const teller = ordered.find(({ observation }) => observation?.labels.some((label) => label.name === name))
    if (teller && ask.dimension === 'text')
      return {
        kind: 'label',
        step: teller,
        ...teller.observation!.labels.find((label) => label.name === name)!,
      }
    // 'The mean rose by what percentage' wants the percentage, 'the highest of all dates' the figure of all of them.
    const overall = plan.answer.flatMap(({ figure = '' }) =>
      figure.startsWith(`${name}_of_`) ? [figure] : [],
    )
    const isSaid = (quantity: Quantity) => ask.unit === null || isConvertible(quantity.unit, ask.unit)
    const found =
      bestQuantity(ordered, (quantity) => overall.includes(quantity.name), ask) ??
      bestQuantity(ordered, (quantity) => quantity.name === name && isSaid(quantity), ask)
    if (found) return inUnit(found, ask)
  }
  // Of the plan's own parts one whose class the words name goes first, then one that measures the whole.
  const named = (quantity: Quantity) => quantity.group !== undefined && isAsked(quantity, ask)
  const orders: readonly ((quantity: Quantity) => boolean)[] = [
    ...(ask.target === 'burned' && asksForSeverity(ask) ? [named] : []),
    (quantity) => isAsked(quantity, ask),
    () => true,
  ]
  for (const isMeant of orders) {
    for (const part of plan.answer) {
      const step = steps.get(part.step)
      if (!step?.observation || !usable.includes(step)) continue
      const label = step.observation.labels.find(({ name }) => name === part.label)
      if (label && ask.dimension === 'text') return { kind: 'label', step, ...label }
      // One patch is not all of them.
      const isPart = part.figure === 'largest_area' && ask.dimension === 'area'
      const asked = (quantity: Quantity) => !isPart && quantity.name === part.figure && suits(quantity, ask)
      const found = bestQuantity([step], (quantity) => asked(quantity) && isMeant(quantity), ask)
      if (found) return inUnit(found, ask)
    }
  }
  // 'How much of it' names no unit: where no share was measured, hectares say it too.
  const kinds: readonly Dimension[] =
    ask.dimension === 'share' && ask.unit === null ? ['share', 'area'] : [ask.dimension]
  for (const kind of kinds) {
    const found = bestQuantity(
      ordered,
      ({ dimension, group, name }) =>
        dimension === kind && group === undefined && (kind !== 'area' || name !== 'largest_area'),
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

const COMPASS: Readonly<Record<string, string>> = {
  N: 'north', NE: 'north[- ]?east', E: 'east', SE: 'south[- ]?east', S: 'south', SW: 'south[- ]?west', W: 'west',
  NW: 'north[- ]?west',
} // prettier-ignore

/** Names for the ends of the classes of severity. */
const ENDS_OF_SEVERITY: Readonly<Record<string, string>> = {
  low: 'low|(?:lowest|bottom|mildest|lightest|weakest|least severe)(?: burn)?(?: severity)? class',
  high: 'high|(?:top|highest|worst|uppermost|severest|most severe|strongest)(?: burn)?(?: severity)? class|(?:hit|burn(?:ed|t)) (?:the )?(?:hardest|worst|(?:most )?severely)|severely (?:burn(?:ed|t)|hit)|(?:hardest|worst)[- ](?:hit|burn(?:ed|t))',
}

/**
 * How many letters of the text name a group of a figure (a class by its code, the two sides of a mask, a sector, else the
 * group's own words); 0 where none do. Of several the longest is meant: 'moderate-high' names high too.
 */
function lettersNaming(group: string, text: string): number {
  const coded = new RegExp(
    `\\b(class|zone|category|code|polygon|parcel|land[- ]?cover(?: type)?|cover type)(?: no\\.?| number| #)? ${group}\\b`,
    'i',
  ).exec(text)
  if (coded) return coded[0].length
  const sector = COMPASS[group]
  const sides: Readonly<Record<string, string>> = { 1: 'inside|within', 0: 'outside' }
  const pattern =
    sides[group] ??
    ENDS_OF_SEVERITY[group] ??
    (sector ? `${sector}(?:ern|wards?)?` : group.replaceAll('_', '[ -]'))
  const said = [...text.matchAll(new RegExp(`\\b(?:${pattern})\\b`, 'gi'))].map(([words]) => words.length)
  const letters = sector !== undefined && new RegExp(`\\b${group}\\b`).test(text) ? group.length : 0
  return Math.max(0, letters, ...said)
}

const groupIsNamed = (group: string, text: string): boolean => lettersNaming(group, text) > 0

const CLASS_ASKED =
  /\b(which|what)\b[^?]*\bclass(es)?\b[^?]*\b(largest|biggest|most|widest|commonest|dominant|dominates?|main)\b/i

/** The class with the most area, where the words ask which it is; of a fire none that did not burn. */
function fullestClass(steps: readonly DoneStep[], ask: Ask): { step: DoneStep; quantity: Quantity } | null {
  if (!CLASS_ASKED.test(ask.text)) return null
  const isMeant = ({ name, group }: Quantity) =>
    name === 'area' &&
    group !== undefined &&
    !(ask.target === 'burned' && /unburned|unchanged|regrowth/.test(group))
  for (const step of steps) {
    const areas = step.observation?.numbers.filter(isMeant) ?? []
    const [first] = areas
    if (first)
      return { step, quantity: areas.reduce((most, each) => (each.value > most.value ? each : most)) }
  }
  return null
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
  return axis
    ? { kind: 'figure', ...axis, value: axis.quantity.value, unit: axis.quantity.unit, isSpan: false }
    : null
}

/** The first acceptable quantity of the first step that has one; a group that the words name goes first. */
function bestQuantity(
  steps: readonly DoneStep[],
  accept: (quantity: Quantity) => boolean,
  ask: Ask,
): { step: DoneStep; quantity: Quantity } | null {
  for (const step of steps) {
    const found = step.observation?.numbers.filter(accept) ?? []
    const isOfSectors = found.some(({ group }) => group !== undefined && group in COMPASS)
    const sectors = isOfSectors ? sectorsNamed(ask.text) : []
    // Of two sectors that are named neither is the figure.
    if (sectors.length > 1) continue
    const ofSector = found.find(({ group }) => group === sectors[0])
    if (sectors.length === 1) {
      if (ofSector) return { step, quantity: ofSector }
      continue
    }
    const named = found
      .map((quantity) => ({ quantity, letters: lettersNaming(quantity.group ?? '', ask.text) }))
      .filter(({ quantity, letters }) => quantity.group !== undefined && letters > 0)
      .sort((a, b) => b.letters - a.letters)[0]?.quantity
    const quantity = named ?? found[0]
    // Which of several sectors is meant would be a guess.
    if (quantity && (named || COMPASS[quantity.group ?? ''] === undefined)) return { step, quantity }
  }
  return null
}

function suits(quantity: Quantity, ask: Ask): boolean {
  // How many there are is no area, and the other way round.
  const kinds = [quantity.dimension, ask.dimension]
  if (kinds.includes('count') && kinds.includes('area')) return false
  // A tool that the words name says what kind of figure it is: a mean slope is an angle.
  if (ask.dimension === 'text' || (ask.named.length > 0 && ask.unit === null)) return true
  if (quantity.dimension === ask.dimension) return true
  // A threshold has no unit either, and is no share for that.
  const related =
    quantity.dimension === 'share' || quantity.dimension === 'ratio' || ask.dimension !== 'share'
  return ask.unit !== null && related && isConvertible(quantity.unit, ask.unit)
}

/** A figure as the answer to the ask, in the unit that its words name where it can be said in it. */
export function inUnit({ step, quantity }: { step: DoneStep; quantity: Quantity }, ask: Ask): Found {
  const isSpan = isSpanOf(quantity, step)
  const plain = {
    kind: 'figure' as const,
    step,
    quantity,
    value: quantity.value,
    unit: quantity.unit,
    isSpan,
  }
  if (ask.unit === null || (isSpan && (ask.unit === 'degC' || ask.unit === 'K'))) return plain
  const converted = convertUnit(quantity.value, quantity.unit, ask.unit)
  return converted === null ? plain : { ...plain, value: converted, unit: ask.unit }
}

/** Differences and spreads, which say how far values lie apart and not where. */
export function isSpanOf(
  { name, layer }: Pick<Quantity, 'name' | 'layer'>,
  { layers, call }: Pick<DoneStep, 'layers' | 'call'>,
): boolean {
  const made = layers.find(({ id }) => id === layer)?.port
  return (
    /^(std|range|iqr|mad|heat_island|mean_difference|difference|amplitude|rise|fall)$/.test(name) ||
    call.tool === 'difference' ||
    (made?.kind === 'raster' && made.quantity === 'difference')
  )
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
