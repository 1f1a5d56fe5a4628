import type { Edge } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { RetrievedTool, SubTaskSource } from '../trace/events.ts'
import { clauses } from './clauses.ts'
import { groundsOf, heard } from './grounds.ts'
import type { KeptRanker } from './kept-ranker.ts'
import type { PastQuestion } from './past-questions.ts'
import type { Ranking } from './ranker.ts'
import { readText } from './tool-index.ts'

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
  /**
   * L2-normalised embeddings by text, of the question, its parts and `toolText` of each tool; words alone without it, and where a
   * tool has none.
   */
  readonly vectors?: Pick<ReadonlyMap<string, Float32Array>, 'get'>
  /** Tools that are wanted; all where it is absent. */
  readonly most?: number
}

/** What retrieval reads of a tool: its name counts more than once, as that of hundreds of kin is what sets it apart. */
export const toolText = (spec: ToolSpec) =>
  `${spec.name} ${spec.name} ${spec.name} ${spec.title}. ${spec.summary}`

/** What a ranker finds for a question: text score of the question and its best sub-task (q ⊕ s, joined as scores), the vote of past questions,
 * and what the best tools usually follow or lead to. */
export function foundTools(kept: KeptRanker, query: RetrieveQuery): readonly RetrievedTool[] {
  const { ranker, specs } = kept
  const read = (text: string) => readText(text, query.vectors?.get(text))
  const parts = query.subTasks.length > 0 ? query.subTasks : clauses(query.question).map(ofQuestion)
  const question = read(query.question)
  const texts = parts.map(({ text }) => read(text))
  const ranking = ranker.rank(question, texts)
  const given = {
    ranking,
    parts,
    ofParts: texts.map((text) => heard(ranker.index, text)),
    ofQuestion: heard(ranker.index, question),
    names: specs.map(({ name }) => name),
    history: ranker.history,
  }
  return ranking.order.slice(0, query.most).map((at) => ({
    name: specs[at]!.name,
    score: ranking.scores[at]!,
    because: reason({ at, ranking, specs, parts }),
    grounds: groundsOf(at, given),
  }))
}

const ofQuestion = (text: string): SubTask => ({ text, from: 'question' })

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
