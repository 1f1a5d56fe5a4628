import { describe, expect, it } from 'vitest'
import {
  commonSubsequence,
  completeAt,
  lengthRatio,
  mean,
  ndcgAt,
  parameterAccuracy,
  recallAt,
  sequenceRecall,
  sequenceSimilarity,
  toolAnyOrder,
  toolExactMatch,
  toolF1,
  toolInOrder,
} from '../../bench/metrics.ts'
import { seededRandom } from '../../src/lib/random.ts'

describe('recallAt', () => {
  it('is the share of the expected set among the first k', () => {
    expect(recallAt(3, ['a', 'x', 'b', 'c'], ['a', 'b', 'c'])).toBeCloseTo(2 / 3, 12)
    expect(recallAt(4, ['a', 'x', 'b', 'c'], ['a', 'b', 'c', 'c'])).toBe(1)
    expect(recallAt(5, [], ['a'])).toBe(0)
  })
})

describe('completeAt', () => {
  it('is 1 only where every expected tool is there', () => {
    expect([completeAt(2, ['a', 'b'], ['b', 'a']), completeAt(1, ['a', 'b'], ['b', 'a'])]).toEqual([1, 0])
  })
})

describe('ndcgAt', () => {
  it('discounts by rank and divides by the best order', () => {
    // Hits at ranks 1 and 3: 1/log2(2) + 1/log2(4) = 1.5; ideal of two: 1 + 1/log2(3) = 1.630930.
    expect(ndcgAt(20, ['a', 'x', 'b'], ['a', 'b'])).toBeCloseTo(1.5 / 1.63093, 5)
  })

  it('takes the ideal of min(k, |G|)', () => {
    expect(ndcgAt(1, ['a'], ['a', 'b', 'c'])).toBe(1)
  })
})

describe('toolAnyOrder', () => {
  it('compares sets, and is 1 where nothing is expected', () => {
    expect(toolAnyOrder(['a', 'b', 'b'], ['b', 'x'])).toBe(0.5)
    expect(toolAnyOrder([], ['x'])).toBe(1)
  })
})

describe('toolInOrder', () => {
  it('consumes greedily and stops at the first that is not found', () => {
    // a at 0, c at 2; then b is sought after 2: not found, so d does not count although it is there.
    expect(toolInOrder(['a', 'c', 'b', 'd'], ['a', 'b', 'c', 'd'])).toBe(0.5)
    expect(toolInOrder(['a', 'b'], ['x', 'a', 'x', 'b'])).toBe(1)
    expect(toolInOrder(['a', 'a'], ['a'])).toBe(0.5)
  })
})

describe('toolExactMatch', () => {
  it('is the longest common prefix over the expected calls', () => {
    expect(toolExactMatch(['a', 'b', 'c'], ['a', 'b', 'x', 'c'])).toBeCloseTo(2 / 3, 12)
    expect(toolExactMatch(['a', 'b'], ['a', 'b', 'c'])).toBe(1)
  })
})

describe('parameterAccuracy', () => {
  const call = (name: string, input: Record<string, unknown>) => ({ name, input })

  it('needs name and all arguments equal, in whatever order of keys', () => {
    const expected = [call('a', { x: 1, y: { p: [1, 2], q: null } }), call('b', {})]
    expect(parameterAccuracy(expected, [call('a', { y: { q: null, p: [1, 2] }, x: 1 }), call('b', {})])).toBe(
      1,
    )
    expect(parameterAccuracy(expected, [call('a', { x: 1, y: { p: [2, 1], q: null } }), call('b', {})])).toBe(
      0,
    )
    expect(parameterAccuracy(expected, [expected[0]!, call('b', { extra: true })])).toBe(0.5)
  })
})

describe('toolF1', () => {
  it('is over sets, 0 for an empty prediction', () => {
    // Precision 1/2, recall 1/3: F1 = 2·(1/6)/(5/6) = 0.4.
    expect(toolF1(['a', 'b', 'c'], ['a', 'x'])).toBeCloseTo(0.4, 12)
    expect(toolF1(['a'], [])).toBe(0)
  })
})

describe('commonSubsequence', () => {
  it('is the length of the longest common subsequence', () => {
    expect(commonSubsequence(['a', 'b', 'c', 'b', 'd'], ['b', 'd', 'c', 'a', 'b'])).toBe(3)
    expect(commonSubsequence([], ['a'])).toBe(0)
  })
})

describe('sequenceRecall', () => {
  it('is the common subsequence over the expected calls', () => {
    // a, c of a, b, c, d.
    expect(sequenceRecall(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'b'])).toBe(0.5)
    expect([sequenceRecall([], ['a']), sequenceRecall(['a'], [])]).toEqual([1, 0])
  })
})

describe('sequenceSimilarity', () => {
  it('also counts against what is there too much', () => {
    // 2·2 / (4 + 6) where the recall is 2 / 4.
    expect(sequenceSimilarity(['a', 'b', 'c', 'd'], ['x', 'a', 'x', 'c', 'x', 'x'])).toBe(0.4)
    expect([sequenceSimilarity([], []), sequenceSimilarity([], ['a'])]).toEqual([1, 0])
  })
})

describe('lengthRatio', () => {
  it('is made calls over expected ones, and no number where none is expected', () => {
    expect(lengthRatio(['a', 'b'], ['a', 'b', 'c'])).toBe(1.5)
    expect(lengthRatio([], ['a'])).toBeNaN()
  })
})

describe('the figures of two sequences', () => {
  const figures = [toolAnyOrder, toolInOrder, toolExactMatch, toolF1, sequenceRecall, sequenceSimilarity]
  const random = seededRandom(7)
  /** Sequences of up to 6 out of 4 names, repeats in them. */
  const sequence = (from: number) =>
    Array.from({ length: from + Math.floor(random() * (7 - from)) }, () => 'abcd'[Math.floor(random() * 4)]!)
  const pairs = Array.from({ length: 500 }, () => [sequence(1), sequence(0)] as const)

  it('equal the reference: any 0.75, in order 0.5, exact 0.25; nothing expected: any 1, exact 0', () => {
    const expected = ['a', 'b', 'c', 'd']
    const actual = ['a', 'x', 'c', 'b']
    expect(toolAnyOrder(expected, actual)).toBe(0.75)
    expect(toolInOrder(expected, actual)).toBe(0.5)
    expect(toolExactMatch(expected, actual)).toBe(0.25)
    expect([toolAnyOrder([], actual), toolInOrder([], actual), toolExactMatch([], actual)]).toEqual([1, 1, 0])
  })

  it('lie between 0 and 1, and are 1 of a sequence and itself', () => {
    for (const [expected, actual] of pairs) {
      for (const figure of figures) {
        expect(figure(expected, actual)).toBeGreaterThanOrEqual(0)
        expect(figure(expected, actual)).toBeLessThanOrEqual(1)
        expect(figure(expected, expected)).toBe(1)
      }
    }
  })

  it('get stricter: in order ≤ common subsequence, exact ≤ in order, and in order ≤ any where nothing repeats', () => {
    for (const [expected, actual] of pairs) {
      expect(toolExactMatch(expected, actual)).toBeLessThanOrEqual(toolInOrder(expected, actual))
      expect(toolInOrder(expected, actual)).toBeLessThanOrEqual(sequenceRecall(expected, actual))
      const once = [...new Set(expected)]
      expect(toolInOrder(once, actual)).toBeLessThanOrEqual(toolAnyOrder(once, actual))
    }
    // Any order counts names, in order counts calls: three of four calls, but one of two names.
    expect(toolInOrder(['a', 'a', 'a', 'b'], ['a', 'a', 'a'])).toBe(0.75)
    expect(toolAnyOrder(['a', 'a', 'a', 'b'], ['a', 'a', 'a'])).toBe(0.5)
  })

  it('do not get worse by one more call at the end, but for those that count what is too much', () => {
    for (const [expected, actual] of pairs) {
      for (const figure of [toolAnyOrder, toolInOrder, toolExactMatch, sequenceRecall]) {
        expect(figure(expected, [...actual, 'a'])).toBeGreaterThanOrEqual(figure(expected, actual))
      }
    }
  })

  it('are symmetric where both sides count alike', () => {
    for (const [expected, actual] of pairs) {
      expect(toolF1(expected, actual)).toBe(toolF1(actual, expected))
      expect(sequenceSimilarity(expected, actual)).toBe(sequenceSimilarity(actual, expected))
    }
  })
})

describe('mean', () => {
  it('is 0 of nothing', () => {
    expect([mean([1, 2, 6]), mean([])]).toEqual([3, 0])
  })
})
