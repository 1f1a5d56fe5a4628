import { sameItems } from '../lib/same-items.ts'
import type { RecallQuery } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { fits, hasBand, passedOn } from '../trace/fits.ts'
import type { Port, RasterQuantity } from '../trace/port.ts'

/** χ(d), by way of the memory's types: retrieval has no door to sensing. */
type SensingContext = RecallQuery['context']

/** T_q by name, and for each tool outside it what is missing, in words of ours. */
export interface Admissible {
  readonly names: ReadonlySet<string>
  readonly missing: ReadonlyMap<string, string>
}

/** Something a tool could be given: a port, and the dates of which it can be had (a name of its own where undated). */
interface Supply {
  readonly port: Port
  readonly dates: ReadonlySet<string>
}

/**
 * The forward closure of χ(d) over typed ports: the tools whose every input can be supplied from the loaded data
 * or from what tools already in the closure give. Inputs named as a pair in time (pre and post, before and after,
 * earlier and later) need two dates of one kind of layer.
 */
export function admissible(specs: readonly ToolSpec[], context: SensingContext): Admissible {
  const data = JSON.stringify(context)
  if (last?.data !== data || !sameItems(last.specs, specs))
    last = { specs, data, result: closure(specs, context) }
  return last.result
}

/** People ask several questions of the same data, and the closure takes as long as all else before the first call. */
let last: { readonly specs: readonly ToolSpec[]; readonly data: string; readonly result: Admissible } | null =
  null

function closure(specs: readonly ToolSpec[], context: SensingContext): Admissible {
  const loaded = loadedSupplies(context)
  const made = new Map<string, Supply>()
  const supplies = new Supplies(loaded)
  for (let grew = true; grew;) {
    const found: Supply[] = []
    for (const spec of specs) {
      const dates = resultDates(spec, supplies)
      const port = passedOn(spec, supplies.ports)
      const known = made.get(spec.name)
      if (dates.size <= (known?.dates.size ?? 0) && !(known && widens(known.port, port))) continue
      made.set(spec.name, { port, dates })
      found.push({ port, dates })
    }
    // What is made of nothing but literals (boxes, lists of numbers) opens no way to what needs data.
    for (const supply of found) if (!supply.dates.has(ANY_DATE)) supplies.add(supply)
    grew = found.length > 0
  }
  const missing = new Map<string, string>()
  for (const spec of specs)
    if (!made.has(spec.name)) missing.set(spec.name, missingInput(spec, { all: supplies.list, loaded }))
  return { names: new Set(made.keys()), missing }
}

/** Supplies by port: hundreds of tools take and give a few dozen kinds of layers, and each kind is looked at once. */
class Supplies {
  readonly #byPort = new Map<string, { readonly port: Port; readonly dates: Set<string> }>()
  readonly #dates = new Map<string, ReadonlySet<string>>()
  list: readonly Supply[] = []
  ports: readonly Port[] = []

  constructor(first: readonly Supply[]) {
    for (const supply of first) this.add(supply)
  }

  add({ port, dates }: Supply): void {
    this.#dates.clear()
    const key = portKey(port)
    const known = this.#byPort.get(key)
    if (known) {
      for (const date of dates) known.dates.add(date)
      return
    }
    this.#byPort.set(key, { port, dates: new Set(dates) })
    this.list = [...this.#byPort.values()]
    this.ports = this.list.map((supply) => supply.port)
  }

  /** Dates of all that fits a need; of the one kind that can be had most often where it `isPaired`. */
  datesOf(need: Port, isPaired: boolean): ReadonlySet<string> {
    const key = `${isPaired} ${portKey(need)}`
    const known = this.#dates.get(key) ?? (isPaired ? datesFor : allDates)(need, this.list)
    this.#dates.set(key, known)
    return known
  }
}

const keys = new WeakMap<Port, string>()

function portKey(port: Port): string {
  const key = keys.get(port) ?? JSON.stringify(port)
  keys.set(port, key)
  return key
}

/** True where a tool that passes on what it takes has come to give more kinds than before. */
function widens(before: Port, after: Port): boolean {
  const count = (port: Port): number =>
    port.kind === 'rasters' ? count(port.of) : port.kind === 'raster' ? [port.quantity].flat().length : 0
  return count(after) > count(before)
}

function loadedSupplies(context: SensingContext): Supply[] {
  const supply = (port: Port, { id, date }: { id: string; date: string | null }): Supply => ({
    port,
    dates: new Set([date ?? `undated ${id}`]),
  })
  return [
    ...context.scenes.map((scene) =>
      supply({ kind: 'raster', quantity: scene.quantity as RasterQuantity, bands: scene.bands }, scene),
    ),
    ...context.products.map((product) => supply(product.port, product)),
  ]
}

/** The date of what needs no data. */
const ANY_DATE = 'any'

const TIME_PAIRS = [
  ['pre', 'post'],
  ['before', 'after'],
  ['earlier', 'later'],
] as const

/** The names of two inputs that are one thing at two dates, the earlier first. */
export const timePair = (spec: ToolSpec) =>
  TIME_PAIRS.find((pair) => pair.every((name) => name in spec.needs))

/** The dates of which the tool's result can be had; none where an input cannot be supplied. */
function resultDates(spec: ToolSpec, supplies: Supplies): ReadonlySet<string> {
  // A pair has to be of one kind; what is taken alone may be of any kind that fits.
  const isPaired = timePair(spec) !== undefined
  const needs = Object.entries(spec.needs).map(([name, need]) => ({
    dates: supplies.datesOf(need, isPaired),
    isRequired: isRequired(spec, name),
  }))
  if (needs.some(({ dates, isRequired }) => isRequired && dates.size === 0)) return new Set()
  if (needs.length === 0) return new Set([ANY_DATE])
  // Of inputs that stand for each other one has to be there.
  const byNeed = needs.map(({ dates }) => dates).filter((dates) => dates.size > 0)
  if (byNeed.length === 0) return new Set()
  const dates = new Set(byNeed.flatMap((some) => [...some]))
  // What has no date of its own, such as shapes that were drawn, gives none to what is made of it.
  if (dates.size > 1) dates.delete(ANY_DATE)
  return timePair(spec) ? new Set([...dates].sort().slice(1)) : dates
}

function allDates(need: Port, supplies: readonly Supply[]): ReadonlySet<string> {
  return new Set(supplies.flatMap(({ port, dates }) => (fits(need, port) ? [...dates] : [])))
}

/** The dates of the kind of layer that fits and can be had most often. */
function datesFor(need: Port, supplies: readonly Supply[]): ReadonlySet<string> {
  const byKind = new Map<string, Set<string>>()
  for (const { port, dates } of supplies) {
    if (!fits(need, port)) continue
    const kind = port.kind === 'raster' ? `${String(port.quantity)} ${port.meaning ?? ''}` : port.kind
    const known = byKind.get(kind) ?? new Set()
    for (const date of dates) known.add(date)
    byKind.set(kind, known)
  }
  return [...byKind.values()].sort((a, b) => b.size - a.size)[0] ?? new Set()
}

/** A list of values may stand for a table that is left out. */
const isRequired = ({ parameters }: ToolSpec, argument: string) =>
  parameters.required?.includes(argument) ?? false

function missingInput(
  spec: ToolSpec,
  { all: supplies, loaded }: { readonly all: readonly Supply[]; readonly loaded: readonly Supply[] },
): string {
  const required = Object.entries(spec.needs).filter(([name]) => isRequired(spec, name))
  const needs = required.length > 0 ? required.map(([, need]) => need) : Object.values(spec.needs)
  const absent = needs.filter((need) => datesFor(need, supplies).size === 0)
  if (absent.length === 0) {
    const pair = timePair(spec)?.[0]
    return `needs ${portWords(spec.needs[pair ?? '']!)} of a second date`
  }
  return `needs ${[...new Set(absent.map((need) => absentWords(need, loaded)))].join(' and ')}`
}

/** Says which bands a scene that is there lacks, or that its numbers are raw, before it asks for a whole new one. */
function absentWords(need: Port, supplies: readonly Supply[]): string {
  const raster = need.kind === 'rasters' ? need.of : need
  if (raster.kind !== 'raster') return portWords(need)
  const rasters = supplies.map(({ port }) => port).filter((port) => port.kind === 'raster')
  const lacking = rasters
    .filter((port) => port.bands && fits({ kind: 'raster', quantity: raster.quantity, bands: [] }, port))
    .map((port) => (raster.bands ?? []).filter((band) => !hasBand(port.bands ?? [], band)))
    .sort((a, b) => a.length - b.length)[0]
  if (lacking && lacking.length > 0) return `a scene with ${lacking.join(' and ')}`
  const rawScene = rasters.some(
    (port) =>
      port.quantity === 'raw' && (raster.bands ?? []).every((band) => hasBand(port.bands ?? [], band)),
  )
  if (rawScene && [raster.quantity].flat().includes('reflectance')) {
    return 'a scene whose scaling to reflectance is known'
  }
  return portWords(need)
}

function portWords(port: Port): string {
  switch (port.kind) {
    case 'rasters':
      return portWords(port.of)
    case 'raster': {
      if (port.bands) return ['a scene', port.bands.join(' and ')].filter(Boolean).join(' with ')
      const quantities = [port.quantity].flat().map((quantity) => QUANTITY_WORDS[quantity])
      const kind = `${quantities.join(' or ')} layer`
      return port.meaning ? `a ${kind} that shows ${port.meaning.replaceAll('_', ' ')}` : article(kind)
    }
    case 'vector':
      return 'a vector layer'
    case 'table':
      return 'a table'
    case 'figures':
      return 'measured figures'
    case 'place':
      return 'a place'
    case 'file':
      return 'a file'
    case 'data':
      return 'loaded data'
  }
}

const article = (words: string) => (/^[aeiou]/.test(words) ? 'an ' : 'a ') + words

const QUANTITY_WORDS: Readonly<Record<RasterQuantity, string>> = {
  reflectance: 'reflectance',
  index: 'index',
  difference: 'difference',
  mask: 'mask',
  class: 'class',
  temperature: 'temperature',
  elevation: 'elevation',
  backscatter: 'backscatter',
  raw: 'raw',
  emissivity: 'emissivity',
  fraction: 'fraction',
  terrain: 'terrain',
  score: 'score',
  trend: 'trend',
  distance: 'distance',
  day: 'date',
  power: 'radiative power',
  radiance: 'radiance',
  retrieval: 'retrieved quantity',
}
