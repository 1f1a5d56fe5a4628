import type { SensingContext } from '../sensing/context.ts'
import { waysToMark } from '../sensing/meanings.ts'
import { CHECK_WORDS } from './checks.ts'
import { missingForTask } from '../sensing/task-needs.ts'
import type { Brief, Situation } from './brief.ts'
import type { Question } from './types.ts'
import { unservedPart } from './unserved.ts'
import { recipeAsked, unknownToolIn } from './named-recipes.ts'
import { lacksNight } from './hours-of-night.ts'
import { asksForTemperature, unmeasurableIn } from './targets.ts'
import { withoutTimes } from './question-words.ts'
import { meaningWords, spellMeaning } from './words.ts'

/** Why the data or the tools cannot answer, with what is missing; null where nothing stands against trying. */
export function reasonToDecline(
  { ask, taskType, typeScore }: Brief,
  { context, specs }: Situation,
): string | null {
  if (context.scenes.length === 0 && context.products.length === 0) {
    return 'No data is loaded. Drop satellite files on the page or load the sample, then ask again.'
  }
  // The words of its name say nothing of what it needs: its ports do.
  if (recipeAsked(ask, specs)) return null
  const called = unknownToolIn(ask.text, specs)
  if (called !== null) {
    return `There is no tool named ${called} that can be run; “My tools”, in the memory, lists those that you saved.`
  }
  if (asksForCloud(ask.text)) return OF_CLOUD
  const unknown = unmeasurableIn(withoutTimes(ask.text))
  if (unknown)
    return `No tool here measures ${unknown}, so the data cannot answer this. ${canAnswer(context)}`
  if (asksForTemperature(ask.text) && !context.modalities.includes('thermal')) {
    return `A temperature needs a scene with a thermal band; loaded: ${loaded(context)}.`
  }
  if (
    asksForTemperature(ask.text) ||
    HOT_OR_COLD.test(ask.text) ||
    ask.named.some((name) => /temperature|lst/.test(name))
  ) {
    if (lacksNight(ask.text, context))
      return `A temperature of the night needs a scene that was taken by night; loaded: ${loaded(context)}. None of them is known to be of the night.`
  }
  const missing = missingForTask(taskType, context)
  const isPlain =
    ask.indices.length === 0 &&
    ask.target === null &&
    ask.named.length === 0 &&
    ask.shown === null &&
    !ask.ofProduct
  if (missing && typeScore > 0 && isPlain) {
    return `This needs ${missing}; loaded: ${loaded(context)}.`
  }
  if (isPlain && /^\W*(?:compare|contrast|what (?:is|are) the differences? between)\b/i.test(ask.text))
    return `Say what is to be compared, such as the mean NDVI of the two dates. ${canAnswer(context)}`
  // An area of nothing would be that of whatever a recalled skill measures.
  const isFigure = ['area', 'share', 'value'].includes(ask.dimension)
  if (isPlain && isFigure && ask.change === null && !ask.zoned && !ask.series)
    return `The question names nothing that the tools here can measure. ${canAnswer(context)}`
  const isMeasured = ask.target !== null || ask.shown !== null || saysChange(ask)
  // Ready layers of an index have dates of their own.
  const hasCourse = ask.series && context.products.filter(({ date }) => date !== null).length > 1
  if (
    ask.change !== null &&
    isMeasured &&
    !hasCourse &&
    context.dates.length < 2 &&
    !hasDayAndNight(context)
  ) {
    return `A change needs two dates; loaded: ${loaded(context)}. Add a scene of another date.`
  }
  if (
    ask.target === 'burned' &&
    context.dates.length < 2 &&
    ask.indices.length === 0 &&
    context.scenes.length > 0
  ) {
    return `A burned area is measured by comparing a date before with one after the fire; loaded: ${loaded(context)}. Add the other date.`
  }
  if (context.dates.length >= 2 && !context.overlap)
    return 'The loaded scenes do not overlap, so their dates cannot be compared. Load scenes of one place.'
  return null
}

const asksForCloud = (text: string): boolean =>
  /\b(?:how (?:many|much|large)|what|which)\b[^?]*\b(?:is|are|was|were|lies?|lay) (?:hidden |covered )?(?:under|below|by|in) (?:the )?clouds?\W*$|\bhow (?:cloudy|clouded)\b|\bcloud (?:cover(?:age)?|share|fraction|percentage)\W*$/i.test(
    text,
  )
const OF_CLOUD =
  'No tool here measures how much lies under cloud. What the maker of a scene says of its clouds stands with the scene under “Data”; each index tells how many pixels it left out as cloud.'

const HOT_OR_COLD = /\b(?:hot|warm|cool|cold|chill|heat|frost)\w*\b/i

/** What is missing where no plan could be made, from the tools that would have measured it. */
export function reasonWithoutPlan({ ask }: Brief, { context, specs, toolSet }: Situation): string {
  const wanted = new Set([
    ...ask.indices,
    ...ask.named,
    ...(ask.target === null
      ? []
      : waysToMark(ask.target)
          .slice(0, 1)
          .flatMap(({ source }) => [source, source.replace(/^d/, '')])),
  ])
  const missing = specs.filter(({ name }) => wanted.has(name) && toolSet.missing.has(name))
  if (missing.length > 0) {
    const reasons = missing.map(({ name }) => `${name} ${toolSet.missing.get(name)!}`)
    return `The loaded data cannot answer this: ${reasons.join('; ')}. Loaded: ${loaded(context)}.`
  }
  const recipe = recipeAsked(ask, specs)
  if (recipe) {
    return `${recipe.name} cannot be run by its name here: it takes ${Object.keys(recipe.needs).length} layers, and the words do not tell which is which, or give it what it has no setting for. Loaded: ${loaded(context)}.`
  }
  if (ask.target === null && ask.indices.length === 0) {
    return `The question names nothing that the tools here can measure. ${canAnswer(context)}`
  }
  return `No chain of tools leads from the loaded data (${loaded(context)}) to ${dimensionWords(ask.dimension)} of ${meaningWords(ask.target ?? ask.indices[0])}.`
}

/** The question back where part of it would be left out of account; null where all of it is served. */
export function unservedQuestion(question: Question, { ask }: Brief): string | null {
  const part = unservedPart(question, ask)
  return part && `The question holds what is not taken into account here: ${part}. Ask again without it.`
}

/**
 * The question back where unscaled numbers cannot give what is asked: an index with constants, or hectares cut at a
 * threshold. A plain index of raw numbers may be shown with its warning. Null where scaling is not the matter.
 */
export function scalingQuestion({ ask }: Brief, { context, toolSet }: Situation): string | null {
  const raw = context.scenes.filter((scene) => scene.quantity === 'raw').map(({ id }) => id)
  const unscaled = context.scenes
    .filter((scene) => !scene.scaled && scene.quantity === 'raw')
    .map(({ id }) => id)
  const wanted = ask.indices.filter((name) => toolSet.missing.has(name))
  if (raw.length > 0 && wanted.length > 0) return askForScaling(wanted.map(spellMeaning).join(', '), raw)
  const cuts = ask.target !== null || !['value', 'text'].includes(ask.dimension)
  return unscaled.length > 0 && cuts && ask.dimension !== 'value'
    ? askForScaling('A threshold', unscaled)
    : null
}

function askForScaling(what: string, scenes: readonly string[]): string {
  return `${what} needs reflectance, and the scaling of ${scenes.join(', ')} is unknown. Give its scale and offset in the scene's settings, or add its metadata file, and ask again.`
}

/** 'Between' or 'from … to' may be said of one date; these words may not. */
const saysChange = ({ text, named, change, dimension }: Brief['ask']): boolean =>
  (named.length > 0 || dimension === 'temperature') &&
  (change === 'change' ? /\b(chang\w*|differ\w*|since)\b/i : WARMED).test(text)
const WARMED =
  /\b(warm\w*|cool\w*|heat\w*) (up|down|by|between|since|from)\b|\b(rose|rise[ns]?|fell|fall\w*|increas\w*|decreas\w*|drop\w*|gr[eo]w\w*|gain\w*)\b/i

const hasDayAndNight = ({ scenes }: SensingContext): boolean =>
  scenes.some(({ time }) => time === 'day') && scenes.some(({ time }) => time === 'night')

function dimensionWords(dimension: string): string {
  return (
    {
      area: 'an area',
      share: 'a share',
      angle: 'an angle',
      length: 'a length',
      count: 'a count',
      sector: 'a direction',
      value: 'a value',
    }[dimension] ?? 'a figure'
  )
}

function loaded(context: SensingContext): string {
  if (context.scenes.length === 0) return `${context.products.length} other layers`
  return context.scenes
    .map(
      (scene) =>
        `${scene.id} (${scene.sensor}${scene.date ? `, ${scene.date}` : ', undated'}; ${scene.bands.join(', ')})`,
    )
    .join('; ')
}

function canAnswer(context: SensingContext): string {
  const bands = new Set(context.scenes.flatMap((scene) => scene.bands))
  const topics = [
    ...(bands.has('nir') && bands.has('swir2') && context.dates.length > 1 ? ['burned area'] : []),
    ...(bands.has('green') && bands.has('nir') ? ['water'] : []),
    ...(bands.has('red') && bands.has('nir') ? ['vegetation'] : []),
    ...(bands.has('green') && bands.has('swir1') ? ['snow'] : []),
  ]
  return topics.length > 0
    ? `With what is loaded you can ask about ${topics.join(', ')}.`
    : 'Load scenes with known bands and dates first.'
}

/** What was tried and why it did not stand; where a threshold of ours was at fault, how to have it cut there all the same. */
export function noPlanStood({ ask }: Brief, reasons: readonly string[]): string {
  const told = `No plan stood for “${ask.text}”: ${reasons.slice(0, 2).join('; ')}.`
  const isInNoise = reasons.some((reason) => reason.includes(CHECK_WORDS['in-noise']))
  const example = ask.target === 'burned' ? ', such as “dNBR at least 0.27”,' : ''
  return isInNoise
    ? `${told} Name the threshold in the question${example} and it is cut there all the same.`
    : told
}
