import { expectedLikeness, mergeFlows } from '../consensus.ts'
import type { Likeness, PastFlow, WeightedFlow } from '../types.ts'
import { CallSteps } from './call-steps.ts'
import { coldPlan } from './cold-plan.ts'
import { applyCorrections, learnCorrections, type Correction } from './corrections.ts'
import { ReadingKernel } from './kernel.ts'
import { Makers, type MakerChance } from './makers.ts'
import { NamedTools } from './named-tools.ts'
import { FlowMarks, marksOf, type Expected } from './flow-marks.ts'
import { fitRanker } from './ranker.ts'
import type { FlowReading } from './reading.ts'
import { Slots, type FlowTool } from './slots.ts'
import { config } from '../../../config.ts'

/** A solved question as it is compared with one asked. */
export interface SolvedFlow extends PastFlow {
  readonly reading: FlowReading
}

/** Which memories take part. */
export interface MemoryUse {
  /** Past flows as they were, which tool followed which, and which tools to expect. */
  readonly workflows: boolean
  /** Flows made general: the makers and the named summaries and analyses are filled in from the question. */
  readonly skills: boolean
  /** Corrections of single calls, learned from mistakes on the past questions themselves. */
  readonly experiences: boolean
}

export interface CallPlannerOptions {
  readonly tools: readonly FlowTool[]
  readonly use: MemoryUse
  /** What plans are judged by, each 0 to 1; their mean counts. */
  readonly measures: readonly Likeness[]
}

/** A past question's likeness to one asked, by what is wanted and by what is at hand. */
interface Nearness {
  readonly wanted: Float64Array
  readonly atHand: Float64Array
}

interface Candidate {
  readonly tools: readonly string[]
  readonly features: Float64Array
}

/** The likeness of a past question that must not count. */
const LEFT_OUT = -1

/**
 * Plans calls by what past flows have in common with the question. Candidates are past flows, those flows with their slots filled anew, and
 * variants that the question's words name; a ranker chooses, fitted to what would have been right for each past question had it been asked
 * first. Where nothing is remembered, the names of the tools alone make the plan.
 */
export class CallPlanner {
  readonly #slots: Slots
  readonly #wanted: ReadingKernel
  readonly #atHand: ReadingKernel
  readonly #makers: Makers
  readonly #named: NamedTools
  readonly #steps: CallSteps | null
  readonly #marks: FlowMarks | null
  readonly #score: (features: Float64Array) => number
  readonly #corrections: readonly Correction[]

  /** Every past flow has at least one call. */
  constructor(
    readonly past: readonly SolvedFlow[],
    readonly options: CallPlannerOptions,
  ) {
    const { use, tools } = options
    const readings = past.map(({ reading }) => reading)
    this.#slots = new Slots(tools)
    this.#wanted = new ReadingKernel(readings, config.calls.wanted)
    this.#atHand = new ReadingKernel(readings, config.calls.atHand)
    this.#makers = new Makers(
      this.#slots,
      past.map((flow) => this.#slots.makerOf(flow.tools)),
    )
    this.#named = new NamedTools(this.#slots, readings)
    const near = readings.map((reading) => this.#nearness(reading))
    const skeletons = past.map((flow) => this.#slots.skeleton(flow.tools))
    this.#steps = use.workflows ? new CallSteps(skeletons) : null
    this.#marks =
      use.workflows && past.length > 1
        ? new FlowMarks(
            skeletons,
            near.map(({ wanted }) => wanted),
            config.calls.markPenalty,
          )
        : null
    const expected = this.#marks?.leaveOneOut() ?? []
    const groups = past.map((flow, at) => {
      const candidates = this.#candidates(flow.reading, without(near[at]!, at), expected[at])
      return {
        candidates,
        features: candidates.map(({ features }) => features),
        values: candidates.map(({ tools: made }) => this.#value(flow.tools, made)),
      }
    })
    this.#score = fitRanker(groups, config.calls.rankerPenalty)
    this.#corrections = use.experiences
      ? learnCorrections(
          past.map((flow, at) => ({
            reading: flow.reading,
            plan: this.#best(groups[at]!.candidates)?.tools ?? [],
            wanted: flow.tools,
          })),
          (wanted, made) => this.#value(wanted, made),
        )
      : []
  }

  /** What was learned from mistakes. */
  get corrections(): readonly Correction[] {
    return this.#corrections
  }

  /** Names of tools in order, repeats kept. */
  plan(reading: FlowReading): readonly string[] {
    const best = this.#best(this.#ranked(reading))
    const plan = best?.tools ?? coldPlan(reading, this.#slots, this.#makers, this.#named)
    return applyCorrections(plan, reading, this.#corrections)
  }

  /** Flows that may be the wanted one, for who knows more by now; weights add up to 1. */
  possible(reading: FlowReading): readonly WeightedFlow[] {
    const candidates = this.#ranked(reading)
    if (candidates.length === 0) return [{ tools: this.plan(reading), weight: 1 }]
    const scores = candidates.map(({ features }) => this.#score(features))
    const top = Math.max(...scores)
    const weights = scores.map((score) => Math.exp((score - top) / config.calls.choiceSpread))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    const ranked = candidates.map(({ tools }, at) => ({
      tools: applyCorrections(tools, reading, this.#corrections),
      weight: (0.5 * weights[at]!) / sum,
    }))
    const recalled = this.#hypotheses(reading, this.#nearness(reading))
    const total = recalled.reduce((all, { weight }) => all + weight, 0)
    return mergeFlows([
      ...ranked,
      ...recalled.map(({ tools, weight }) => ({ tools, weight: (0.5 * weight) / total })),
    ])
  }

  /** A flow with the maker that an earlier call has shown to be the right one, where skills may be used. */
  withMakerOf(history: readonly string[], flow: readonly string[]): readonly string[] {
    const maker = this.#slots.makerOf(history)
    return this.options.use.skills && maker !== null && this.#slots.makerOf(flow) !== null
      ? this.#slots.withMaker(flow, maker)
      : flow
  }

  #ranked(reading: FlowReading): Candidate[] {
    const near = this.#nearness(reading)
    return this.#candidates(reading, near, this.#marks?.expected(near.wanted))
  }

  #nearness(reading: FlowReading): Nearness {
    return { wanted: this.#wanted.row(reading), atHand: this.#atHand.row(reading) }
  }

  #best(candidates: readonly Candidate[]): Candidate | null {
    let best: Candidate | null = null
    let top = -Infinity
    for (const candidate of candidates) {
      const score = this.#score(candidate.features)
      if (score > top) [best, top] = [candidate, score]
    }
    return best
  }

  #value(wanted: readonly string[], made: readonly string[]): number {
    const { measures } = this.options
    const mean = measures.reduce((sum, measure) => sum + measure(wanted, made), 0) / measures.length
    const tooLong = Math.max(0, made.length / Math.max(wanted.length, 1) - 1)
    return mean - config.calls.lengthCost * tooLong
  }

  /** What memory holds that may be wanted: past flows, or without them one flow a skill; slots filled where skills may be used. */
  #hypotheses(reading: FlowReading, near: Nearness): WeightedFlow[] {
    const { workflows, skills } = this.options.use
    if (!workflows && !skills) return []
    const recalled = workflows ? this.#recalledFlows(near) : this.#recalledSkills(near)
    if (!skills) return mergeFlows(recalled)
    const makers: MakerChance[] = this.#makers.chances(reading, near.atHand)
    const filled = recalled.flatMap(({ tools, weight }) =>
      makers.map(({ maker, chance }) => ({
        tools: this.#slots.withMaker(tools, maker),
        weight: weight * chance,
      })),
    )
    return mergeFlows(filled.filter(({ tools }) => tools.length > 0))
  }

  #recalledFlows({ wanted }: Nearness): WeightedFlow[] {
    const top = wanted.reduce((best, each) => Math.max(best, each), 0)
    return this.past.flatMap(({ tools }, at) =>
      wanted[at] === LEFT_OUT
        ? []
        : [{ tools, weight: Math.exp(config.calls.sharpness * (wanted[at]! - top)) }],
    )
  }

  /** A skill is what flows of one skeleton have in common; it is as near as they are in the mean. */
  #recalledSkills({ wanted }: Nearness): WeightedFlow[] {
    const skills = new Map<string, { tools: readonly string[]; sum: number; count: number }>()
    this.past.forEach(({ tools }, at) => {
      if (wanted[at] === LEFT_OUT) return
      const key = this.#slots.skeleton(tools).join('\n')
      const skill = skills.get(key) ?? { tools, sum: 0, count: 0 }
      skill.sum += wanted[at]!
      skill.count++
      skills.set(key, skill)
    })
    const near = [...skills.values()].map(({ tools, sum, count }) => ({ tools, mean: sum / count }))
    const top = near.reduce((best, { mean }) => Math.max(best, mean), 0)
    return near.map(({ tools, mean }) => ({
      tools,
      weight: Math.exp(config.calls.sharpness * (mean - top)),
    }))
  }

  #candidates(reading: FlowReading, near: Nearness, expected: Expected | undefined): Candidate[] {
    const { skills } = this.options.use
    const possible = this.#hypotheses(reading, near)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, config.calls.possible)
    if (possible.length === 0) return []
    const total = possible.reduce((sum, { weight }) => sum + weight, 0)
    const length = possible.reduce((sum, { tools, weight }) => sum + weight * tools.length, 0) / total
    const copies = possible.slice(0, config.calls.copies)
    const found = new Map(
      copies.map(({ tools, weight }) => [tools.join('\n'), { tools, weight: weight / total, gain: 0 }]),
    )
    if (skills) {
      for (const { tools } of copies.slice(0, config.calls.varied)) {
        for (const variant of this.#named.variants(tools, reading, config.calls.variants)) {
          const key = variant.tools.join('\n')
          if (!found.has(key)) found.set(key, { ...variant, weight: 0 })
        }
      }
    }
    const all = [...found.values()]
    const likeness = this.options.measures.map((measure) =>
      expectedLikeness(
        all.map(({ tools }) => tools),
        possible,
        measure,
      ),
    )
    return all.map(({ tools, weight, gain }, at) => {
      const fit = this.#named.fit(tools, reading)
      return {
        tools,
        features: Float64Array.from([
          ...likeness.map((values) => values[at]!),
          ...this.#markFeatures(tools, expected),
          Math.log(tools.length),
          tools.length / length,
          Math.log(weight + 1e-3),
          ...(skills ? [fit.covered, fit.idle, fit.fitting, gain > 0 ? 1 : 0, gain] : []),
        ]),
      }
    })
  }

  /** How the flow agrees with the marks that are expected, and with the steps of past flows. */
  #markFeatures(tools: readonly string[], expected: Expected | undefined): number[] {
    const skeleton = this.#slots.skeleton(tools)
    if (!expected || !this.#steps) return []
    const marks = marksOf(skeleton)
    let there = 0
    let missed = 0
    for (const [name, chance] of expected.marks) {
      if (marks.has(name)) there += Math.max(0, chance)
      else missed += Math.max(0, chance)
    }
    const chances = [...marks].map((name) => expected.marks.get(name) ?? 0)
    return [
      there / (there + missed + 1e-9),
      Math.min(...chances),
      chances.reduce((sum, chance) => sum + chance, 0) / Math.max(marks.size, 1),
      missed,
      this.#steps.likelihood(skeleton),
    ]
  }
}

/** The nearness of all past questions but one. */
function without({ wanted, atHand }: Nearness, at: number): Nearness {
  const leave = (row: Float64Array) => row.with(at, LEFT_OUT)
  return { wanted: leave(wanted), atHand: leave(atHand) }
}
