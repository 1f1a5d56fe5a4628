import { byText } from '../../lib/by-text.ts'
import { sameItems } from '../../lib/same-items.ts'
import { words } from '../../lib/text.ts'
import { ofRun } from './of-run.ts'
import { templateTexts } from './row-text.ts'
import { SLOT_WORDS } from './slot-words.ts'
import { seedSkills } from '../seeds/index.ts'
import { TASK_WORDS } from '../task-words.ts'
import { TASK_TYPES } from '../../sensing/task-types.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { UNITS } from '../../trace/quantity.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { FinishedRun } from '../types.ts'

/** Words that the templates of distillation say besides names and seed text. */
const TEMPLATE_WORDS = `
  learned measured from by then with and in of on at for is are as the a an one two three date dates scene scenes role
  whole result answer first give take was were failed fails fail check checks passed pass refused refuses argument
  value plan no other avoid kind question instead not raster mask layer only pre middle post all zones product needs band bands
  error invalid input unknown tool missing grid mismatch crs unsupported file read scaling nothing valid storage full
  store limit reached internal rejected worker lost context model output machine host allowed
  retried setting own again more than most them calls call fewer another where it took were made by times
  roles results steps slots scenes layers question nothing learned what or all unit tried
  empty valid noise class covers range wrong asked edge answer gate used within repeats forbidden
  area share ratio angle length count temperature value sector text figures true false default order side before after
  minus`

/**
 * Every word that text made by our templates can hold. A word outside it was lifted from somewhere else: a file, an
 * option, a model.
 */
export const vocabulary = ofRun(
  ({ specs, steps }: Pick<FinishedRun, 'specs' | 'steps'>): ReadonlySet<string> => {
    const checks = steps.flatMap(({ failedChecks, tried }) =>
      [...failedChecks, ...(tried ? [tried.because] : [])].filter(isCheckId),
    )
    return checks.length === 0
      ? libraryWords(specs)
      : new Set([...libraryWords(specs), ...checks.flatMap(wordsAndParts)])
  },
)

let library: { readonly specs: readonly ToolSpec[]; readonly words: ReadonlySet<string> } | null = null

/** Our own words and the library's, kept until another library comes. */
function libraryWords(specs: readonly ToolSpec[]): ReadonlySet<string> {
  if (!library || !sameItems(library.specs, specs))
    library = { specs, words: new Set([...ownWords(), ...specWords(specs)]) }
  return library.words
}

let own: readonly string[] | null = null

/** Words of seeds, task types and templates: the same for every run. */
function ownWords(): readonly string[] {
  if (own) return own
  const skills = seedSkills().flatMap((skill) => templateTexts('skills', skill).map(({ text }) => text))
  const tasks = TASK_TYPES.flatMap((type) => [type, TASK_WORDS[type].core, TASK_WORDS[type].near])
  own = [...skills, ...tasks, ...FIXED].flatMap(wordsAndParts)
  return own
}

const specWords = (specs: readonly ToolSpec[]): readonly string[] =>
  specs.flatMap((spec) => wordsOf(specTexts(spec).join('\n')))

/** The words of a tool are the same in every run. */
const wordsOf = byText((text) => wordsAndParts(text))

/** Checks are named by ids of the code; anything else is text and is never kept. */
export const isCheckId = (check: string) => /^[a-z]+(-[a-z]+){0,5}$/.test(check)

/** Words, with names joined by '_' in one piece and in parts. */
export const wordsAndParts = (text: string): readonly string[] =>
  words(text).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))

const FIXED = [TEMPLATE_WORDS, SLOT_WORDS, BAND_NAMES.join(' '), UNITS.join(' ')]

function specTexts({
  name,
  family,
  title,
  summary,
  parameters,
  measures,
  gives,
}: ToolSpec): readonly string[] {
  const choices = Object.values(parameters.properties).flatMap(({ enum: values }) =>
    Array.isArray(values) ? values.map(String) : [],
  )
  const meaning = gives.kind === 'raster' && gives.meaning !== undefined ? [gives.meaning] : []
  return [
    name,
    family,
    title,
    summary,
    ...meaning,
    ...measures.map((measure) => measure.name),
    ...Object.keys(parameters.properties),
    ...choices,
  ]
}
