import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { COMPARE_WORDS } from './question-words.ts'
import type { Ask } from './types.ts'

/** Words that name something measurable, and the mask meaning they stand for. Longest phrases first. */
const TARGET_WORDS: readonly (readonly [pattern: RegExp, target: string])[] = [
  [
    /\b(burn(ed|t|ing|s)?|fires?|wildfires?|scars?|scorched|charred|blaze|(?<!drought )severity class(es)?)\b|\b(rdnbr|rbr)\b/i,
    'burned',
  ],
  [
    /\b(lakes?|(?<!precipitable |column )water(?! vapou?r)|reservoirs?|ponds?|rivers?|lagoons?|shorelines?|inundat\w*|flood\w*|log[- ]ratio)\b/i,
    'water',
  ],
  [/\b(snow\w*|glaciers?)\b/i, 'snow'],
  [
    /\bsea[- ]?ice\b|\b(?<!\b(?:snow|glacier|river|lake|land)(?: and| or)? )ice\b|\bice ?floes?\b/i,
    'sea_ice',
  ],
  [/\b(built[- ]?up|urban|cit(y|ies)|settlements?|buildings?|houses)\b/i, 'built_up'],
  [
    /\b(vegetat\w*|forests?|trees?|crops?|green(ness|er|ery|ing)?|woodland|plants?|canopy|deforest\w*|(?:land|mud|rock)slides?|slides?|debris flows?|felled|logg(?:ed|ing)|clearings?|clear[- ]?cut\w*)\b/i,
    'vegetation',
  ],
]

/** Things a person may ask for that no tool here measures: such a question is declined, never bent. */
const UNMEASURABLE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\b(ships?|vessels?|boats?)\b/i, 'ships'],
  [/\b(cars?|vehicles?|trucks?|aircraft|planes?)\b/i, 'vehicles'],
  [
    /\b(population|inhabitants)\b|\b(how many|number of|count( the)?|share of( the)?) people\b|\bpeople (live|lived|living|reside\w*|were (affected|displaced)|are (affected|exposed))\b/i,
    'people',
  ],
  [/\b(rain\w*|precipitation)\b/i, 'rainfall'],
  [/\bwinds?\b(?! (erosion|farms?|parks?|turbines?|breaks?))/i, 'wind'],
  [
    /\bpH\b|\bacidity\b|\b(nitrogen|phosph\w+|potassium|nutrients?|fertility)\b|\b(clay|sand|silt|humus)\b[^?]*\b(content|share|percent(age)?|fraction)\b/i,
    'what the soil is made of',
  ],
  [/\b(biomass|carbon|co2)\b/i, 'carbon or biomass'],
  [/\b(depth|deep)\b/i, 'depth'],
  [/\b(species|animals?|cattle)\b/i, 'species'],
  [/\b(cost|price|damage in (euro|dollar)s?|dollars|euros)\b/i, 'cost'],
  [/\b(cause[ds]?|why)\b/i, 'causes'],
  [
    /^(?!.*\b(ignor\w*|keep\w*|includ\w*|mask\w*|without|despite|with|under|free of) (the )?clouds?)(?!.*\bcloud[- ]free\b).*\bcloud/i,
    'cloud cover',
  ],
]

const TASK_TARGETS: Partial<Record<TaskType, string>> = {
  'burned-area': 'burned',
  'burn-severity': 'burned',
  'fire-spread': 'burned',
  'water-extent': 'water',
  'water-change': 'water',
  'snow-cover': 'snow',
  'sea-ice': 'sea_ice',
  'urban-extent': 'built_up',
  'vegetation-change': 'vegetation',
  deforestation: 'vegetation',
}

/** Words for heat: they need a thermal band, whatever else they name. */
export const asksForTemperature = (text: string): boolean =>
  /\btemperatures?\b|\bLST\b|\bhow (much )?(hot|warm|cold|cool)(er)?\b|\bheat[- ]islands?\b|\b(degrees?|kelvins?) (hott|warm|cold|cool)er\b/i.test(
    text,
  )

/** How much warmer built-up land is than the rest of the scene. */
export const asksForHeatIsland = (text: string): boolean =>
  /\bheat[- ]islands?\b|\bS?UHI\b/.test(text) ||
  (/\b(built[- ]?up|urban|cit(y|ies)|towns?|settlements?|villages?)\b/i.test(text) &&
    (/\b(hott|warm|cool|cold)er\b[^?]*\bthan\b(?!\s+-?\d)/i.test(text) ||
      (/\btemperatures?\b|\bLST\b/i.test(text) &&
        /\binside\b[^?]*\boutside\b|\b(minus|versus|vs\.?|less|and)\b[^?]*\b(rural|non-urban|countryside|surroundings)\b/i.test(
          text,
        ))))

/** A forest guard, a forest fire and crop insurance name no plants to be measured. */
const ATTRIBUTES =
  /\b(?:forest|tree|crop|vegetation|plant|wood|water|city|urban|snow)s?[- ](?=(?:guard|ranger|service|department|office|officer|agency|fire|owner|manager|insur\w*|law|authority|board|company|utility|council|planner)s?\b)/gi

export function targetsIn(whole: string): readonly string[] {
  const text = whole.replace(ATTRIBUTES, '')
  const found = TARGET_WORDS.filter(([pattern]) => pattern.test(text)).map(([, target]) => target)
  // The sea that ice covers, or leaves open, is no water of its own.
  return found.includes('sea_ice') ? found.filter((target) => target !== 'water') : found
}

export function unmeasurableIn(text: string): string | null {
  const asked = askedPart(text)
  return UNMEASURABLE.find(([pattern]) => pattern.test(asked))?.[1] ?? null
}

const ASKS =
  /\b(?:how|what|which|where|give|tell|report|compute|calculate|measure|estimate|map|find|number of|percentage|area)\b/i

/**
 * What the words ask without the circumstances told beside it ('For the routing of a supply ship we need to know how
 * much …', 'Our boats lie still. How much …'), where it names something that can be measured; else all of them.
 */
function askedPart(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const asking = sentences.filter((sentence) => ASKS.test(sentence) || sentence.endsWith('?'))
  const words = (asking.length > 0 ? asking : sentences)
    .map((sentence) =>
      /^\W*(?:for|to|as|since|because)\b/i.test(sentence) ? fromAsking(sentence) : sentence,
    )
    .join(' ')
  return targetsIn(words).length > 0 ? words : text
}

function fromAsking(sentence: string): string {
  const at = sentence.search(/\b(?:how|what|which|where)\b/i)
  return at < 0 ? sentence : sentence.slice(at)
}

/** What a task type measures; null where it can be anything. */
export function targetOfTask(taskType: TaskType): string | null {
  return TASK_TARGETS[taskType] ?? null
}

/** Types that compare dates. */
export const isChangeType = (taskType: TaskType): boolean =>
  taskType.endsWith('-change') || taskType === 'deforestation'

/** Types that look at one date. */
const STATE_TYPES: ReadonlySet<TaskType> = new Set(['water-extent', 'snow-cover', 'urban-extent'])

/** Types that follow an index over many dates. */
const COURSE_TYPES: ReadonlySet<TaskType> = new Set(['vegetation-trend', 'phenology', 'drought'])

/** Types that can be about any index. */
const INDEX_TYPES: ReadonlySet<TaskType> = new Set([
  'index-map',
  'statistics',
  'zonal-comparison',
  'hotspots',
  'band-maths',
])

/** True where the type measures neither another thing nor another shape (state or change) than asked. */
export function typeSuits(taskType: TaskType, ask: Ask): boolean {
  if (taskType === 'hotspots') return /\bhot ?spots?\b/i.test(ask.text)
  if (taskType === 'zonal-comparison')
    return (
      COMPARE_WORDS.test(ask.text) ||
      /\b(zones?|polygons?|fields?|parcels?|plots?|districts?)\b/i.test(ask.text)
    )
  if (ask.target === null)
    return (
      (ask.series && COURSE_TYPES.has(taskType)) ||
      ask.indices.length === 0 ||
      INDEX_TYPES.has(taskType) ||
      (isChangeType(taskType) && ask.change !== null)
    )
  const target = targetOfTask(taskType)
  if (target === null) return taskType !== 'inventory'
  if (target !== ask.target) return false
  if (isChangeType(taskType)) return ask.change !== null
  return ask.change === null || !STATE_TYPES.has(taskType) || !hasChangeType(target)
}

const hasChangeType = (target: string) =>
  TASK_TYPES.some((taskType) => isChangeType(taskType) && targetOfTask(taskType) === target)

/** Types that a word settles, whatever else the question says. */
export function settledType(ask: Ask): TaskType | null {
  const isGreen = ask.target === null || ask.target === 'vegetation'
  if (ask.named.includes('urban_heat_island')) return 'urban-heat'
  if (ask.series && ask.dimension === 'rate' && isGreen) return 'vegetation-trend'
  if (ask.named[0] === 'active_fires' || ask.named[0] === 'fire_pixels') return 'active-fire'
  if (ask.named[0] === 'detections_direction' || ask.named[0] === 'arrival_direction') return 'fire-spread'
  if (ask.target !== 'burned') return null
  if (/\bsever/i.test(ask.text)) return 'burn-severity'
  const spreads =
    ask.dimension === 'sector' || ask.dimension === 'length' || ask.figures.includes('growth_area')
  if (!spreads) return null
  return asksForSide(ask.text) ? 'change-direction' : 'fire-spread'
}

/** 'On which side does it lie' asks for a place, not for a movement. */
export const asksForSide = (text: string): boolean =>
  /\b(lies?|located|sides?|part of the scene|situated)\b/i.test(text)
