import type { SceneRole } from '../memory/types.ts'
import type { SceneSummary, SensingContext } from '../sensing/context.ts'
import type { LayerId } from '../trace/layer.ts'
import { isMeant } from './dates-in-text.ts'
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
  const refusal = context.scenes.length > 0 ? refuseDates(question, context, dated.length) : null
  if (refusal !== null) return { by: {}, refusal }
  const named = namedScenes(question, context)
  const scenes = named.length > 0 ? named : context.scenes
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
  const { pre, middle, post } = pairOf(question, named, dated)
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
  const newest = [...context.products].reverse()
  return [...newest.filter(({ made }) => made !== true), ...newest.filter(({ made }) => made === true)].map(
    ({ id }) => id,
  )
}

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
  const absent = question.dates.filter((mention) => !context.dates.some((date) => isMeant(mention, date)))
  if (absent.length > 0) {
    const known = context.dates.length > 0 ? context.dates.join(', ') : 'none (the scenes carry no date)'
    return `No scene of ${absent.map(({ words }) => words).join(', ')} is loaded; dates at hand: ${known}.`
  }
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
      target === 'burned' && (change === 'gain' || dimension === 'sector' || dimension === 'length'),
  )
  // How a fire grew between two dates is told against a date before it.
  if (named.length === 2 && grows && named[0] !== earliest)
    return { pre: earliest, middle: named[0], post: named[1] }
  const scenes = named.length >= 2 ? named : dated
  if (scenes.length < 2) return {}
  return {
    pre: scenes[0],
    post: scenes.at(-1),
    middle: scenes.length >= 3 ? scenes[Math.floor(scenes.length / 2)] : undefined,
  }
}

/** Words for the scenes that a plan used, with their dates. */
export function describeScenes(ids: readonly LayerId[], context: SensingContext): string {
  const used = context.scenes.filter((scene) => ids.includes(scene.id))
  return used.map(sceneWords).join(' and ')
}

function sceneWords(scene: SceneSummary): string {
  return scene.date === null ? `${scene.id} (undated)` : `${scene.id} (${scene.date})`
}
