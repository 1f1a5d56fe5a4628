import { describe, expect, it } from 'vitest'
import {
  commonSubsequence,
  completeAt,
  mean,
  ndcgAt,
  parameterAccuracy,
  recallAt,
  toolAnyOrder,
  toolExactMatch,
  toolF1,
  toolInOrder,
} from '../../bench/metrics.ts'

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

describe('mean', () => {
  it('is 0 of nothing', () => {
    expect([mean([1, 2, 6]), mean([])]).toEqual([3, 0])
  })
})
