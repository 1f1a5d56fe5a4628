import { config } from '../config.ts'
import { askedFor, closeOverDependencies } from './dependencies.ts'
import { best, order, weightedSum, zScores } from './fusion.ts'
import { PastQuestions, votes, type Neighbour, type PastQuestion } from './past-questions.ts'
import { ToolGraph } from './tool-graph.ts'
import { ToolIndex, type ReadText, type ToolText } from './tool-index.ts'
import { transitionPrior, type WeightedGraph } from './transitions.ts'
import { VoteBalance } from './vote-balance.ts'

export interface RankerOptions {
  /** Declared dependencies by position, where the library has them. */
  readonly dependsOn?: readonly (readonly number[])[]
  /** Edges that need no history, such as typed ports. */
  readonly prior?: readonly WeightedGraph[]
}

/** One ranking and what each tool's score is made of; lists are by position of the tool. */
export interface Ranking {
  /** Positions, best first. */
  readonly order: readonly number[]
  readonly scores: Float64Array
  /** z-scores of the text channel, and the part of the question that fitted best (−1: none). */
  readonly text: Float64Array
  readonly bestPart: readonly number[]
  /** Shares of the vote, scaled to the best text score. */
  readonly vote: Float64Array
  readonly neighbours: readonly Neighbour[]
  /** The best tools before transitions, and what they bring with them. */
  readonly leaders: readonly number[]
  readonly transitions: Float64Array
}

/**
 * Ranks a library for a question by fused scores: z-scored text of the whole question and of its best part, the vote of
 * similar past questions, what the best tools usually follow or lead to, and last the declared dependencies.
 * Grows with each solved question.
 */
export class Ranker {
  readonly index: ToolIndex
  readonly history: ToolGraph
  readonly #past = new PastQuestions()
  readonly #balance = new VoteBalance()

  constructor(
    tools: readonly ToolText[],
    private readonly options: RankerOptions = {},
  ) {
    this.index = new ToolIndex(tools)
    this.history = new ToolGraph(tools.length)
  }

  get voteWeight(): number {
    return this.#balance.weight
  }

  rank(question: ReadText, parts: readonly ReadText[] = []): Ranking {
    const count = this.index.tools.length
    const { scores: textScores, bestPart } = this.index.textWithParts(question, parts)
    const text = zScores(textScores)
    const neighbours = this.#neighbours(question)
    // Votes and transitions touch few tools: their z-scores would grow with the library, so that they are scaled to
    // the best text score instead.
    const reach = text.reduce((most, score) => Math.max(most, score), 0) || 1
    const vote = votes(neighbours, this.index.positions).map((share) => share * reach)
    const found = weightedSum(
      [
        { scores: text, weight: 1 },
        { scores: vote, weight: this.voteWeight },
      ],
      count,
    )
    const leaders = best(found, config.retrieval.transitionSeeds)
    const transitions = transitionPrior(leaders, [
      { graph: this.history, weight: 1 },
      ...(this.options.prior ?? []),
    ]).map((share) => share * reach)
    const scores = weightedSum(
      [
        { scores: found, weight: 1 },
        { scores: transitions, weight: config.retrieval.transitionWeight },
      ],
      count,
    )
    const ranked = order(scores)
    const { dependsOn } = this.options
    return {
      order: dependsOn ? closeOverDependencies(ranked, dependsOn) : ranked,
      scores,
      text,
      bestPart,
      vote,
      neighbours,
      leaders,
      transitions,
    }
  }

  /**
   * Takes in questions solved before, without their transitions (those come counted, as edges): all of them vote,
   * the weight of the vote is learned from the last `balanceFrom`.
   */
  remember(solved: readonly PastQuestion[], balanceFrom: number): void {
    solved.forEach((item, at) => {
      if (at >= solved.length - balanceFrom) this.#rate(this.#flow(item), this.rank(item))
      this.#keep(item)
    })
  }

  /** Takes in a solved question; `ranking` is the one it had before, worked out here where it is not given. */
  learn(solved: PastQuestion, ranking: Ranking = this.rank(solved)): void {
    const flow = this.#flow(solved)
    this.#rate(flow, ranking)
    this.history.addFlow(flow)
    this.#keep(solved)
  }

  #rate(flow: readonly number[], ranking: Ranking): void {
    if (this.#past.items.length === 0) return
    this.#balance.learn(ranking.text, ranking.vote, [...new Set(flow)])
  }

  #keep(solved: PastQuestion): void {
    this.#past.add({ ...solved, tools: this.#flow(solved).map((tool) => this.index.tools[tool]!.name) })
  }

  /** Where dependencies are declared, only what was asked for: what is needed often would win every vote. */
  #flow({ tools }: PastQuestion): number[] {
    const flow = tools.map((name) => this.index.positions.get(name)).filter((at) => at !== undefined)
    return this.options.dependsOn ? askedFor(flow, this.options.dependsOn) : flow
  }

  /** By meaning and by words, each with half of the vote, where both are to be had. */
  #neighbours(question: ReadText): Neighbour[] {
    const lists = [
      ...(question.vector ? [this.#past.nearestByVector(question.vector)] : []),
      this.#past.nearestByWords(question.tokens),
    ].filter((list) => list.length > 0)
    return lists.flatMap((list) => {
      const total = list.reduce((sum, { weight }) => sum + weight, 0)
      return list.map(({ past, weight }) => ({ past, weight: weight / total / lists.length }))
    })
  }
}
