import { seededRandom } from '../../src/lib/random.ts'
import { weigh } from '../../src/models/language-model.ts'
import type { JudgedDecision } from './judged-decisions.ts'

/** Weights to try, 0 to 2, the smallest first. */
export const GRID: readonly number[] = Array.from({ length: 41 }, (_, at) => at / 20)

const RESAMPLES = 1000
const CONFIDENCE = 0.95

export interface Fitted {
  readonly weight: number
  /** Ends of the 95 % percentile bootstrap interval of the weight, tasks drawn anew. */
  readonly low: number
  readonly high: number
  readonly decisions: number
  /** Right choices at the fitted weight, and by the prior alone. */
  readonly right: number
  readonly rightAtZero: number
}

/**
 * The weight of the grid at which most of the recorded choices come out right, the smallest of equal ones. They were
 * recorded along one course of a run each: with another weight some of them would not have come up. Throws RangeError
 * without decisions.
 */
export function fitWeight(decisions: readonly JudgedDecision[], seed: number): Fitted {
  if (decisions.length === 0) throw new RangeError('A weight cannot be fitted to no decisions.')
  const tasks = [...new Set(decisions.map(({ task }) => task))]
  /** By task and weight: right choices. */
  const counts = tasks.map((task) => {
    const own = decisions.filter((decision) => decision.task === task)
    return GRID.map((weight) => own.filter((decision) => isRightAt(decision, weight)).length)
  })
  const totals = totalsOf(counts)
  const best = firstBest(totals)
  const random = seededRandom(seed)
  const weights = Array.from({ length: RESAMPLES }, () =>
    firstBest(totalsOf(counts.map(() => counts[Math.floor(random() * counts.length)]!))),
  )
    .map((at) => GRID[at]!)
    .sort((a, b) => a - b)
  const cut = Math.round((RESAMPLES * (1 - CONFIDENCE)) / 2)
  return {
    weight: GRID[best]!,
    low: weights[cut - 1]!,
    high: weights[RESAMPLES - cut]!,
    decisions: decisions.length,
    right: totals[best]!,
    rightAtZero: totals[0]!,
  }
}

export function isRightAt({ options, right }: JudgedDecision, weight: number): boolean {
  const ordered = weigh(
    options,
    options.map(({ evidence }) => evidence ?? 0),
    weight,
  )
  return right.includes(ordered[0]!.name)
}

const totalsOf = (counts: readonly (readonly number[])[]): readonly number[] =>
  GRID.map((_, at) => counts.reduce((sum, ofTask) => sum + ofTask[at]!, 0))

const firstBest = (totals: readonly number[]): number => totals.indexOf(Math.max(...totals))

/** What the fit says for src/models/profiles.ts, in words. */
export function adviceOf(
  model: string,
  { weight, low, high, decisions, right, rightAtZero }: Fitted,
): string {
  const put = `put weight: ${weight} into the profile of ${model} (src/models/profiles.ts)`
  if (weight === 0) {
    return `${put}: at no weight above 0 were more of the ${decisions} choices right than the ${rightAtZero} by the prior alone, so the evidence of this model helps nothing here`
  }
  const gain = `${right} of ${decisions} choices were right with it, ${rightAtZero} by the prior alone`
  return low > 0
    ? `${put}: ${gain} (interval of the weight ${low} to ${high})`
    : `${put}, or keep 0: ${gain}, but the interval of the weight, ${low} to ${high}, holds 0, so that may be chance`
}
