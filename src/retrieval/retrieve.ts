import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import type { Edge } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { clauses } from './clauses.ts'
import { typedEdges } from './cold-start.ts'
import { order, weightedSum, zScores } from './fusion.ts'
import { PastQuestions, votes, type Neighbour, type PastQuestion } from './past-questions.ts'
import { ToolGraph } from './tool-graph.ts'
import { ToolIndex, type QueryText } from './tool-index.ts'
import { transitionPrior } from './transitions.ts'

export interface RetrieveQuery {
  readonly question: string
  /** Steps of the plan so far (a recalled SOP's, a model's); the question's clauses are taken where it is empty. */
  readonly subTasks: readonly string[]
  readonly specs: readonly ToolSpec[]
  /** T_q by name: nothing else is ranked. */
  readonly admissible: ReadonlySet<string>
  /** Transitions seen between tools; failures are not counted. */
  readonly edges: readonly Edge[]
  readonly past: readonly PastQuestion[]
  /** L2-normalised embeddings by text, of the question, its parts and `toolText` of each tool; words alone without it. */
  readonly vectors?: ReadonlyMap<string, Float32Array>
}

export interface RetrievedTool {
  readonly name: string
  readonly score: number
  /** What found it, in words of ours and of the question. */
  readonly because: string
}

/** What retrieval reads of a tool. */
export const toolText = (spec: ToolSpec) => `${spec.name} ${spec.title}. ${spec.summary}`

/**
 * Every admissible tool that may be a step of its own, best first: text score of the question and its best part,
 * the vote of past questions, and what the best tools usually follow or lead to. Callers cut the list.
 */
export function retrieveTools(query: RetrieveQuery): readonly RetrievedTool[] {
  const specs = query.specs.filter((spec) => query.admissible.has(spec.name) && !spec.internal)
  if (specs.length === 0) return []
  const withVector = (text: string): QueryText => {
    const vector = query.vectors?.get(text)
    return vector ? { text, vector } : { text }
  }
  const index = new ToolIndex(specs.map((spec) => ({ name: spec.name, ...withVector(toolText(spec)) })))
  const parts = query.subTasks.length > 0 ? query.subTasks : clauses(query.question)
  const text = index.textWithParts(withVector(query.question), parts.map(withVector))

  const neighbours = nearest(query)
  const vote = votes(neighbours, index.positions)
  const found = zScores(weightedSum([{ scores: zScores(text.scores), weight: 1 }], specs.length))
  const withVotes = weightedSum(
    [
      { scores: found, weight: 1 },
      { scores: zScores(vote), weight: config.retrieval.neighbourWeight },
    ],
    specs.length,
  )
  const best = order(withVotes).slice(0, config.retrieval.transitionSeeds)
  const transitions = transitionPrior(best, [
    { graph: historyGraph(query.edges, index.positions), weight: 1 },
    { graph: typedEdges(specs), weight: config.retrieval.typedEdgeWeight },
  ])
  const scores = weightedSum(
    [
      { scores: withVotes, weight: 1 },
      { scores: zScores(transitions), weight: config.retrieval.transitionWeight },
    ],
    specs.length,
  )
  return order(scores).map((at) => ({
    name: specs[at]!.name,
    score: scores[at]!,
    because: reason({
      text: text.scores[at]! > 0 ? (parts[text.bestPart[at]!] ?? query.question) : null,
      textScore: found[at]!,
      neighbour: neighbourOf(specs[at]!.name, neighbours),
      vote: vote[at]!,
      leader: best.map((tool) => specs[tool]!.name)[0]!,
      transition: transitions[at]!,
    }),
  }))
}

function nearest({ question, past, vectors }: RetrieveQuery): Neighbour[] {
  const questions = new PastQuestions(past)
  const vector = vectors?.get(question)
  const byVector = vector ? questions.nearestByVector(vector) : []
  return byVector.length > 0 ? byVector : questions.nearestByWords(tokens(question))
}

function historyGraph(edges: readonly Edge[], positions: ReadonlyMap<string, number>): ToolGraph {
  const graph = new ToolGraph(positions.size)
  for (const { from, to, successes } of edges) {
    const i = positions.get(from)
    const j = positions.get(to)
    if (i !== undefined && j !== undefined && successes > 0) graph.add(i, j, successes)
  }
  return graph
}

const neighbourOf = (name: string, neighbours: readonly Neighbour[]) =>
  neighbours.filter(({ past }) => past.tools.includes(name)).length

interface Grounds {
  readonly text: string | null
  readonly textScore: number
  readonly neighbour: number
  readonly vote: number
  readonly leader: string
  readonly transition: number
}

function reason({ text, textScore, neighbour, vote, leader, transition }: Grounds): string {
  if (vote > 0.5 || (vote > 0 && textScore <= 0)) {
    return `used for ${neighbour} similar past ${neighbour === 1 ? 'question' : 'questions'}`
  }
  if (text !== null && textScore > 0) return `matches “${text}”`
  return transition > 0 ? `often before or after ${leader}` : 'fits the loaded data'
}
