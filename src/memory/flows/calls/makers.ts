import { tokens } from '../../../lib/text.ts'
import type { FlowReading } from './reading.ts'
import type { Slots } from './slots.ts'

export interface MakerChance {
  /** Null: the data are used as they are. */
  readonly maker: string | null
  readonly chance: number
}

/** Sharpness of the vote: a past question whose likeness is less by 0.05 counts e times less. */
const SHARPNESS = 20
/** Makers less likely than this are not tried. */
const SMALLEST = 0.15
/** Of a maker that the question names and no past flow has. */
const UNSEEN = 0.5
/** A word is telling where so many makers at most are named by it. */
const TELLING = 3

/**
 * Which layer a question needs made: by vote of the past questions that are like it in their data and subject, and by the names of
 * makers that memory has not seen.
 */
export class Makers {
  readonly #words = new Map<string, ReadonlySet<string>>()
  readonly #telling = new Map<string, string[]>()
  readonly #counts = new Map<string, number>()

  /** `past` are the makers of the past flows, in order. */
  constructor(
    slots: Slots,
    readonly past: readonly (string | null)[],
  ) {
    for (const maker of past) {
      if (maker !== null) this.#counts.set(maker, (this.#counts.get(maker) ?? 0) + 1)
    }
    const makers = [...new Set([...slots.of('maker'), ...this.#counts.keys()])]
    for (const maker of makers) {
      const words = new Set(tokens(maker).filter((word) => word !== maker))
      this.#words.set(maker, words)
      for (const word of words) this.#telling.set(word, [...(this.#telling.get(word) ?? []), maker])
    }
    for (const [word, named] of this.#telling) if (named.length > TELLING) this.#telling.delete(word)
  }

  /** Chances that add up to 1, the best first; `likeness` is one a past question, below 0 for one that must not count. */
  chances(reading: FlowReading, likeness: ArrayLike<number>): MakerChance[] {
    const votes = new Map<string | null, number>()
    let best = 0
    for (let at = 0; at < likeness.length; at++) best = Math.max(best, likeness[at]!)
    let total = 0
    this.past.forEach((maker, at) => {
      if (likeness[at]! < 0) return
      const weight = Math.exp(SHARPNESS * (likeness[at]! - best))
      votes.set(maker, (votes.get(maker) ?? 0) + weight)
      total += weight
    })
    const unseen = this.named(reading, (maker) => !this.#counts.has(maker))
    if (unseen !== null) {
      votes.set(unseen, total > 0 ? total * UNSEEN : 1)
      total += votes.get(unseen)!
    }
    const shares = [...votes].map(([maker, weight]) => ({ maker, chance: weight / total }))
    shares.sort((a, b) => b.chance - a.chance)
    const likely = shares.filter(({ chance }, at) => at === 0 || chance > SMALLEST)
    const sum = likely.reduce((all, { chance }) => all + chance, 0)
    return likely.map(({ maker, chance }) => ({ maker, chance: chance / sum }))
  }

  /**
   * The maker that the question names by a telling word, if every maker named by that word passes `where`; of several the one whose other
   * words past flows use most.
   */
  named(reading: FlowReading, where: (maker: string) => boolean): string | null {
    let found: { maker: string; score: number } | null = null
    for (const word of reading.tokens) {
      const named = this.#telling.get(word)
      if (!named?.every(where)) continue
      for (const maker of named) {
        const score = this.#style(maker, word)
        if (!found || score > found.score) found = { maker, score }
      }
    }
    return found?.maker ?? null
  }

  /** How often past flows use makers that share the other words of this one's name and have no more of them. */
  #style(maker: string, word: string): number {
    const others = [...this.#words.get(maker)!].filter((each) => each !== word)
    let score = 0
    for (const [used, count] of this.#counts) {
      const words = this.#words.get(used)!
      if (words.size === others.length + 1 && others.every((each) => words.has(each))) score += count
    }
    return score
  }
}
