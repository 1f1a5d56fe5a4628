import type { TaskType } from '../sensing/task-types.ts'

/** Words that name something measurable, and the mask meaning they stand for. Longest phrases first. */
const TARGET_WORDS: readonly (readonly [pattern: RegExp, target: string])[] = [
  [/\b(burn(ed|t|ing|s)?|fires?|wildfires?|scars?|scorched|charred|blaze)\b/i, 'burned'],
  [/\b(lakes?|water|reservoirs?|ponds?|rivers?|lagoons?|shorelines?|inundat\w*|flood\w*)\b/i, 'water'],
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
