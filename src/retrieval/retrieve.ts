import type { Edge } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { RetrievedTool, SubTaskSource } from '../trace/events.ts'
import { config } from '../config.ts'
import { byText } from '../lib/by-text.ts'
import { tokens } from '../lib/text.ts'
import { clauses } from './clauses.ts'
import { typedEdges } from './cold-start.ts'
import { groundsOf, ranksOf } from './grounds.ts'
import type { PastQuestion } from './past-questions.ts'
import { Ranker, type Ranking } from './ranker.ts'
import { readText, type ReadText } from './tool-index.ts'

/** A step of the plan so far, as a text to find tools by. */
export interface SubTask {
  readonly text: string
  readonly from: SubTaskSource
}

export interface RetrieveQuery {
  readonly question: string
  /** The question's clauses are taken where it is empty. */
  readonly subTasks: readonly SubTask[]
  readonly specs: readonly ToolSpec[]
  /** T_q by name: nothing else is ranked. */
  readonly admissible: ReadonlySet<string>
  /** Transitions seen between tools; failures are not counted. */
  readonly edges: readonly Edge[]
  readonly past: readonly PastQuestion[]
  /** L2-normalised embeddings by text, of the question, its parts and `toolText` of each tool; words alone without it. */
  readonly vectors?: ReadonlyMap<string, Float32Array>
}

/** What retrieval reads of a tool: its name counts more than once, as that of hundreds of kin is what sets it apart. */
export const toolText = (spec: ToolSpec) =>
  `${spec.name} ${spec.name} ${spec.name} ${spec.title}. ${spec.summary}`

/**
 * Every admissible tool that may be a step of its own, best first: text score of the question and its best sub-task (q ⊕ s,
 * joined as scores), the vote of past questions, and what the best tools usually follow or lead to. Callers cut the list.
 * What the data do not admit is left out before anything is ranked: neither ranks nor votes are of the whole library.
 */
export function retrieveTools(query: RetrieveQuery): readonly RetrievedTool[] {
  const specs = query.specs.filter((spec) => query.admissible.has(spec.name) && !spec.internal)
  if (specs.length === 0) return []
  const read = (text: string) => readText(text, query.vectors?.get(text))
  const readTool = (text: string): ReadText => {
    const vector = query.vectors?.get(text)
    return { tokens: toolTokens(text), ...(vector ? { vector } : {}) }
  }
  const ranker = new Ranker(
    specs.map((spec) => ({ name: spec.name, ...readTool(toolText(spec)) })),
    { prior: [{ graph: typedEdges(specs), weight: config.retrieval.typedEdgeWeight }] },
  )
  ranker.remember(query.past, config.retrieval.learnFrom)
  addEdges(ranker, query.edges)
  const parts = query.subTasks.length > 0 ? query.subTasks : clauses(query.question).map(ofQuestion)
  const question = read(query.question)
  const texts = parts.map(({ text }) => read(text))
  const ranking = ranker.rank(question, texts)
  const given = {
    ranking,
    parts,
    partRanks: texts.map((text) => ranksOf(ranker.index, text)),
    questionRanks: ranksOf(ranker.index, question),
    names: specs.map(({ name }) => name),
    history: ranker.history,
  }
  return ranking.order.map((at) => ({
    name: specs[at]!.name,
    score: ranking.scores[at]!,
    because: reason({ at, ranking, specs, parts }),
    grounds: groundsOf(at, given),
  }))
}

const ofQuestion = (text: string): SubTask => ({ text, from: 'question' })

/** The library is the same for every question: hundreds of texts to stem. */
const toolTokens = byText(tokens)

function addEdges(ranker: Ranker, edges: readonly Edge[]): void {
  const { positions } = ranker.index
  for (const { from, to, successes } of edges) {
    const i = positions.get(from)
    const j = positions.get(to)
    if (i !== undefined && j !== undefined && successes > 0) ranker.history.add(i, j, successes)
  }
}

interface Grounds {
  readonly at: number
  readonly ranking: Ranking
  readonly specs: readonly ToolSpec[]
  readonly parts: readonly SubTask[]
}

function reason({ at, ranking, specs, parts }: Grounds): string {
  const { text, vote, neighbours, bestPart, leaders, transitions } = ranking
  const used = neighbours.filter(({ past }) => past.tools.includes(specs[at]!.name)).length
  if (used > 0 && vote[at]! > text[at]!) {
    return `used for ${used} similar past ${used === 1 ? 'question' : 'questions'}`
  }
  const part = parts[bestPart[at]!]
  if (part !== undefined && text[at]! > 0) return `matches “${part.text}”`
  const leader = specs[leaders.find((tool) => tool !== at) ?? at]!
  return transitions[at]! > 0 ? `goes with ${leader.name}` : 'fits the loaded data'
}
