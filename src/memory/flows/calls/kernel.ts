import { GROUPS, type FlowReading, type Group } from './reading.ts'

export type GroupWeights = Readonly<Partial<Record<Group, number>>>

/**
 * Likeness of questions to those known, 0 to 1: the weighted mean over kinds of facts of the cosine, each fact weighted by how rare it is
 * among the known. Facts that no known question has do not count.
 */
export class ReadingKernel {
  readonly #groups: readonly GroupRows[]

  constructor(known: readonly FlowReading[], weights: GroupWeights) {
    const total = GROUPS.reduce((sum, group) => sum + (weights[group] ?? 0), 0)
    this.#groups = GROUPS.filter((group) => (weights[group] ?? 0) > 0).map(
      (group) => new GroupRows(known, group, weights[group]! / total),
    )
  }

  /** One a known question. */
  row(reading: FlowReading): Float64Array {
    const [first, ...rest] = this.#groups.map((group) => group.row(reading))
    const sum = first ?? new Float64Array(0)
    for (const row of rest) for (let at = 0; at < sum.length; at++) sum[at]! += row[at]!
    return sum
  }
}

class GroupRows {
  readonly #rarity = new Map<string, number>()
  /** Fact → which known questions have it, and its value in their rows of length 1. */
  readonly #postings = new Map<string, { readonly known: number[]; readonly values: number[] }>()

  constructor(
    known: readonly FlowReading[],
    readonly group: Group,
    readonly weight: number,
  ) {
    this.size = known.length
    const counts = new Map<string, number>()
    for (const { facts } of known) {
      for (const name of facts[group].keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) this.#rarity.set(name, Math.log(1 + known.length / count))
    known.forEach((reading, at) => {
      for (const [name, value] of this.#unit(reading)) {
        let posting = this.#postings.get(name)
        if (!posting) this.#postings.set(name, (posting = { known: [], values: [] }))
        posting.known.push(at)
        posting.values.push(value)
      }
    })
  }

  readonly size: number

  row(reading: FlowReading): Float64Array {
    const row = new Float64Array(this.size)
    for (const [name, value] of this.#unit(reading)) {
      const { known, values } = this.#postings.get(name)!
      for (let at = 0; at < known.length; at++) row[known[at]!]! += this.weight * value * values[at]!
    }
    return row
  }

  #unit({ facts }: FlowReading): Map<string, number> {
    const unit = new Map<string, number>()
    let squares = 0
    for (const [name, strength] of facts[this.group]) {
      const value = strength * (this.#rarity.get(name) ?? 0)
      if (value === 0) continue
      unit.set(name, value)
      squares += value * value
    }
    for (const [name, value] of unit) unit.set(name, value / Math.sqrt(squares))
    return unit
  }
}
