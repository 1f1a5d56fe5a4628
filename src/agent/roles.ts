import type { SceneRole } from '../memory/types.ts'
import type { SceneSummary, SensingContext } from '../sensing/context.ts'
import type { LayerId } from '../trace/layer.ts'
import { countsAre, isMeant } from './dates-in-text.ts'
import { courseIndex, courseOf } from './course-words.ts'
import type { Question } from './types.ts'

/** Scenes by role. */
export interface Roles {
  readonly by: Readonly<Partial<Record<SceneRole, readonly LayerId[]>>>
  /** Why the question's dates cannot be served; null where they can. */
  readonly refusal: string | null
}

/**
 * Tells which scene each role means: by the dates or ordinals of the question where it names some, else by date order.
 * What changed or burned is measured from the earliest date where the words name only the later one.
 */
export function bindRoles(question: Question, context: SensingContext): Roles {
  const dated = context.scenes.filter((scene) => scene.date !== null)
  const refusal = question.noArea ?? refuseDates(question, context, dated.length)
  if (refusal !== null) return { by: {}, refusal }
  const { scenes, named, pair } = ofTime(question, context, namedScenes(question, context))
  const zones = zonesNamed(question, context)
  const by: Partial<Record<SceneRole, readonly LayerId[]>> = {
    product: productsMeant(question, context),
    ...(zones === null ? {} : { zones: [zones] }),
  }
  const [first] = scenes
  const last = scenes.at(-1)
  if (!first || !last) return { by, refusal: null }
  by.only = [question.moment === 'first' && named.length !== 1 ? first.id : last.id]
  // A course is told by all dates, also where one of them is asked about.
  const isCourse = named.length < 2 && question.asks.some(({ series }) => series)
  by.all = (isCourse ? context.scenes : scenes).map((scene) => scene.id)
  const { pre, middle, post } =
    pair ??
    pairOf(
      question,
      named,
      // Also those that the words do not name: the state before a fire is told from an earlier date.
      dated.filter(({ time }) => time === first.time),
    )
  if (pre && post) {
    by.pre = [pre.id]
    by.post = [post.id]
  }
  if (middle) by.middle = [middle.id]
  return { by, refusal: null }
}

/** Layers that are no scenes, those that the words name alone; else loaded ones before results, the newest first. */
function productsMeant(question: Question, context: SensingContext): readonly LayerId[] {
  const named = context.products.filter(({ id }) => question.layers.includes(id))
  if (named.length > 0) return named.map(({ id }) => id)
  const newest = ofOneCourse(question, context.products).reverse()
  return [...newest.filter(({ made }) => made !== true), ...newest.filter(({ made }) => made === true)].map(
    ({ id }) => id,
  )
}

/** Where a course is asked for: layers of the index that it is told by and those of temperature, no other ones. */
function ofOneCourse(question: Question, products: SensingContext['products']): Product[] {
  const ask = question.asks.find(({ series }) => series)
  const index = ask ? courseIndex(ask) : null
  const isOf = ({ port }: Product) =>
    port.kind === 'raster' && (port.meaning === index || (isMap && port.quantity === 'temperature'))
  const isMap = ask !== undefined && courseOf(ask)?.isMap === true
  return index !== null && products.some(isOf) ? products.filter(isOf) : [...products]
}

type Product = SensingContext['products'][number]

/** The class or mask layer that the words name. One that merely lies about from an earlier question is none. */
function zonesNamed(question: Question, context: SensingContext): LayerId | null {
  const candidates = context.products.filter(({ port }) => isZones(port)).map(({ id }) => id)
  const named = candidates.find((id) => question.layers.includes(id))
  if (named) return named
  return /\bzones?\b/i.test(question.stem) ? (candidates.at(-1) ?? null) : null
}

const isZones = (port: SensingContext['products'][number]['port']) =>
  port.kind === 'raster' && (port.quantity === 'class' || port.quantity === 'mask')

function refuseDates(question: Question, context: SensingContext, count: number): string | null {
  // Ready layers of a course have dates as scenes do; a single layer is asked about whatever its date.
  const layers = question.asks.some(({ series }) => series) ? context.products : []
  const loaded = [...new Set([...context.dates, ...layers.flatMap(({ date }) => date ?? [])])].sort()
  if (context.scenes.length === 0 && loaded.length === 0) return null
  const absent = question.dates.filter((mention) => !loaded.some((date) => isMeant(mention, date)))
  if (absent.length > 0) {
    const known = loaded.length > 0 ? loaded.join(', ') : 'none (the scenes carry no date)'
    return `No scene of ${absent.map(({ words }) => words).join(', ')} is loaded; dates at hand: ${known}.`
  }
  if (loaded.length > 0 && question.asks.some(({ series }) => series) && !countsAre(question.stem, loaded))
    return `The question speaks of another number of dates than are loaded: ${loaded.join(', ')}.`
  const beyond = question.ordinals.find((place) => place > count)
  if (beyond === undefined || count === 0) return null
  return `The question speaks of date ${beyond}, and there are ${count}: ${context.dates.join(', ')}.`
}

function namedScenes(question: Question, context: SensingContext): readonly SceneSummary[] {
  const byId = context.scenes.filter(({ id }) => question.layers.includes(id))
  if (byId.length > 0) return byId
  const dated = context.scenes.filter(({ date }) => date !== null)
  const byOrdinal = question.ordinals.map((place) => dated.at(place < 0 ? place : place - 1))
  const isNamed = (scene: SceneSummary) => question.dates.some((mention) => isMeant(mention, scene.date!))
  const named = dated.filter((scene) => isNamed(scene) || byOrdinal.includes(scene))
  // A year or month that all scenes share picks none of them out.
  return named.length === dated.length && question.ordinals.length === 0 ? [] : named
}

/**
 * Where products keep day and night apart, those of the time that the words name; both of the one date asked about, night
 * before day, where they compare the two.
 */
function ofTime(
  { stem }: Question,
  { scenes: all }: SensingContext,
  named: readonly SceneSummary[],
): {
  readonly scenes: readonly SceneSummary[]
  readonly named: readonly SceneSummary[]
  readonly pair?: Pair
} {
  const scenes = named.length > 0 ? named : all
  const [ofDay, ofNight] = (['day', 'night'] as const).map((time) =>
    scenes.filter((scene) => scene.time === time),
  )
  const [day, night] = [/\b(day(time)?|noon)\b/i, /\b(over|mid)?night(time|s|ly)?\b/i].map((word) =>
    word.test(stem),
  )
  if (ofDay!.length === 0 || ofNight!.length === 0) return { scenes, named }
  if (day && night) {
    const [post] = ofDay!
    const pre = ofNight!.find(({ date }) => date === post!.date)
    return pre ? { scenes, named, pair: { pre, post } } : { scenes, named }
  }
  const kept = night ? ofNight! : ofDay!
  return { scenes: kept, named: named.filter((scene) => kept.includes(scene)) }
}

interface Pair {
  readonly pre?: SceneSummary | undefined
  readonly middle?: SceneSummary | undefined
  readonly post?: SceneSummary | undefined
}

function pairOf(question: Question, named: readonly SceneSummary[], dated: readonly SceneSummary[]): Pair {
  const earliest = dated[0]
  const compares = question.asks.some(({ change, target }) => change !== null || target === 'burned')
  if (named.length === 1 && compares) {
    return named[0] === earliest ? { pre: earliest, post: dated.at(-1) } : { pre: earliest, post: named[0] }
  }
  const grows = question.asks.some(
    ({ change, target, dimension }) =>
      target === 'burned' &&
      (change === 'gain' || dimension === 'sector' || dimension === 'length' || dimension === 'angle'),
  )
  // How a fire grew between two dates is told against a date before it.
  if (named.length === 2 && grows && named[0] !== earliest)
    return { pre: earliest, middle: named[0], post: named[1] }
  const [from, to] = named
  const between =
    from && to && grows && named.length === 2
      ? dated.slice(dated.indexOf(from), dated.indexOf(to) + 1)
      : named
  const scenes = named.length >= 2 ? between : dated
  if (scenes.length < 2) return {}
  return {
    pre: scenes[0],
    post: scenes.at(-1),
    middle: scenes.length >= 3 ? scenes[Math.floor(scenes.length / 2)] : undefined,
  }
}

/** Words for the scenes that a plan used, with their dates, and for loaded rasters that are no scenes, with what they hold. */
export function describeScenes(ids: readonly LayerId[], context: SensingContext): string {
  const used = context.scenes.filter((scene) => ids.includes(scene.id))
  const products = context.products.filter(({ id, made }) => made !== true && ids.includes(id))
  const rasters = products.flatMap(({ id, port }) =>
    port.kind === 'raster' ? [`${id} (${port.meaning ?? [port.quantity].flat().join(' or ')})`] : [],
  )
  return [...used.map(sceneWords), ...rasters].join(' and ')
}

function sceneWords(scene: SceneSummary): string {
  return scene.date === null ? `${scene.id} (undated)` : `${scene.id} (${scene.date})`
}
