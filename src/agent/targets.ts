import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { COMPARE_WORDS } from './question-words.ts'
import type { Ask } from './types.ts'

/** Words that name something measurable, and the mask meaning they stand for. Longest phrases first. */
const TARGET_WORDS: readonly (readonly [pattern: RegExp, target: string])[] = [
  [/\b(burn(ed|t|ing|s)?|fires?|wildfires?|scars?|scorched|charred|blaze)\b/i, 'burned'],
  [
    /\b(lakes?|(?<!precipitable |column )water(?! vapou?r)|reservoirs?|ponds?|rivers?|lagoons?|shorelines?|inundat\w*|flood\w*)\b/i,
    'water',
  ],
  [/\b(snow\w*|glaciers?)\b/i, 'snow'],
  [/\b(built[- ]?up|urban|cit(y|ies)|settlements?|buildings?|houses)\b/i, 'built_up'],
  [
    /\b(vegetat\w*|forests?|trees?|crops?|green(ness|er|ery|ing)?|woodland|plants?|canopy|deforest\w*)\b/i,
    'vegetation',
  ],
]

/** Things a person may ask for that no tool here measures: such a question is declined, never bent. */
const UNMEASURABLE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\b(ships?|vessels?|boats?)\b/i, 'ships'],
  [/\b(cars?|vehicles?|trucks?|aircraft|planes?)\b/i, 'vehicles'],
  [/\b(people|population|inhabitants)\b/i, 'people'],
  [/\b(rain\w*|precipitation)\b/i, 'rainfall'],
  [/\b(wind)\b/i, 'wind'],
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
  'urban-extent': 'built_up',
  'vegetation-change': 'vegetation',
  deforestation: 'vegetation',
}

/** Words for heat: they need a thermal band, whatever else they name. */
export const asksForTemperature = (text: string): boolean =>
  /\btemperatures?\b|\bhow (hot|warm|cold|cool)\b/i.test(text)

export function targetsIn(text: string): readonly string[] {
  return TARGET_WORDS.filter(([pattern]) => pattern.test(text)).map(([, target]) => target)
}

export function unmeasurableIn(text: string): string | null {
  return UNMEASURABLE.find(([pattern]) => pattern.test(text))?.[1] ?? null
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
  if (ask.series && ask.dimension === 'rate' && isGreen) return 'vegetation-trend'
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
