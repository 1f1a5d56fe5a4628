import { describe, expect, it } from 'vitest'
import { expectedLikeness, mergeFlows } from '../../../src/memory/flows/consensus.ts'

const same = (expected: readonly string[], actual: readonly string[]) =>
  expected.join() === actual.join() ? 1 : 0

describe('expectedLikeness', () => {
  it('is the share of the weight that a candidate is like', () => {
    const possible = [
      { tools: ['a', 'b'], weight: 3 },
      { tools: ['c'], weight: 1 },
    ]
    expect([...expectedLikeness([['a', 'b'], ['c'], ['d']], possible, same)]).toEqual([0.75, 0.25, 0])
  })

  it('prefers a flow between two over either, where likeness is partial', () => {
    // Share of the expected tools: a b against a and b each gives 1; a against b gives 0.
    const share = (expected: readonly string[], actual: readonly string[]) =>
      expected.filter((tool) => actual.includes(tool)).length / expected.length
    const possible = [
      { tools: ['a'], weight: 1 },
      { tools: ['b'], weight: 1 },
    ]
    expect([...expectedLikeness([['a'], ['b'], ['a', 'b']], possible, share)]).toEqual([0.5, 0.5, 1])
  })

  it('is 0 where nothing is possible', () => {
    expect([...expectedLikeness([['a']], [], same)]).toEqual([0])
  })
})

describe('mergeFlows', () => {
  it('adds the weights of equal sequences and keeps those of another order apart', () => {
    const flows = [
      { tools: ['a', 'b'], weight: 1 },
      { tools: ['b', 'a'], weight: 2 },
      { tools: ['a', 'b'], weight: 4 },
    ]
    expect(mergeFlows(flows)).toEqual([
      { tools: ['a', 'b'], weight: 5 },
      { tools: ['b', 'a'], weight: 2 },
    ])
  })
})
