import { describe, expect, it } from 'vitest'
import { cosines, dot, normalise } from '../../src/retrieval/dense.ts'
import { best, deviation, order, weightedSum, zScores } from '../../src/retrieval/fusion.ts'
import { reciprocalRanks } from '../../src/retrieval/rrf.ts'

describe('zScores', () => {
  it('shifts to mean 0 and scales to population deviation 1', () => {
    // Mean 3, deviations −2, 0, 2: variance 8 / 3.
    const scaled = zScores([1, 3, 5])
    expect([...scaled]).toEqual([-2 / Math.sqrt(8 / 3), 0, 2 / Math.sqrt(8 / 3)])
  })

  it('gives zeros where all are equal, so that a channel without an opinion does not count', () => {
    expect([...zScores([0.1, 0.1, 0.1])]).toEqual([0, 0, 0])
  })
})

describe('deviation', () => {
  it('is that of the population', () => {
    // Mean 3, squares 4, 0, 4.
    expect(deviation([1, 3, 5])).toBe(Math.sqrt(8 / 3))
    expect(deviation([])).toBe(0)
  })
})

describe('weightedSum', () => {
  it('adds lists by weight', () => {
    const sum = weightedSum([{ scores: [1, 2], weight: 2 }, { scores: [10, -10], weight: 0.5 }], 2) // prettier-ignore
    expect([...sum]).toEqual([7, -1])
  })
})

describe('order', () => {
  it('goes from the best down and keeps equals in place', () => {
    expect(order([1, 3, 1, 2])).toEqual([1, 3, 0, 2])
  })
})

describe('best', () => {
  it('is the beginning of the whole order, equals included', () => {
    const scores = [1, 3, 1, 2, 3, 0, 1]
    for (let count = 0; count <= 8; count++) {
      expect(best(scores, count)).toEqual(order(scores).slice(0, count))
    }
  })
})

describe('reciprocalRanks', () => {
  it('adds 1 / (60 + rank) over the lists, to full depth', () => {
    const fused = reciprocalRanks([
      [0.9, 0.5, 0.1],
      [0.1, 0.8, 0.3],
    ])
    expect([...fused]).toEqual([1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62])
  })
})

describe('cosines', () => {
  it('is the cosine of normalised vectors', () => {
    const query = normalise([3, 4])
    expect(dot(query, query)).toBeCloseTo(1, 6)
    const [along, across] = cosines(query, [normalise([6, 8]), normalise([-4, 3])])
    expect(along).toBeCloseTo(1, 6)
    expect(across).toBeCloseTo(0, 6)
  })

  it('leaves a zero vector at zero', () => {
    expect([...normalise([0, 0])]).toEqual([0, 0])
  })
})
