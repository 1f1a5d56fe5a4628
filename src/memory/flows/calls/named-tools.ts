import { namedOperations } from './operations.ts'
import type { FlowReading } from './reading.ts'
import type { Slots } from './slots.ts'

/** A flow in which one tool was exchanged for another that the question names better, and by how much. */
export interface NamedVariant {
  readonly tools: readonly string[]
  readonly gain: number
}

/** How far the tools of a flow do what the question asks for, each operation weighted by how rare it is in past questions. */
export interface NameFit {
  /** Share of the operations asked for that a tool is named after. */
  readonly covered: number
  /** Share of the operations that tools are named after which the question does not ask for. */
  readonly idle: number
  /** Share of calls to tools that do nothing else than what is asked for. */
  readonly fitting: number
}

/** What tools are named after, held against what a question asks for. */
export class NamedTools {
  readonly #rarity = new Map<string, number>()
  readonly #operations = new Map<string, ReadonlySet<string>>()
  readonly #exchangeable: readonly string[]

  constructor(
    readonly slots: Slots,
    past: readonly FlowReading[],
  ) {
    const counts = new Map<string, number>()
    for (const { operations } of past) {
      for (const name of operations) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) this.#rarity.set(name, rarity(past.length, count))
    this.#unknown = rarity(past.length, 0)
    this.#exchangeable = [...slots.of('summary'), ...slots.of('analysis')]
  }

  readonly #unknown: number

  /** Weight of what the question asks for and the tool does, less that of what it does besides. */
  score(tool: string, { operations }: FlowReading): number {
    let score = 0
    for (const name of this.#of(tool))
      score += operations.has(name) ? this.#weight(name) : -this.#weight(name)
    return score
  }

  fit(flow: readonly string[], { operations }: FlowReading): NameFit {
    const done = new Set<string>()
    let fitting = 0
    for (const tool of flow) {
      if (this.slots.slotOf(tool) === 'maker') continue
      const own = this.#of(tool)
      for (const name of own) done.add(name)
      if (own.size > 0 && [...own].every((name) => operations.has(name))) fitting++
    }
    const weight = (names: Iterable<string>) => {
      let sum = 0
      for (const name of names) sum += this.#weight(name)
      return sum
    }
    const share = (part: Iterable<string>, whole: Iterable<string>) => weight(part) / (weight(whole) || 1)
    return {
      covered: share(
        [...operations].filter((name) => done.has(name)),
        operations,
      ),
      idle: share(
        [...done].filter((name) => !operations.has(name)),
        done,
      ),
      fitting: fitting / Math.max(flow.length, 1),
    }
  }

  /** The flow with one of its summaries or analyses exchanged for a better named one that it does not have; best first. */
  variants(flow: readonly string[], reading: FlowReading, count: number): NamedVariant[] {
    const found: NamedVariant[] = []
    for (const tool of new Set(flow)) {
      const slot = this.slots.slotOf(tool)
      if (slot !== 'summary' && slot !== 'analysis') continue
      const now = this.score(tool, reading)
      for (const other of this.#exchangeable) {
        if (this.slots.slotOf(other) !== slot || flow.includes(other)) continue
        const gain = this.score(other, reading) - now
        if (gain < 0.01) continue
        found.push({ tools: flow.map((each) => (each === tool ? other : each)), gain })
      }
    }
    return found.sort((a, b) => b.gain - a.gain).slice(0, count)
  }

  #of(tool: string): ReadonlySet<string> {
    let names = this.#operations.get(tool)
    if (!names) this.#operations.set(tool, (names = namedOperations(tool)))
    return names
  }

  #weight(operation: string): number {
    return this.#rarity.get(operation) ?? this.#unknown
  }
}

/** One more question than there are, so that names count where memory holds none. */
const rarity = (all: number, count: number) => Math.log(1 + (all + 1) / (count + 0.5))
