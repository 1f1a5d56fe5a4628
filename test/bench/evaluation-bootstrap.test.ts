import { describe, expect, it } from 'vitest'
import { interval } from '../../bench/evaluation/bootstrap.ts'
import { seededRandom } from '../../src/lib/random.ts'

describe('interval', { timeout: 30_000 }, () => {
  it('has no width for one value and for equal ones', () => {
    expect(interval([0.4], 1)).toEqual({ low: 0.4, high: 0.4 })
    expect(interval([1, 1, 1, 1], 1)).toEqual({ low: 1, high: 1 })
  })

  it('is the same for a seed and moves with it', () => {
    const values = Array.from({ length: 40 }, (_, at) => (at * 7) % 11)
    expect(interval(values, 3)).toEqual(interval(values, 3))
    expect(interval(values, 3)).not.toEqual(interval(values, 4))
  })

  it('lies about the normal interval of a large sample', () => {
    // 400 answers, 300 right: mean 0.75, standard error √(0.75 · 0.25 / 400) = 0.02165, so 0.7076 to 0.7924.
    const { low, high } = interval(
      Array.from({ length: 400 }, (_, at) => Number(at % 4 !== 0)),
      1,
    )
    expect(low).toBeCloseTo(0.7076, 2)
    expect(high).toBeCloseTo(0.7924, 2)
  })

  it.each([
    ['coin flips', (random: () => number) => Number(random() < 0.7), 0.7],
    ['uniform', (random: () => number) => random(), 0.5],
    ['skewed', (random: () => number) => -Math.log(1 - random()), 1],
  ])('covers the true mean of %s in about 95 of 100 samples', (_, draw, truth) => {
    const random = seededRandom(11)
    const trials = 300
    let covered = 0
    for (let trial = 0; trial < trials; trial++) {
      const { low, high } = interval(
        Array.from({ length: 60 }, () => draw(random)),
        trial,
      )
      if (low <= truth && truth <= high) covered++
    }
    // Three standard errors of a share of 0.95 in 300 are 0.038; the percentile method covers a little less with 60 values.
    expect(covered / trials).toBeGreaterThan(0.89)
    expect(covered / trials).toBeLessThan(0.99)
  })

  it('narrows with the root of the number of values', () => {
    const random = seededRandom(5)
    const width = (count: number) => {
      const { low, high } = interval(
        Array.from({ length: count }, () => random()),
        2,
      )
      return high - low
    }
    const ratio = width(50) / width(5000)
    expect(ratio).toBeGreaterThan(7)
    expect(ratio).toBeLessThan(14)
  })

  it('refuses to say anything of nothing', () => {
    expect(() => interval([], 1)).toThrow(RangeError)
  })
})
