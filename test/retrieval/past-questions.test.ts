import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { asVoters, PastQuestions, votes } from '../../src/retrieval/past-questions.ts'

const past = [
  { tokens: ['burn', 'area'], tools: ['nbr', 'mask_area'], vector: normalise([1, 0]) },
  { tokens: ['water', 'area'], tools: ['ndwi', 'mask_area', 'mask_area'], vector: normalise([1, 1]) },
  { tokens: ['snow'], tools: ['ndsi'], vector: normalise([-1, 0]) },
]
const positions = new Map(['nbr', 'ndwi', 'ndsi', 'mask_area'].map((name, at) => [name, at]))

describe('PastQuestions', () => {
  it('finds the nearest by words, the very question with weight 1, and none without a common token', () => {
    const nearest = new PastQuestions(past).nearestByWords(['burn', 'area'])
    expect(nearest.map((item) => item.past)).toEqual([past[0], past[1]])
    expect(nearest[0]!.weight).toBeCloseTo(1, 12)
    expect(nearest[1]!.weight).toBeGreaterThan(0)
    expect(nearest[1]!.weight).toBeLessThan(1)
  })

  it('weights the nearest by meaning with the eighth power of the cosine and leaves opposites out', () => {
    // cos 45° = √½; its eighth power is 1/16.
    const nearest = asVoters(new PastQuestions(past).nearestCosines(normalise([1, 0]), 20))
    expect(nearest.map(({ weight }) => Number(weight.toFixed(5)))).toEqual([1, 0.0625])
  })

  it('takes no more than the count', () => {
    expect(new PastQuestions(past).nearestCosines(normalise([1, 0]), 1)).toHaveLength(1)
  })
})

describe('votes', () => {
  it('is the weighted share of neighbours whose flow holds the tool, each flow once', () => {
    const neighbours = [
      { past: past[0]!, weight: 3 },
      { past: past[1]!, weight: 1 },
    ]
    expect([...votes(neighbours, positions)]).toEqual([0.75, 0.25, 0, 1])
  })

  it('is less the more is added for those that vote for nothing', () => {
    expect([...votes([{ past: past[0]!, weight: 3 }], positions, 1)]).toEqual([0.75, 0, 0, 0.75])
  })

  it('is zero without neighbours', () => {
    expect([...votes([], positions)]).toEqual([0, 0, 0, 0])
  })

  it('passes over tools that are not in the library any more', () => {
    expect([...votes([{ past: { tokens: [], tools: ['gone'] }, weight: 1 }], positions)]).toEqual([
      0, 0, 0, 0,
    ])
  })
})
