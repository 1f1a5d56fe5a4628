import { stableJson } from '../../lib/hash.ts'
import type { ReadSlot } from '../../trace/events.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Port } from '../../trace/port.ts'
import { standardThreshold, waysToMark } from '../../sensing/meanings.ts'
import { timePair } from '../../retrieval/index.ts'
import type { JsonSchema } from '../../models/engine.ts'
import type { DoneStep } from '../types.ts'
import { bandsOf, fitting, kindOf } from './stock.ts'

export type Property = Readonly<Record<string, unknown>>

/** The arguments of one tool for one turn: what has one possible value is fixed, the rest is asked. */
export interface ArgumentPlan {
  readonly fixed: Readonly<Record<string, unknown>>
  readonly open: Readonly<Record<string, Property>>
  readonly required: readonly string[]
}

export interface ArgumentInput {
  readonly stock: readonly Layer[]
  readonly slots: readonly ReadSlot[]
  /** What the words want to be marked ('water', 'vegetation_loss'), most exact first. */
  readonly targets: readonly string[]
  /** Indices that the question may mean, for arguments that name one. */
  readonly indices: readonly string[]
  readonly done: readonly DoneStep[]
  /** True where the settings that decide a result are asked too, and not only what has no default. */
  readonly wide: boolean
  /** Arguments to ask in any case: those that an error named. */
  readonly named?: readonly string[]
  /** Values that a recalled procedure binds. */
  readonly given?: Readonly<Record<string, unknown>>
}

/** Settings that change what is measured, not how it is told. */
const DECIDING: ReadonlySet<string> = new Set(['threshold', 'side', 'rule', 'percentile', 'operation', 'order', 'index', 'part']) // prettier-ignore

/**
 * Narrows a tool's schema to what the data and the words leave open; null where a required layer cannot be given, or
 * where all it could be called on was measured already.
 */
export function argumentPlan(spec: ToolSpec, input: ArgumentInput): ArgumentPlan | null {
  const { given = {} } = input
  const fixed: Record<string, unknown> = { ...given }
  const open: Record<string, Property> = {}
  const layers = layerArguments(spec, input, given)
  if (layers === null) return null
  for (const [name, values] of Object.entries(layers)) {
    if ('list' in values) fixed[name] = values.list
    else if (values.ids.length === 1) fixed[name] = values.ids[0]
    else open[name] = { type: 'string', enum: values.ids }
  }
  for (const [name, property] of Object.entries(spec.parameters.properties)) {
    if (name in fixed || name in open || spec.needs[name]) continue
    const value = settingOf(name, property, spec, input)
    if (value === null && isRequired(spec, name)) return null
    if (value === null) continue
    if (!('value' in value) && isInvented(name, property, spec, input)) return null
    if ('value' in value) fixed[name] = value.value
    else open[name] = value.property
  }
  const required = Object.keys(open).filter(
    (name) => isRequired(spec, name) || name in layers || name === 'band' || input.named?.includes(name),
  )
  return withoutDone(spec, { fixed, open, required }, input.done)
}

/** A place that the words do not name, or for a small model any number that they do not: it would be made up. */
function isInvented(
  name: string,
  property: Property,
  spec: ToolSpec,
  { wide, named }: ArgumentInput,
): boolean {
  if (!isRequired(spec, name) || named?.includes(name)) return false
  const slot = property['slot']
  const isChoice = property['enum'] !== undefined || property['anyOf'] !== undefined || slot === 'index'
  return slot === 'longitude' || slot === 'latitude' || (!wide && !isChoice)
}

/** The schema that a model's arguments are held to. */
export function schemaOf({ open, required }: ArgumentPlan): JsonSchema {
  return { type: 'object', properties: open, required, additionalProperties: false }
}

/** Arguments without asking: the first of each enumeration; null where something has none. */
export function plainArguments({ fixed, open, required }: ArgumentPlan): Record<string, unknown> | null {
  const chosen: Record<string, unknown> = { ...fixed }
  for (const name of required) {
    const [first] = (open[name]?.['enum'] as readonly unknown[] | undefined) ?? []
    if (first === undefined) return null
    chosen[name] = first
  }
  return chosen
}

type LayerChoice = { readonly list: readonly string[] } | { readonly ids: readonly string[] }

/** What each layer argument may be: a whole list, or one of several ids. Null where one that is needed has none. */
function layerArguments(
  spec: ToolSpec,
  { stock }: ArgumentInput,
  given: Readonly<Record<string, unknown>>,
): Record<string, LayerChoice> | null {
  const choices: Record<string, LayerChoice> = {}
  const pair = timePair(spec)
  if (pair && !(pair[0] in given && pair[1] in given)) {
    const ids = pairOf(spec, spec.needs[pair[0]]!, spec.needs[pair[1]]!, stock)
    if (ids === null) return null
    choices[pair[0]] = { ids: ids.earlier }
    choices[pair[1]] = { ids: ids.later }
  }
  const wanted = Object.keys(spec.needs).filter((name) => isRequired(spec, name))
  // Of layers that stand for each other the first that is there is taken.
  const [other] = Object.keys(spec.needs).filter((name) => fitting(spec.needs[name]!, stock).length > 0)
  const names = wanted.length > 0 || Object.keys(spec.needs).length === 0 ? wanted : other ? [other] : null
  if (names === null) return Object.keys(spec.needs).some((name) => name in given) ? choices : null
  for (const name of names) {
    if (name in given || name in choices) continue
    const need = spec.needs[name]!
    const found = singles(spec, need, fitting(need, stock))
    if (found.length === 0) return null
    if (need.kind !== 'rasters') {
      choices[name] = { ids: found.map(({ id }) => id) }
      continue
    }
    const list = onePerDate(newestKind(found))
    const least = Number(spec.parameters.properties[name]?.['minItems'] ?? 1)
    if (list.length < least) return null
    choices[name] = { list: list.map(({ id }) => id) }
  }
  return choices
}

/** Where a tool takes one band of a scene or a raster, what holds one measurement goes before scenes of several bands. */
function singles(spec: ToolSpec, need: Port, layers: readonly Layer[]): readonly Layer[] {
  const raster = need.kind === 'rasters' ? need.of : need
  const takesBand =
    raster.kind === 'raster' && raster.bands?.length === 0 && 'band' in spec.parameters.properties
  const single = layers.filter((layer) => bandsOf(layer).length === 0)
  return takesBand && single.length > 0 ? single : layers
}

/** Of several layers of one date the one that was made last. */
function onePerDate(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(
    ({ date }, at) => date === null || !layers.slice(at + 1).some((later) => later.date === date),
  )
}

/** A list takes all layers of one kind, the kind that was made last. */
function newestKind(layers: readonly Layer[]): readonly Layer[] {
  const kind = kindOf(layers.at(-1)!)
  return layers.filter((layer) => kindOf(layer) === kind)
}

/** Ids for the earlier and the later of two layers of one kind; of two dates each has one. */
function pairOf(
  spec: ToolSpec,
  early: Port,
  late: Port,
  stock: readonly Layer[],
): { readonly earlier: readonly string[]; readonly later: readonly string[] } | null {
  const both = singles(spec, early, fitting(early, stock)).filter(
    (layer) => layer.date !== null && fitting(late, [layer]).length > 0,
  )
  const kinds = [...new Set(both.map(kindOf))]
    .map((kind) => both.filter((layer) => kindOf(layer) === kind))
    .filter((alike) => new Set(alike.map(({ date }) => date)).size > 1)
  const alike = kinds.at(-1)
  if (!alike) return null
  const dates = alike.map(({ date }) => date!).sort()
  const but = (date: string) => alike.filter((layer) => layer.date !== date).map(({ id }) => id)
  return { earlier: but(dates.at(-1)!), later: but(dates[0]!) }
}

/** A setting's only value, or what it may be; null where the tool's own default stands. */
function settingOf(
  name: string,
  property: Property,
  spec: ToolSpec,
  { slots, indices, targets, stock, wide, named, given }: ArgumentInput,
): { readonly value: unknown } | { readonly property: Property } | null {
  const slot = property['slot'] as string | undefined
  const said = slots.find((read) => read.slot === slot)
  if (said && allows(property, said.value)) return { value: said.value }
  if (name === 'band') return bandOf(spec, stock)
  const side = slot === 'side' || slot === 'rule' ? sideMeant(spec, targets, stock) : null
  if (slot === 'side' && side !== null && allows(property, side)) return { value: side }
  if (slot === 'rule' && hasNoStandard(spec, property, { stock, slots, side })) return { value: 'otsu' }
  // A recalled procedure has settled what it does not bind.
  const isWide = wide && given === undefined
  // Figures that a model writes down would count as measured.
  if (property['type'] === 'array') return null
  const isAsked =
    isRequired(spec, name) || (named?.includes(name) ?? false) || (isWide && DECIDING.has(slot ?? ''))
  if (!isAsked) return null
  const isIndex = slot === 'index' && property['enum'] === undefined
  const plain = isIndex && indices.length > 0 ? { type: 'string', enum: indices } : narrowed(property)
  const values = plain['enum'] as readonly unknown[] | undefined
  return values?.length === 1 ? { value: values[0] } : { property: plain }
}

/** The side of a threshold on which the field finds what the words want, where it is one for all layers that could be cut. */
function sideMeant(spec: ToolSpec, targets: readonly string[], stock: readonly Layer[]): string | null {
  const layers = Object.values(spec.needs).flatMap((need) => fitting(need, stock))
  const sides = layers.map(({ port }) => {
    const meaning = port.kind === 'raster' ? port.meaning : undefined
    const ways = targets.flatMap((target) => waysToMark(target).filter(({ source }) => source === meaning))
    return ways[0]?.side ?? null
  })
  const [first = null] = sides
  return sides.every((side) => side === first) ? first : null
}

/** True where neither the words nor the field give a threshold for any layer that could be cut. */
function hasNoStandard(
  spec: ToolSpec,
  rule: Property,
  { stock, slots, side: meant }: Pick<ArgumentInput, 'stock' | 'slots'> & { readonly side: string | null },
): boolean {
  const values = (rule['enum'] as readonly unknown[] | undefined) ?? []
  if (rule['default'] !== 'value' || !values.includes('otsu')) return false
  if (slots.some(({ slot }) => slot === 'threshold' || slot === 'rule')) return false
  const sideOf = Object.values(spec.parameters.properties).find(({ slot }) => slot === 'side')
  const said = slots.find(({ slot }) => slot === 'side')?.value
  const side = (said ?? meant ?? sideOf?.['default'] ?? 'above') as string
  const layers = Object.values(spec.needs).flatMap((need) => fitting(need, stock))
  return layers.every(
    ({ port }) => port.kind !== 'raster' || standardThreshold(port.meaning ?? '', side) === null,
  )
}

/** The band of a scene of several; none for rasters that hold one measurement. */
function bandOf(
  spec: ToolSpec,
  stock: readonly Layer[],
): { readonly value: unknown } | { readonly property: Property } | null {
  const need = Object.values(spec.needs)[0]
  const layers = need ? singles(spec, need, fitting(need, stock)) : []
  if (layers.length === 0 || layers.some((layer) => bandsOf(layer).length === 0)) return null
  const bands = [...new Set(layers.flatMap(bandsOf))]
  return bands.length === 1 ? { value: bands[0] } : { property: { type: 'string', enum: bands } }
}

/**
 * A property as a grammar can hold a model to it: bounds of plain numbers are left to the check afterwards, a choice of
 * constants is an enumeration.
 */
function narrowed(property: Property): Property {
  const { slot: _slot, default: _default, description: _description, ...rest } = property
  const constants = (rest['anyOf'] as readonly Property[] | undefined)?.map((each) => each['const'])
  if (constants?.every((value) => value !== undefined)) return { enum: constants }
  if (rest['type'] !== 'number') return rest
  return { type: 'number' }
}

function allows(property: Property, value: unknown): boolean {
  const values =
    (property['enum'] as readonly unknown[] | undefined) ??
    (property['anyOf'] as readonly Property[] | undefined)?.map((each) => each['const'])
  return values === undefined || values.includes(value)
}

const isRequired = (spec: ToolSpec, name: string): boolean =>
  spec.parameters.required?.includes(name) ?? false

/** Leaves out layers on which the tool was called already. */
function withoutDone(spec: ToolSpec, plan: ArgumentPlan, done: readonly DoneStep[]): ArgumentPlan | null {
  const needs = Object.keys(spec.needs)
  const past = done.filter(({ call, error }) => call.tool === spec.name && error === null)
  const open = needs.filter((name) => name in plan.open)
  const isDone = (args: Readonly<Record<string, unknown>>) =>
    past.some(({ call }) => needs.every((name) => stableJson(call.args[name]) === stableJson(args[name])))
  if (open.length === 0) return isDone(plan.fixed) ? null : plan
  const [name] = open
  if (open.length > 1 || !name) return plan
  const ids = (plan.open[name]!['enum'] as readonly string[]).filter(
    (id) => !isDone({ ...plan.fixed, [name]: id }),
  )
  if (ids.length === 0) return null
  const { [name]: _closed, ...others } = plan.open
  if (ids.length > 1) return { ...plan, open: { ...others, [name]: { type: 'string', enum: ids } } }
  return {
    fixed: { ...plan.fixed, [name]: ids[0] },
    open: others,
    required: plan.required.filter((each) => each !== name),
  }
}
