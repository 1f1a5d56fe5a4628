import { tokens, words } from '../lib/text.ts'
import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { inverseFrequencies } from './coverage.ts'
import { TASK_WORDS } from './task-words.ts'

export interface TaskScore {
  readonly taskType: TaskType
  /** Share of the question's known words that speak for the type, weighted by how rare they are: 0 to 1. */
  readonly score: number
}

/** A word that goes with a task counts this much of one that names it. */
const NEAR = 0.5
/** What is left of the score of a type that looks at one date where the question compares dates, and the reverse. */
const OTHER_SHAPE = 0.7

const CHANGE_WORDS: ReadonlySet<string> = new Set(
  tokens(
    `change changed difference differ between since loss lost lose gain gained shrink shrank shrunk shrinking grew grown
    growth expand expanded recede receded retreat decline declined decrease decreased increase increased dried vanish
    vanished disappear disappeared before after earlier later compared cleared felled trend recovered regrown dates
    smaller bigger became become anymore`,
  ),
)

const PROFILES = TASK_TYPES.map((taskType) => {
  const { core, near, shape } = TASK_WORDS[taskType]
  const weights = new Map(tokens(near).map((token) => [token, NEAR]))
  for (const token of tokens(core)) weights.set(token, 1)
  return { taskType, weights, shape }
})

const RARITY = inverseFrequencies(PROFILES.map(({ weights }) => weights.keys()))

/** ĉ(q) by words alone: every type with its score, best first; types of equal score in the order of the list. */
export function classifyTask(question: string): readonly TaskScore[] {
  const asked = [...new Set(tokens(question))]
  const known = asked.reduce((sum, token) => sum + (RARITY.get(token) ?? 0), 0)
  const change = impliesChange(question, asked)
  return PROFILES.map(({ taskType, weights, shape }) => {
    const found = asked.reduce((sum, token) => sum + (weights.get(token) ?? 0) * (RARITY.get(token) ?? 0), 0)
    const fitting = shape === 'either' || change === (shape === 'change')
    return { taskType, score: known > 0 ? (found / known) * (fitting ? 1 : OTHER_SHAPE) : 0 }
  }).sort((a, b) => b.score - a.score)
}

/** True where the question compares: by a word of change, or by two years or dates. */
function impliesChange(question: string, asked: readonly string[]): boolean {
  const years = new Set(words(question).filter((word) => /^(19|20)\d\d$/.test(word)))
  return years.size > 1 || asked.some((token) => CHANGE_WORDS.has(token))
}
