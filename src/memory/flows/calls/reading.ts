import { tokens } from '../../../lib/text.ts'
import { INTENTS, SUBJECTS } from './intents.ts'
import { askedOperations } from './operations.ts'

/** Kinds of facts that two questions are compared by. */
export const GROUPS = ['words', 'intent', 'subject', 'answer', 'data'] as const
export type Group = (typeof GROUPS)[number]

/** A question as it is compared with others: named facts of each kind, each with its strength. */
export interface FlowReading {
  readonly facts: Readonly<Record<Group, ReadonlyMap<string, number>>>
  /** Operations asked for (`askedOperations`). */
  readonly operations: ReadonlySet<string>
  /** Stemmed words of the question. */
  readonly tokens: ReadonlySet<string>
}

/** What is known before any call. */
export interface Asked {
  readonly question: string
  /** Options of a choice; empty for a free answer. */
  readonly choices: readonly string[]
  /** Names of the files at hand, with or without folders. */
  readonly files: readonly string[]
}

const CHOICE_STRENGTH = 0.5

export function readAsked({ question, choices, files }: Asked): FlowReading {
  const text = question.toLowerCase()
  const found = tokens(question)
  return {
    facts: {
      words: wordFacts(found, tokens(choices.join(' '))),
      intent: matching(INTENTS, text),
      subject: matching(SUBJECTS, text),
      answer: answerFacts(text, choices),
      data: dataFacts(files),
    },
    operations: askedOperations(question, choices),
    tokens: new Set(found),
  }
}

function wordFacts(question: readonly string[], choices: readonly string[]): Map<string, number> {
  const facts = new Map<string, number>()
  for (const word of choices) facts.set(`choice ${word}`, CHOICE_STRENGTH)
  question.forEach((word, at) => {
    facts.set(word, 1)
    if (at > 0) facts.set(`${question[at - 1]} ${word}`, 1)
  })
  return facts
}

const matching = (patterns: readonly (readonly [string, RegExp])[], text: string) =>
  new Map(patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => [name, 1]))

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** What the choices may hold, in lower case. */
const IN_CHOICES: readonly (readonly [string, RegExp])[] = [
  ['percent', /%/],
  ['kelvin', /\d ?k\b/],
  ['celsius', /°c/],
  ['per year', /per year|\/year/],
  ['date', /\d{4}-\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d/],
  ['trend', /trend|increasing|decreasing/],
  ['rise or fall', /increase|decrease/],
  ['direction', /\beast|\bwest|\bnorth|\bsouth/],
  ['kurtosis', /kurto/],
  ['mean', /mean|average/],
  ['share', /hotspot|proportion|coverage|area/],
  ['difference', /differ|Δ|δ|change/],
  ['pixels', /pixel/],
  ['relative spread', /\bcv/],
  ['extreme', /max|highest|peak|most|lowest/],
]

/** The first choice as a whole; the first that fits counts. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['percent', /^[-+–−]?[\d.]+ ?%$/],
  ['kelvin', /^[-+–−]?[\d.,]+ ?k$/],
  ['count', /^[-+–−]?\d+( (days|nights|times))?$/],
  ['number', /^[-+–−]?[\d.,]+( ?[\w/²°]+)?$/],
  ['sentence', /^.{61,}$/s],
  ['phrase', /^.+$/s],
]

function answerFacts(question: string, choices: readonly string[]): Map<string, number> {
  const years = new Set(question.match(/\b(?:19|20)\d\d\b/g))
  const months = MONTHS.filter((month) => question.includes(month))
  const limits = new Set(question.match(/(?<![\w.-])\d+(?:\.\d+)?(?= ?(?:%|k\b|mw|°))/g))
  const first = (choices[0] ?? '').trim().toLowerCase()
  const form = FORMS.find(([, pattern]) => pattern.test(first))?.[0] ?? 'free'
  return new Map([
    [`years ${Math.min(years.size, 3)}`, 1],
    [`months ${Math.min(months.length, 3)}`, 1],
    [`limits ${Math.min(limits.size, 3)}`, 1],
    [`form ${form}`, 1],
    [`choices ${choices.length}`, 1],
    ...matching(IN_CHOICES, choices.join(' ').toLowerCase()),
  ])
}

const DATE = /(?:19|20)\d\d(?:[-_.]?\d\d)?(?:[-_.]?\d\d)?/g
const DATE_AND_TIME = /(?:19|20)\d\d(?:[-_.]?\d\d){0,2}(?:[-_t]?\d{4})?/g

/** Parts of file names, alone and in pairs, and how many files, dates and years there are. */
function dataFacts(files: readonly string[]): Map<string, number> {
  const facts = new Map<string, number>()
  const dates = new Set<string>()
  for (const file of files) {
    const name = file
      .toLowerCase()
      .replace(/^.*[/\\]/, '')
      .replace(/\.(?:tiff?|enp|tfw|xml|aux)\b/g, '')
    for (const date of name.match(DATE) ?? []) dates.add(date)
    const parts = name.replace(DATE_AND_TIME, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
    parts.forEach((part, at) => {
      facts.set(part, 1)
      if (at > 0) facts.set(`${parts[at - 1]} ${part}`, 1)
    })
  }
  const years = new Set([...dates].map((date) => date.slice(0, 4)))
  return facts
    .set(`files ${magnitude(files.length)}`, 1)
    .set(`dates ${magnitude(dates.size)}`, 1)
    .set(`years ${Math.min(years.size, 3)}`, 1)
}

/** 0, 1, 2, few, some, many. */
function magnitude(count: number): string {
  if (count <= 2) return String(count)
  return count <= 6 ? 'few' : count <= 20 ? 'some' : 'many'
}
