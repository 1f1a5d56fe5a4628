import { config } from '../../src/config.ts'
import { tokens } from '../../src/lib/text.ts'
import { calibrated } from '../../src/memory/calibrate.ts'
import { inverseFrequencies } from '../../src/memory/coverage.ts'
import { fading } from '../../src/memory/disuse.ts'
import { experienceTokens, skillTokens, TYPE_TOKENS, workflowTokens } from '../../src/memory/item-text.ts'
import type { RecallOptions } from '../../src/memory/recall.ts'
import { suppliedShare } from '../../src/memory/supply.ts'
import type {
  EntryLife,
  MemorySnapshot,
  Recall,
  RecallQuery,
  Skill,
  Workflow,
} from '../../src/memory/types.ts'

interface Asked {
  readonly query: RecallQuery
  readonly tokens: ReadonlySet<string>
  readonly rarity: ReadonlyMap<string, number>
  readonly options: RecallOptions
}

/**
 * Recall as the formulas say it, one row after the other, with nothing kept between two questions but the tokens of rows:
 * what `recall` has to equal to the last digit, and is to be faster than.
 */
export function plainRecall(
  query: RecallQuery,
  snapshot: MemorySnapshot,
  options: RecallOptions = {},
): Recall {
  const workflows = snapshot.workflows.filter(isOpen)
  const skills = snapshot.skills.filter(isOpen)
  const asked: Asked = {
    query,
    tokens: new Set(tokens(query.question)),
    rarity: inverseFrequencies([
      ...TYPE_TOKENS.values(),
      ...workflows.map(workflowTokens),
      ...skills.map(skillTokens),
    ]),
    options,
  }
  return {
    workflows: recallWorkflows(workflows, asked),
    experiences: recallExperiences(snapshot.experiences.filter(isOpen), asked),
    skills: recallSkills(skills, asked),
  }
}

function recallWorkflows(items: readonly Workflow[], asked: Asked): Recall['workflows'] {
  const { topK, minimum, lambdaReliability } = config.workflow
  const { paperExact = false, reliability = true } = asked.options
  const credit = ({ successes, failures }: Workflow) =>
    reliability && !paperExact ? lambdaReliability * ((successes + 1) / (successes + failures + 2) - 0.5) : 0
  return items
    .filter(({ sequence }) => sequence.every((tool) => asked.query.admissible.has(tool)))
    .map((item) => ({ item, score: workflowScore(item, asked) }))
    .filter(({ score }) => score >= (paperExact ? config.recall.paperMinimum.workflow : minimum))
    .map((found) => ({ ...found, rank: found.score + credit(found.item) - faded(found.item, asked) }))
    .sort((a, b) => b.rank - a.rank || byState(a.item, b.item))
    .slice(0, topK)
    .map(({ item, score }) => ({ item, score }))
}

function workflowScore(item: Workflow, { query, tokens: asked, rarity, options }: Asked): number {
  const { alpha, beta, lambdaType, lambdaLength, lengthFree } = config.workflow
  const retrieved = new Set(query.retrieved)
  const known = item.sequence.filter((tool) => retrieved.has(tool)).length
  const { paperExact = false } = options
  const tools = paperExact ? jaccard(retrieved, item.sequence) : known / Math.max(item.sequence.length, 1)
  const own = workflowTokens(item)
  const byVector = similarity('workflows', item, options)
  const text = byVector ?? (paperExact ? jaccard(asked, own) : coverage(asked, own, rarity))
  const raw =
    alpha * tools +
    beta * text +
    (item.taskType === query.taskType ? lambdaType : 0) -
    lambdaLength * Math.max(0, item.sequence.length - lengthFree)
  return paperExact ? raw : calibrated(raw, 'workflow', byVector === null ? 'lexical' : 'embedding')
}

function recallSkills(items: readonly Skill[], asked: Asked): Recall['skills'] {
  const { textWeight, typeWeight, modalityWeight, topK, minimum } = config.skill
  const { paperExact = false } = asked.options
  return items
    .map((item) => {
      const byVector = similarity('skills', item, asked.options)
      const byWords = coverage(asked.tokens, skillTokens(item), asked.rarity)
      const raw = (text: number) =>
        textWeight * text +
        (item.taskType === asked.query.taskType ? typeWeight : 0) +
        modalityWeight * suppliedShare(item, asked.query.context)
      if (paperExact) return { item, score: raw(byVector ?? byWords), rank: raw(byVector ?? byWords) }
      const worded = calibrated(raw(byWords), 'skill', 'lexical')
      const score = byVector === null ? worded : calibrated(raw(byVector), 'skill', 'embedding')
      return { item, score, rank: (score + worded) / 2 }
    })
    .filter(({ score }) => score >= (paperExact ? config.recall.paperMinimum.skill : minimum))
    .map((found) => ({ ...found, rank: found.rank - faded(found.item, asked) }))
    .sort((a, b) => b.rank - a.rank || byState(a.item, b.item) || b.item.minDates - a.item.minDates)
    .slice(0, topK)
    .map(({ item, score }) => ({ item, score }))
}

function recallExperiences(items: MemorySnapshot['experiences'], asked: Asked): Recall['experiences'] {
  const { lambdaType, topK } = config.experience
  return items
    .flatMap((item) => {
      const text = experienceTokens(item)
      const shared = [...asked.tokens].filter((token) => text.has(token)).length
      if (shared === 0) return []
      const type = item.taskType === asked.query.taskType ? lambdaType : 0
      return [{ item, score: shared / Math.max(asked.tokens.size, 1) + type }]
    })
    .map((found) => ({ ...found, rank: found.score - faded(found.item, asked) }))
    .sort((a, b) => b.rank - a.rank || byState(a.item, b.item) || b.item.createdAt - a.item.createdAt)
    .slice(0, topK)
    .map(({ item, score }) => ({ item, score }))
}

/** Cosine, at least 0; null where the item has no vector. */
function similarity(
  table: 'workflows' | 'skills',
  item: Workflow | Skill,
  { embedded }: RecallOptions,
): number | null {
  const vector = embedded?.vectorOf(table, item.id)
  if (!vector) return null
  return Math.max(
    0,
    vector.reduce((sum, value, at) => sum + embedded!.query[at]! * value, 0),
  )
}

/** Share of the question's tokens found in a text, weighted by rarity. */
function coverage(
  asked: ReadonlySet<string>,
  text: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  let [found, all] = [0, 0]
  for (const token of asked) {
    const weight = rarity.get(token) ?? config.coverage.unknown
    all += weight
    if (text.has(token)) found += weight
  }
  return all > 0 ? found / all : 0
}

function jaccard(first: Iterable<string>, second: Iterable<string>): number {
  const [a, b] = [new Set(first), new Set(second)]
  const shared = [...a].filter((token) => b.has(token)).length
  const all = a.size + b.size - shared
  return all > 0 ? shared / all : 0
}

const faded = (item: EntryLife, { options: { paperExact, now } }: Asked) =>
  paperExact || now === undefined ? 0 : fading(item, now)

const isOpen = ({ state }: EntryLife) => state !== 'quarantined'
const byState = (a: EntryLife, b: EntryLife) => Number(b.state === 'active') - Number(a.state === 'active')
