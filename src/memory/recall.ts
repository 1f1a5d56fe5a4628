import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import { coverage, inverseFrequencies, jaccard } from './coverage.ts'
import { experienceTokens, skillTokens, TYPE_TOKENS, workflowTokens } from './item-text.ts'
import { suppliedShare } from './supply.ts'
import type { EntryState, MemorySnapshot, Recall, RecallQuery, Scored, Workflow } from './types.ts'

export interface RecallOptions {
  /** Jaccard for tools and for text, as the paper has it, in place of containment and coverage. */
  readonly paperExact?: boolean
  /** False leaves reliability out of the order of workflows. */
  readonly reliability?: boolean
}

interface Asked {
  readonly query: RecallQuery
  readonly tokens: ReadonlySet<string>
  readonly rarity: ReadonlyMap<string, number>
  readonly paperExact: boolean
}

/** What the three memories hold for a question: the best of each, best first. Quarantined entries never come up. */
export function recall(query: RecallQuery, snapshot: MemorySnapshot, options: RecallOptions = {}): Recall {
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
    paperExact: options.paperExact ?? false,
  }
  return {
    workflows: recallWorkflows(workflows, asked, options.reliability ?? true),
    experiences: recallExperiences(snapshot.experiences.filter(isOpen), asked),
    skills: recallSkills(skills, asked),
  }
}

function recallWorkflows(
  items: readonly Workflow[],
  asked: Asked,
  reliability: boolean,
): readonly Scored<Workflow>[] {
  const { topK, minimum, lambdaReliability } = config.workflow
  const credit = ({ successes, failures }: Workflow) =>
    reliability ? lambdaReliability * ((successes + 1) / (successes + failures + 2) - 0.5) : 0
  return items
    .filter(({ sequence }) => sequence.every((tool) => asked.query.admissible.has(tool)))
    .map((item) => ({ item, score: calibrated(workflowScore(item, asked), 'workflow') }))
    .filter(({ score }) => score >= minimum)
    .map((found) => ({ ...found, rank: found.score + credit(found.item) }))
    .sort((a, b) => b.rank - a.rank || byState(a.item, b.item))
    .slice(0, topK)
    .map(({ item, score }) => ({ item, score }))
}

/** sG(q, w). */
function workflowScore(item: Workflow, { query, tokens: asked, rarity, paperExact }: Asked): number {
  const { alpha, beta, lambdaType, lambdaLength, lengthFree } = config.workflow
  const retrieved = new Set(query.retrieved)
  const known = item.sequence.filter((tool) => retrieved.has(tool)).length
  const tools = paperExact ? jaccard(retrieved, item.sequence) : known / Math.max(item.sequence.length, 1)
  const text = workflowTokens(item)
  return (
    alpha * tools +
    beta * (paperExact ? jaccard(asked, text) : coverage(asked, text, rarity)) +
    (item.taskType === query.taskType ? lambdaType : 0) -
    lambdaLength * Math.max(0, item.sequence.length - lengthFree)
  )
}

function recallSkills(items: MemorySnapshot['skills'], asked: Asked): Recall['skills'] {
  const { textWeight, typeWeight, modalityWeight, topK, minimum } = config.skill
  return items
    .map((item) => {
      const raw =
        textWeight * coverage(asked.tokens, skillTokens(item), asked.rarity) +
        (item.taskType === asked.query.taskType ? typeWeight : 0) +
        modalityWeight * suppliedShare(item, asked.query.context)
      return { item, score: calibrated(raw, 'skill') }
    })
    .filter(({ score }) => score >= minimum)
    .sort((a, b) => b.score - a.score || byState(a.item, b.item) || b.item.minDates - a.item.minDates)
    .slice(0, topK)
}

/** sE(q, e); at least one token in common. */
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
    .sort((a, b) => b.score - a.score || byState(a.item, b.item) || b.item.createdAt - a.item.createdAt)
    .slice(0, topK)
}

function calibrated(score: number, kind: 'workflow' | 'skill'): number {
  const { slope, middle } = config.calibration[kind].lexical
  return 1 / (1 + Math.exp(-slope * (score - middle)))
}

const isOpen = (item: { readonly state: EntryState }) => item.state !== 'quarantined'
const byState = (a: { readonly state: EntryState }, b: { readonly state: EntryState }) =>
  Number(b.state === 'active') - Number(a.state === 'active')
