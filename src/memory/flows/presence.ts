import { config } from '../../config.ts'
import { best, zScores } from '../../retrieval/fusion.ts'
import type { PastQuestion } from '../../retrieval/past-questions.ts'
import { ToolIndex, type ReadText, type ToolText } from '../../retrieval/tool-index.ts'
import { KernelRidge } from './kernel-ridge.ts'
import { fitLogistic, type Chance } from './logistic.ts'
import { QuestionKernel, type QuestionLikeness } from './question-kernel.ts'

/** What the chances may be drawn from beside what tools say of themselves. */
export interface Evidence {
  /** Whole past flows: their questions vote for their tools. */
  readonly flows: boolean
  /** What is known of each tool alone: the questions it was used for, as a linear probe. */
  readonly probes: boolean
}

export interface Presence {
  /** Chance of each tool to be in the flow, 0 to 1, in the order of the library. */
  readonly chances: Float64Array
  /** How much each past flow speaks for itself as the one that is wanted; sums to 1. */
  readonly weights: Float64Array
}

/**
 * Which tools a question needs, learned from past flows: votes of the nearest questions, a ridge probe a tool, how often
 * each was used, and the match of its own description, joined by one logistic regression that all tools share. A second round adds the
 * vote of past flows that agree with the first. What is fitted is fitted on answers that each past question would have got without
 * itself. Cubic in the number of past questions: meant for some hundreds. Throws RangeError where there is none.
 */
export class PresenceModel {
  readonly #index: ToolIndex
  readonly #kernel: QuestionKernel
  readonly #used: readonly Float64Array[]
  readonly #counts: Float64Array
  readonly #probes: KernelRidge | null
  readonly #first: Chance
  readonly #second: Chance | null

  constructor(
    tools: readonly ToolText[],
    readonly past: readonly PastQuestion[],
    readonly evidence: Evidence = { flows: true, probes: true },
  ) {
    if (past.length === 0) throw new RangeError('Chances are learned from at least one past flow.')
    const { probePenalty, probeWords, logisticPenalty } = config.flows
    this.#index = new ToolIndex(tools)
    this.#kernel = new QuestionKernel(past, probeWords)
    this.#used = past.map((question) => this.#present(question.tools))
    this.#counts = new Float64Array(tools.length)
    for (const row of this.#used) row.forEach((value, at) => (this.#counts[at]! += value))
    const alike = past.map((question) => this.#kernel.likeness(question))
    this.#probes = evidence.probes
      ? new KernelRidge(
          alike.map(({ kernel }) => kernel),
          this.#used,
          probePenalty,
        )
      : null
    const probed = this.#probes?.leaveOneOut()
    const rows = past.map((question, at) =>
      this.#features(question, {
        likeness: without(alike[at]!, at),
        probed: probed?.[at],
        itself: this.#used[at]!,
      }),
    )
    const answers = Float64Array.from(this.#used.flatMap((row) => [...row]))
    this.#first = fitLogistic(rows.flat(), answers, logisticPenalty)
    this.#second = null
    if (!evidence.flows) return
    const again = rows.map((features, at) => {
      const chances = Float64Array.from(features, this.#first)
      const weights = this.#weights(chances, without(alike[at]!, at))
      weights[at] = 0
      return this.#more(features, chances, weights)
    })
    this.#second = fitLogistic(again.flat(), answers, logisticPenalty)
  }

  presence(question: ReadText): Presence {
    const likeness = this.#kernel.likeness(question)
    const probed = this.#probes?.predict(likeness.kernel)
    const features = this.#features(question, { likeness, probed })
    let chances = Float64Array.from(features, this.#first)
    if (this.#second) {
      const agreeing = this.#weights(chances, likeness)
      chances = Float64Array.from(this.#more(features, chances, agreeing), this.#second)
    }
    const weights = this.#weights(chances, likeness, config.flows.possibleAgreement)
    return { chances, weights: shares(weights) }
  }

  #present(names: readonly string[]): Float64Array {
    const row = new Float64Array(this.#index.tools.length)
    for (const name of names) {
      const at = this.#index.positions.get(name)
      if (at !== undefined) row[at] = 1
    }
    return row
  }

  /** One list of features a tool; with `itself`, as if this past flow were not known. */
  #features(
    question: ReadText,
    known: { likeness: QuestionLikeness; probed: Float64Array | undefined; itself?: Float64Array },
  ): Float64Array[] {
    const { likeness, probed, itself } = known
    const words = zScores(this.#index.byWords(question))
    const meaning = this.#index.byMeaning(question)
    const cosines = meaning && zScores(meaning)
    const vote = this.evidence.flows ? this.#vote(nearest(likeness.nearness)) : null
    const flows = this.past.length - (itself ? 1 : 0)
    return this.#index.tools.map((_, at) => {
      const count = this.#counts[at]! - (itself?.[at] ?? 0)
      // A tool seldom used is known by its description alone.
      const rare = 1 / (1.5 + count)
      const row = [logit((count + 0.5) / (flows + 1)), rare, words[at]!, words[at]! * rare]
      if (cosines) row.push(cosines[at]!, cosines[at]! * rare)
      if (vote) row.push(vote[at]!, logit(vote[at]!))
      if (probed) row.push(probed[at]!, logit(probed[at]!))
      return Float64Array.from(row)
    })
  }

  #more(features: readonly Float64Array[], chances: Float64Array, weights: Float64Array): Float64Array[] {
    const vote = this.#vote(shares(weights))
    return features.map((row, at) =>
      Float64Array.of(...row, vote[at]!, logit(vote[at]!), logit(chances[at]!)),
    )
  }

  #vote(weights: Float64Array): Float64Array {
    const sum = new Float64Array(this.#index.tools.length)
    weights.forEach((weight, item) => {
      if (weight === 0) return
      const row = this.#used[item]!
      for (let at = 0; at < sum.length; at++) sum[at]! += weight * row[at]!
    })
    return sum
  }

  /** exp(agreement · Σ logits of the flow's tools) · nearness ^ power, the largest 1. */
  #weights(
    chances: Float64Array,
    { nearness }: QuestionLikeness,
    agreement: number = config.flows.agreement,
  ): Float64Array {
    const { agreementPower } = config.flows
    const logits = chances.map(logit)
    const strengths = Float64Array.from(this.#used, (row, item) => {
      let sum = 0
      row.forEach((value, at) => (sum += value * logits[at]!))
      return agreement * sum + agreementPower * Math.log(Math.max(nearness[item]!, 1e-9))
    })
    const highest = strengths.reduce((top, value) => Math.max(top, value), -Infinity)
    return strengths.map((value) => Math.exp(value - highest))
  }
}

/** The nearest past questions' weights in the vote, in the order of all of them; they sum to 1 or, where nothing is near, 0. */
function nearest(nearness: Float64Array): Float64Array {
  const { neighbours, power } = config.flows
  const weights = new Float64Array(nearness.length)
  for (const at of best(nearness, neighbours)) weights[at] = Math.max(nearness[at]!, 0) ** power
  return shares(weights)
}

function shares(weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, value) => sum + value, 0)
  return total > 0 ? weights.map((value) => value / total) : weights
}

const without = ({ nearness, kernel }: QuestionLikeness, at: number): QuestionLikeness => ({
  nearness: nearness.map((value, other) => (other === at ? 0 : value)),
  kernel,
})

/** Kept off 0 and 1: a tool that no neighbour used is still possible. */
function logit(chance: number): number {
  const kept = Math.min(Math.max(chance, 0.003), 0.997)
  return Math.log(kept / (1 - kept))
}
