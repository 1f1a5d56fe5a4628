import { describe, expect, it } from 'vitest'
import {
  applyChange,
  applyCorrections,
  learnCorrections,
} from '../../../../src/memory/flows/calls/corrections.ts'
import { asked } from './readings.ts'

const value = (wanted: readonly string[], made: readonly string[]) =>
  wanted.filter((tool) => made.includes(tool)).length / wanted.length
const kurtosis = asked('Kurtosis of the values')
const trend = asked('Linear slope of the values')
const mistake = { reading: kurtosis, plan: ['a', 'mean'], wanted: ['a', 'kurtosis'] }
const times = <T>(item: T, count: number) => Array.from({ length: count }, () => item)

describe('learnCorrections', () => {
  it('learns a change that would have helped four questions with a fact in common', () => {
    const [found, ...more] = learnCorrections(times(mistake, 4), value)
    expect(found).toMatchObject({ helped: 4 })
    expect(applyCorrections(['a', 'mean'], kurtosis, [found!])).toContain('kurtosis')
    expect(more).toEqual([])
  })

  it('does not learn from three', () => {
    expect(learnCorrections(times(mistake, 3), value)).toEqual([])
  })

  it('does not learn what would have hurt another question with that fact', () => {
    const right = { reading: kurtosis, plan: ['a', 'mean'], wanted: ['a', 'mean'] }
    const found = learnCorrections([...times(mistake, 4), right], value)
    expect(found.every(({ change }) => change.kind === 'insert')).toBe(true)
  })

  it('learns nothing from plans that are right', () => {
    expect(learnCorrections(times({ ...mistake, plan: mistake.wanted }, 9), value)).toEqual([])
  })
})

describe('applyCorrections', () => {
  it('leaves questions alone that do not show the trigger', () => {
    const corrections = learnCorrections(times(mistake, 4), value)
    expect(applyCorrections(['a', 'mean'], trend, corrections)).toEqual(['a', 'mean'])
  })
})

describe('applyChange', () => {
  it('replaces and deletes every occurrence', () => {
    expect(applyChange(['a', 'b', 'a'], { kind: 'replace', tool: 'a', by: 'c' })).toEqual(['c', 'b', 'c'])
    expect(applyChange(['a', 'b', 'a'], { kind: 'delete', tool: 'a' })).toEqual(['b'])
  })

  it('inserts once, after the last of a tool', () => {
    const change = { kind: 'insert', after: 'a', tool: 'c' } as const
    expect(applyChange(['a', 'a', 'b'], change)).toEqual(['a', 'a', 'c', 'b'])
    expect(applyChange(['a', 'c'], change)).toEqual(['a', 'c'])
  })

  it('gives the same list where there is nothing to change', () => {
    const plan = ['a']
    expect(applyChange(plan, { kind: 'delete', tool: 'b' })).toBe(plan)
  })
})
