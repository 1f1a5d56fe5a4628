import { describe, expect, it } from 'vitest'
import { matchChains, rightArgs, type MadeCall, type Match } from '../../bench/evaluation/chains.ts'

/** All that a chain expects was called, succeeded, and was given the right arguments. */
const isComplete = ({ chain, succeeded, args, argsRight }: Match) =>
  succeeded === chain.length && argsRight === args

const call = (tool: string, args: MadeCall['args'] = {}, rest: Partial<MadeCall> = {}): MadeCall => ({
  tool,
  args,
  status: 'ok',
  layers: [],
  ...rest,
})
/** (ndvi before, ndvi after in any order) → difference → area. */
const change = [
  { id: 'pre', tools: ['ndvi'], args: { scene: 'layer-1' } },
  { id: 'post', tools: ['ndvi'], args: { scene: 'layer-2' } },
  { id: 'loss', tools: ['difference', 'normalised_difference'], after: ['pre', 'post'], args: { pre: { resultOf: 'pre' } } },
  { id: 'area', tools: ['mask_area'], after: ['loss'] },
] // prettier-ignore

describe('matchChains', { timeout: 30_000 }, () => {
  it('takes calls that no order holds in any order', () => {
    const calls = [
      call('ndvi', { scene: 'layer-2' }, { layers: ['layer-3'] }),
      call('ndvi', { scene: 'layer-1' }, { layers: ['layer-4'] }),
      call('difference', { pre: 'layer-4', post: 'layer-3' }),
      call('mask_area'),
    ]
    const match = matchChains([change], calls)
    expect(match).toMatchObject({ tools: 4, succeeded: 4, args: 3, argsRight: 3 })
    expect([...match.made]).toEqual([['post', 0], ['pre', 1], ['loss', 2], ['area', 3]]) // prettier-ignore
    expect(isComplete(match)).toBe(true)
  })

  it('does not count a call before one that it has to follow', () => {
    // Area first: either the area or the three others can stand in order, and three are more.
    const calls = [call('mask_area'), call('ndvi'), call('ndvi'), call('difference')]
    expect(matchChains([change], calls).tools).toBe(3)
  })

  it('lets a step that was left out cost itself alone', () => {
    expect(matchChains([change], [call('ndvi'), call('ndvi'), call('mask_area')]).tools).toBe(3)
  })

  it('gives one made call to one expected call', () => {
    expect(matchChains([change], [call('ndvi', { scene: 'layer-1' })])).toMatchObject({
      tools: 1,
      argsRight: 1,
    })
  })

  it('takes the try that succeeded', () => {
    const calls = [
      call('ndvi', { scene: 'layer-1' }, { status: 'error' }),
      call('ndvi', { scene: 'layer-1' }),
    ]
    expect(matchChains([[change[0]!]], calls).made.get('pre')).toBe(1)
  })

  it('takes the chain that fits best', () => {
    const calls = [call('burned_area', { pre: 'layer-1' })]
    const match = matchChains([change, [{ id: 'all', tools: ['burned_area'] }]], calls)
    expect(isComplete(match)).toBe(true)
  })

  it('expects nothing where there is no chain', () => {
    expect(isComplete(matchChains([], [call('ndvi')]))).toBe(true)
  })

  it('refuses a chain whose calls are not listed in order', () => {
    expect(() => matchChains([[{ id: 'a', tools: ['x'], after: ['b'] }]], [])).toThrow(/a comes after b/)
  })

  it('is done with twelve equal calls in any order', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      id: `${at}`,
      tools: ['ndvi'],
      args: { scene: `layer-${at}` },
    }))
    const calls = many.map(({ args }) => call('ndvi', args)).reverse()
    expect(matchChains([many], calls)).toMatchObject({ tools: 12, argsRight: 12 })
  })
})

describe('rightArgs', () => {
  const expected = { id: 'a', tools: ['mask'], args: { threshold: 0.3, layers: ['x', 'y'] } }
  const made = new Map([['a', 0]])

  it('compares numbers within rounding, lists in order, and passes over other arguments', () => {
    expect(
      rightArgs(expected, made, [call('mask', { threshold: 0.1 + 0.2, layers: ['x', 'y'], side: 1 })]),
    ).toBe(2)
    expect(rightArgs(expected, made, [call('mask', { threshold: 0.31, layers: ['y', 'x'] })])).toBe(0)
  })

  it('does not take an absent argument for a right one', () => {
    expect(rightArgs(expected, made, [call('mask')])).toBe(0)
  })
})
