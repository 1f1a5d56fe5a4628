import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { expectedTools } from '../../src/retrieval/expected-tools.ts'

const positions = new Map(['a', 'b', 'c'].map((name, at) => [name, at]))
const past = (vector: readonly number[], ...tools: string[]) => ({
  tokens: [],
  tools,
  vector: normalise(vector),
})

describe('expectedTools', () => {
  it('is ridge regression about the mean flow', () => {
    // Vectors at right angles: K + 0.5·I = 1.5·I, so that cosines 0.9 and 0.3 weigh 0.6 and 0.2; the mean of a and b is 0.5.
    const nearest = [
      { past: past([1, 0], 'a'), cosine: 0.9 },
      { past: past([0, 1], 'b', 'b'), cosine: 0.3 },
    ]
    const [a, b, c] = expectedTools(nearest, positions, 0.5)
    expect(a).toBeCloseTo(0.5 + 0.6 * 0.5 - 0.2 * 0.5, 6)
    expect(b).toBeCloseTo(0.5 - 0.6 * 0.5 + 0.2 * 0.5, 6)
    expect(c).toBe(0)
  })

  it('counts two neighbours that say the same for less than two that differ', () => {
    // numpy: k = [0.8, 0.8, 0.6]; K = X @ X.T + 0.5·I for X = [[1, 0], [1, 0], [0, 1]]; a = solve(K, k) = [0.32, 0.32, 0.4].
    const nearest = [
      { past: past([1, 0], 'a'), cosine: 0.8 },
      { past: past([1, 0], 'a'), cosine: 0.8 },
      { past: past([0, 1], 'b'), cosine: 0.6 },
    ]
    const [a, b] = expectedTools(nearest, positions, 0.5)
    const rest = 1 - 0.32 - 0.32 - 0.4
    expect(a).toBeCloseTo(0.64 + (2 * rest) / 3, 6)
    expect(b).toBeCloseTo(0.4 + rest / 3, 6)
  })

  it('expects nothing where nothing was asked, and passes over tools that are gone', () => {
    expect([...expectedTools([], positions, 1)]).toEqual([0, 0, 0])
    expect([...expectedTools([{ past: past([1, 0], 'gone'), cosine: 1 }], positions, 1)]).toEqual([0, 0, 0])
  })
})
