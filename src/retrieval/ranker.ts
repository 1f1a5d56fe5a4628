import { config } from '../config.ts'
import { askedFor, closeOverDependencies } from './dependencies.ts'
import { expectedTools } from './expected-tools.ts'
import { best, order } from './fusion.ts'
import { LearnedWeights } from './learned-weights.ts'
import { asVoters, PastQuestions, votes, type Neighbour, type PastQuestion } from './past-questions.ts'
import { joined, SIGNALS, type Signal, type SignalLists } from './signals.ts'
import { ToolGraph } from './tool-graph.ts'
import { ToolIndex, type ReadText, type ToolText } from './tool-index.ts'
import { transitionPrior, type WeightedGraph } from './transitions.ts'

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
  /** The sum of the three below. */
  readonly scores: Float64Array
  /** What the texts say, and the part of the question that fitted best (−1: none). */
  readonly text: Float64Array
  readonly bestPart: readonly number[]
  /** What past questions say. */
  readonly vote: Float64Array
  /** The past questions that voted; weights add up to 1 or less. */
  readonly neighbours: readonly Neighbour[]
  /** The best tools before transitions, and what they bring with them. */
  readonly leaders: readonly number[]
  readonly transitions: Float64Array
  readonly signals: SignalLists
}

const OF_TEXT: readonly Signal[] = ['words', 'meaning', 'partWords', 'partMeaning']
const OF_PAST: readonly Signal[] = ['voteMeaning', 'voteWords', 'expected', 'used']

/**
 * Ranks a library for a question by the weighted sum of its signals: what the texts say, what similar past questions took, what the best
 * tools lead to or follow; and last come the declared dependencies. Grows with each solved question, its weights too.
 */
export class Ranker {
  readonly index: ToolIndex
  readonly history: ToolGraph
  readonly #past = new PastQuestions()
  readonly #weights = new LearnedWeights()
  /** How many past questions used each tool. */
  readonly #uses: Float64Array

  constructor(
    tools: readonly ToolText[],
    private readonly options: RankerOptions = {},
  ) {
    this.index = new ToolIndex(tools)
    this.history = new ToolGraph(tools.length)
    this.#uses = new Float64Array(tools.length)
  }

  get weights(): Readonly<Record<Signal, number>> {
    return this.#weights.current
  }

  rank(question: ReadText, parts: readonly ReadText[] = []): Ranking {
    const { bestPart, ...texts } = this.index.textSignals(question, parts)
    const { neighbours, ...past } = this.#pastSignals(question)
    const none = new Float64Array(this.index.tools.length)
    const lists = withoutSome({ ...texts, ...past, transitions: none })
    const text = joined(lists, this.weights, OF_TEXT)
    const vote = joined(lists, this.weights, OF_PAST)
    const found = text.map((score, tool) => score + vote[tool]!)
    const leaders = best(found, config.retrieval.transitionSeeds)
    const signals = withoutSome({
      ...lists,
      transitions: transitionPrior(leaders, [
        { graph: this.history, weight: 1 },
        ...(this.options.prior ?? []),
      ]).map(asVote),
    })
    const transitions = joined(signals, this.weights, ['transitions'])
    const scores = found.map((score, tool) => score + transitions[tool]!)
    const ranked = order(scores)
    const { dependsOn } = this.options
    return {
      order: dependsOn ? closeOverDependencies(ranked, dependsOn) : ranked,
      ...{ scores, text, bestPart, vote, neighbours, leaders, transitions, signals },
    }
  }

  /**
   * Takes in questions solved before, without their transitions (those come counted, as edges): all of them vote, weights are learned from
   * the last `learnFrom`.
   */
  remember(solved: readonly PastQuestion[], learnFrom: number): void {
    solved.forEach((item, at) => {
      if (at >= solved.length - learnFrom) this.#weigh(item, this.rank(item))
      this.#keep(item)
    })
  }

  /** Takes in a solved question; `ranking` is the one it had before, worked out here where it is not given. */
  learn(solved: PastQuestion, ranking: Ranking = this.rank(solved)): void {
    this.#weigh(solved, ranking)
    this.history.addFlow(this.#asked(solved))
    this.#keep(solved)
  }

  /** Nothing can be told of votes before anybody voted. */
  #weigh(solved: PastQuestion, { signals, scores }: Ranking): void {
    if (this.#past.items.length > 0) this.#weights.learn(signals, scores, this.#asked(solved))
  }

  #keep(solved: PastQuestion): void {
    const asked = [...new Set(this.#asked(solved))]
    for (const tool of asked) this.#uses[tool]!++
    this.#past.add({ ...solved, tools: asked.map((tool) => this.index.tools[tool]!.name) })
  }

  #positions({ tools }: PastQuestion): number[] {
    return tools.map((name) => this.index.positions.get(name)).filter((at) => at !== undefined)
  }

  /** Where dependencies are declared, only what was asked for: what is needed often would win every vote. */
  #asked(solved: PastQuestion): number[] {
    const flow = this.#positions(solved)
    return this.options.dependsOn ? askedFor(flow, this.options.dependsOn) : flow
  }

  #pastSignals({ tokens, vector }: ReadText) {
    const { neighbours: count, ridgeNeighbours, ridgePenalty, voteShrinkage } = config.retrieval
    const { positions } = this.index
    const voted = (list: readonly Neighbour[]) => votes(list, positions, voteShrinkage).map(asVote)
    const near = vector ? this.#past.nearestCosines(vector, Math.max(count, ridgeNeighbours)) : []
    const nearest = asVoters(near.slice(0, count))
    const alike = this.#past.nearestByWords(tokens, count)
    const total = this.#past.items.length
    return {
      voteMeaning: voted(nearest),
      voteWords: voted(alike),
      expected: expectedTools(near.slice(0, ridgeNeighbours), positions, ridgePenalty),
      used: this.#uses.map((uses) => (total === 0 ? 0 : Math.log(2 * uses + 1) / Math.log(2 * total + 2))),
      neighbours: together([nearest, alike]),
    }
  }
}

/** A share above 0 counts by its logarithm: a tenth of a vote is much more than none. */
const asVote = (share: number): number => Math.log(share / config.retrieval.voteFloor + 1)

/** Each list with its share of the vote. */
function together(lists: readonly (readonly Neighbour[])[]): Neighbour[] {
  const voting = lists.filter((list) => list.length > 0)
  return voting.flatMap((list) => {
    const total = list.reduce((sum, { weight }) => sum + weight, 0)
    return list.map(({ past, weight }) => ({ past, weight: weight / total / voting.length }))
  })
}

/** Signals that the settings leave out say nothing. */
function withoutSome(lists: SignalLists): SignalLists {
  const { without } = config.retrieval
  if (without.length === 0) return lists
  const none = new Float64Array(lists.words.length)
  return Object.fromEntries(
    SIGNALS.map((signal) => [signal, without.includes(signal) ? none : lists[signal]]),
  ) as unknown as SignalLists
}
