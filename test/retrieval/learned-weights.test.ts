import { describe, expect, it } from 'vitest'
import { config } from '../../src/config.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { LearnedWeights, slopesAt, type Lesson } from '../../src/retrieval/learned-weights.ts'
import { SIGNALS, type Signal, type SignalLists } from '../../src/retrieval/signals.ts'

const signals = (given: Partial<Record<Signal, readonly number[]>>, count: number): SignalLists =>
  Object.fromEntries(
    SIGNALS.map((signal) => [signal, Float64Array.from(given[signal] ?? new Array<number>(count).fill(0))]),
  ) as unknown as SignalLists

describe('LearnedWeights', () => {
  const scores = Float64Array.from([3, 0, 1])

  it('begins at the stated weights and keeps them until there is enough to learn from', () => {
    const weights = new LearnedWeights()
    for (let run = 1; run < config.retrieval.fitEvery; run++) {
      weights.learn(signals({ words: [3, 0, 0], voteMeaning: [0, 0, 3] }, 3), scores, [2])
      expect(weights.current).toEqual(config.retrieval.weights)
    }
  })

  it('moves to the vote where past questions know better, and to the words where these do', () => {
    const learned = (used: number) => {
      const weights = new LearnedWeights()
      for (let run = 0; run < 40; run++)
        weights.learn(signals({ words: [3, 0, 0], voteMeaning: [0, 0, 3] }, 3), scores, [used])
      return weights.current
    }
    expect(learned(2).voteMeaning).toBeGreaterThan(config.retrieval.weights.voteMeaning)
    expect(learned(2).words).toBeLessThan(config.retrieval.weights.words)
    expect(learned(0).words).toBeGreaterThan(config.retrieval.weights.words)
    expect(learned(0).voteMeaning).toBeLessThan(config.retrieval.weights.voteMeaning)
  })

  it('learns nothing of a question that used no tool of the library', () => {
    const weights = new LearnedWeights()
    for (let run = 0; run < 20; run++) weights.learn(signals({ words: [3, 0, 0] }, 3), scores, [])
    expect(weights.current).toEqual(config.retrieval.weights)
  })
})

describe('slopesAt', () => {
  const random = seededRandom(7)
  const width = SIGNALS.length
  const lesson = (used: readonly number[]): Lesson => ({
    rows: Float32Array.from({ length: used.length * width }, () => random() - 0.5),
    used: Uint8Array.from(used),
    usedCount: used.reduce((sum, one) => sum + one, 0),
  })
  const lessons = [lesson([1, 0, 0, 1, 0]), lesson([0, 0, 1]), lesson([1, 1, 0, 0])]
  const start = Float64Array.from(SIGNALS, () => 0.3)
  const at = Float64Array.from(SIGNALS, () => 4 * random() - 2)
  const moved = (signal: number, by: number) => at.map((value, place) => value + (place === signal ? by : 0))

  it('gives derivatives that are those of its loss', () => {
    const here = slopesAt(lessons, at, start)
    const step = 1e-4
    for (let i = 0; i < width; i++) {
      const [up, down] = [step, -step].map((by) => slopesAt(lessons, moved(i, by), start)) as [
        typeof here,
        typeof here,
      ]
      expect(here.gradient[i]).toBeCloseTo((up.loss - down.loss) / (2 * step), 6)
      for (let j = i; j < width; j++)
        expect(here.curvature[j]![i]).toBeCloseTo((up.gradient[j]! - down.gradient[j]!) / (2 * step), 6)
    }
  })

  it('is the mean of what each used tool is against the unused ones', () => {
    // One signal is 1 for the first of three tools, whose score is w: with w = ln 2 its chance is 2 / (2 + 1 + 1).
    const rows = new Float32Array(3 * width)
    rows[0] = 1
    const weights = new Float64Array(width)
    weights[0] = Math.LN2
    const { loss } = slopesAt([{ rows, used: Uint8Array.from([1, 0, 0]), usedCount: 1 }], weights, weights)
    expect(loss).toBeCloseTo(Math.LN2, 12)
  })
})
