import { config } from '../../config.ts'
import { best, order } from '../../retrieval/fusion.ts'
import type { PastQuestion } from '../../retrieval/past-questions.ts'
import type { ReadText, ToolText } from '../../retrieval/tool-index.ts'
import { editDistance, type EditCosts } from './edit-distance.ts'
import { improveFlow } from './improve-flow.ts'
import { PresenceModel, type Evidence, type Presence } from './presence.ts'
import { usualOrder } from './usual-order.ts'

export interface FlowLibrary {
  readonly tools: readonly ToolText[]
  /** Solved questions with their flows; tools that the library lacks are left out. */
  readonly past: readonly PastQuestion[]
  /** What it costs to put one flow for another, by which flows are compared. */
  readonly costs: EditCosts
}

interface PossibleFlow {
  readonly tools: readonly number[]
  readonly weight: number
}

/**
 * Plans flows by what past ones have in common with the question. Of all flows it looks for the one of the highest expected value
 * (minimum risk): F1 of the telling tools by their chances, and likeness to the past flows that may be the wanted one. A tool is telling where
 * fewer than `config.flows.frame` of the past flows have it; the others are the frame of most flows.
 */
export class FlowPlanner {
  readonly #presence: PresenceModel
  readonly #past: readonly (readonly number[])[]
  readonly #telling: readonly boolean[]

  constructor(
    readonly library: FlowLibrary,
    readonly evidence: Evidence = { flows: true, probes: true },
  ) {
    const { tools, past } = library
    this.#presence = new PresenceModel(tools, past, evidence)
    const numbers = new Map(tools.map(({ name }, at) => [name, at]))
    this.#past = past.map((question) =>
      question.tools.map((name) => numbers.get(name)).filter((at) => at !== undefined),
    )
    const counts = new Float64Array(tools.length)
    for (const flow of this.#past) for (const tool of new Set(flow)) counts[tool]!++
    this.#telling = Array.from(counts, (count) => count < config.flows.frame * past.length)
  }

  /** Names of tools, in order, none twice; where `permitted` is given, of these alone. */
  plan(question: ReadText, permitted?: Iterable<string>): string[] {
    return this.choose(this.presence(question), permitted)
  }

  /** What a question's flow is chosen by, whichever tools may be called then. */
  presence(question: ReadText): Presence {
    return this.#presence.presence(question)
  }

  /**
   * The flow of the highest expected value among those of permitted tools. What is wanted stays the same: a tool that is not permitted still
   * counts as one that the wanted flow may have, so that another one comes in where it is like enough.
   */
  choose({ chances, weights }: Presence, permitted?: Iterable<string>): string[] {
    const allowed = this.#allowed(permitted)
    const start = this.#likely(chances, allowed)
    const { possible: count, pool: size } = config.flows
    const possible = best(weights, count).map((at) => ({ tools: this.#past[at]!, weight: weights[at]! }))
    const all = this.#past.map((tools) => ({ tools, weight: 1 }))
    const pool = best(
      chances.map((chance, at) => (allowed[at] ? chance : -1)),
      size,
    ).filter((at) => allowed[at])
    const flow = this.evidence.flows
      ? improveFlow(usualOrder(start, possible), pool, this.#worth(chances, possible))
      : usualOrder(start, all)
    return flow.map((at) => this.library.tools[at]!.name)
  }

  /** Names that the library lacks are passed over. */
  #allowed(permitted: Iterable<string> | undefined): readonly boolean[] {
    const { tools } = this.library
    if (!permitted) return tools.map(() => true)
    const names = new Set(permitted)
    return tools.map(({ name }) => names.has(name))
  }

  /** The telling tools of the highest expected F1, and the frame's that are more likely there than not. */
  #likely(chances: Float64Array, allowed: readonly boolean[]): number[] {
    const telling = order(chances).filter((at) => this.#telling[at] && allowed[at])
    const f1 = this.#expectedF1(chances)
    let chosen: number[] = []
    for (let count = 1; count <= telling.length; count++) {
      const more = telling.slice(0, count)
      if (f1(more) <= f1(chosen)) break
      chosen = more
    }
    const frame = [...chances.keys()].filter((at) => !this.#telling[at] && allowed[at] && chances[at]! > 0.5)
    return [...frame, ...chosen]
  }

  /** 2·E|chosen ∩ wanted| / (|chosen| + E|wanted|) over the telling tools: close to the expected F1. */
  #expectedF1(chances: Float64Array) {
    let wanted = 0
    chances.forEach((chance, at) => {
      if (this.#telling[at]) wanted += chance
    })
    return (flow: readonly number[]) => {
      let hits = 0
      let chosen = 0
      for (const at of flow) {
        if (!this.#telling[at]) continue
        chosen++
        hits += chances[at]!
      }
      return chosen + wanted > 0 ? (2 * hits) / (chosen + wanted) : 0
    }
  }

  #worth(chances: Float64Array, possible: readonly PossibleFlow[]) {
    const f1 = this.#expectedF1(chances)
    const total = possible.reduce((sum, { weight }) => sum + weight, 0)
    return (flow: readonly number[]) => {
      let likeness = 0
      for (const { tools, weight } of possible) {
        const longer = Math.max(tools.length, flow.length, 1)
        likeness += weight * (1 - editDistance(tools, flow, this.library.costs) / (1.5 * longer))
      }
      return config.flows.tellingWeight * f1(flow) + likeness / total
    }
  }
}
