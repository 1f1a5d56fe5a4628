import { config } from '../config.ts'
import { cholesky, solveBy } from '../lib/cholesky.ts'
import { best } from './fusion.ts'
import { SIGNALS, type Signal, type SignalLists } from './signals.ts'

const WIDTH = SIGNALS.length
const ROUNDS = 12

/** What one solved question says about the weights: the signals of its candidates, one row each, and which of them it used. */
export interface Lesson {
  /** `WIDTH` values a candidate. */
  readonly rows: Float32Array
  readonly used: Uint8Array
  readonly usedCount: number
}

/**
 * How much each signal counts, learned from solved questions: some libraries are found by what tools say of themselves, others only by
 * what was done before. Each tool that a question used is set apart from the candidates that it did not use, by logistic regression
 * (Newton's method), and the weights are held near those of `config.retrieval.weights`. Signals have to be those from before the question was learned.
 */
export class LearnedWeights {
  #weights: Readonly<Record<Signal, number>> = config.retrieval.weights
  #lessons: Lesson[] = []
  #untilFit: number = config.retrieval.fitEvery

  get current(): Readonly<Record<Signal, number>> {
    return this.#weights
  }

  /** Takes in a solved question; weights are fitted again each time that the questions have grown by a quarter. */
  learn(signals: SignalLists, scores: Float64Array, used: readonly number[]): void {
    if (used.length === 0 || !config.retrieval.learnsWeights) return
    this.#lessons.push(lessonOf(signals, scores, new Set(used)))
    if (--this.#untilFit > 0) return
    this.#untilFit = Math.max(config.retrieval.fitEvery, Math.floor(this.#lessons.length / 4))
    this.#lessons = this.#lessons.slice(-config.retrieval.fitFrom)
    this.#fit()
  }

  #fit(): void {
    const start = Float64Array.from(SIGNALS, (signal) => config.retrieval.weights[signal])
    let weights = Float64Array.from(SIGNALS, (signal) => this.#weights[signal])
    let here = slopesAt(this.#lessons, weights, start)
    for (let round = 0; round < ROUNDS; round++) {
      const step = solveBy(cholesky(here.curvature), here.gradient)
      const next = this.#downhill(weights, step, { here, start })
      if (!next) break
      const gained = here.loss - next.slopes.loss
      weights = next.weights
      here = next.slopes
      if (gained < 1e-4 * here.loss) break
    }
    this.#weights = Object.fromEntries(SIGNALS.map((signal, at) => [signal, weights[at]!])) as Record<
      Signal,
      number
    >
  }

  /** The step, or the half, quarter, … of it that lowers the loss: a whole one may overshoot. Null where none does. */
  #downhill(
    weights: Float64Array,
    step: Float64Array,
    { here, start }: { readonly here: Slopes; readonly start: Float64Array },
  ) {
    for (let share = 1; share > 1e-3; share /= 2) {
      const next = weights.map((weight, at) => weight - share * step[at]!)
      const slopes = slopesAt(this.#lessons, next, start)
      if (slopes.loss < here.loss) return { weights: next, slopes }
    }
    return null
  }
}

/** The best by score and those used: the rest of a large library are far behind, and there are thousands of them. */
function lessonOf(signals: SignalLists, scores: Float64Array, used: ReadonlySet<number>): Lesson {
  const { fitCandidates } = config.retrieval
  const candidates =
    scores.length <= 2 * fitCandidates
      ? [...scores.keys()]
      : [...new Set([...best(scores, fitCandidates), ...used])]
  const rows = new Float32Array(candidates.length * WIDTH)
  candidates.forEach((tool, row) => {
    SIGNALS.forEach((signal, at) => (rows[row * WIDTH + at] = signals[signal][tool]!))
  })
  return {
    rows,
    used: Uint8Array.from(candidates, (tool) => Number(used.has(tool))),
    usedCount: candidates.filter((tool) => used.has(tool)).length,
  }
}

export interface Slopes {
  readonly loss: number
  readonly gradient: Float64Array
  /** Lower triangle. */
  readonly curvature: readonly Float64Array[]
}

/** Loss, and its first and second derivatives, of all lessons. */
export function slopesAt(lessons: readonly Lesson[], weights: Float64Array, start: Float64Array): Slopes {
  const { fitPenalty } = config.retrieval
  let loss = 0
  const gradient = weights.map((weight, at) => fitPenalty * (weight - start[at]!))
  const curvature = Array.from({ length: WIDTH }, (_, at) => {
    const row = new Float64Array(WIDTH)
    row[at] = fitPenalty
    return row
  })
  weights.forEach((weight, at) => (loss += 0.5 * fitPenalty * (weight - start[at]!) ** 2))
  for (const lesson of lessons) loss += addLesson(lesson, weights, { gradient, curvature })
  return { loss, gradient, curvature }
}

/**
 * Adds one question's slopes and gives its loss: the mean of −log p over the tools that it used, p being the chance of a tool in a softmax
 * of itself and of all candidates that were not used. So the tools of one flow do not compete with each other.
 */
function addLesson(
  { rows, used, usedCount }: Lesson,
  weights: Float64Array,
  { gradient, curvature }: Pick<Slopes, 'gradient' | 'curvature'>,
): number {
  const scores = Float64Array.from(used, (_, row) => {
    let sum = 0
    for (let at = 0; at < WIDTH; at++) sum += weights[at]! * rows[row * WIDTH + at]!
    return sum
  })
  let most = -Infinity
  scores.forEach((score, row) => (most = used[row] ? most : Math.max(most, score)))
  if (most === -Infinity) return 0
  // The unused by their chances among each other: mean and second moments of their signals.
  let total = 0
  const mean = new Float64Array(WIDTH)
  const moments = Array.from({ length: WIDTH }, () => new Float64Array(WIDTH))
  scores.forEach((score, row) => {
    if (used[row]) return
    const share = Math.exp(score - most)
    total += share
    for (let i = 0; i < WIDTH; i++) {
      const value = share * rows[row * WIDTH + i]!
      mean[i]! += value
      for (let j = 0; j <= i; j++) moments[i]![j]! += value * rows[row * WIDTH + j]!
    }
  })
  for (let i = 0; i < WIDTH; i++) mean[i]! /= total
  let loss = 0
  let missed = 0
  const apart = new Float64Array(WIDTH)
  scores.forEach((score, row) => {
    if (!used[row]) return
    const ahead = score - most - Math.log(total)
    const chance = 1 / (1 + Math.exp(-ahead))
    loss += (ahead > 0 ? Math.log1p(Math.exp(-ahead)) : Math.log1p(Math.exp(ahead)) - ahead) / usedCount
    missed += (1 - chance) / usedCount
    for (let i = 0; i < WIDTH; i++) apart[i] = rows[row * WIDTH + i]! - mean[i]!
    for (let i = 0; i < WIDTH; i++) {
      gradient[i]! -= ((1 - chance) / usedCount) * apart[i]!
      const spread = ((chance * (1 - chance)) / usedCount) * apart[i]!
      for (let j = 0; j <= i; j++) curvature[i]![j]! += spread * apart[j]!
    }
  })
  for (let i = 0; i < WIDTH; i++) {
    for (let j = 0; j <= i; j++) curvature[i]![j]! += missed * (moments[i]![j]! / total - mean[i]! * mean[j]!)
  }
  return loss
}
