import { describe, expect, it } from 'vitest'
import { callsByDecision } from '../../src/ui/chat/model-calls.ts'
import type { RunView } from '../../src/ui/chat/run-view.ts'

const usage = { promptTokens: 1, reusedTokens: 0, writtenTokens: 1, milliseconds: 1 }
const decision = (at: number, step: number): RunView['decisions'][number] => ({
  type: 'decision',
  at,
  step,
  by: 'model',
  reason: '',
  options: [],
  chosen: 'nbr',
})
const call = (at: number, step: number, verb: 'fill' | 'write'): RunView['modelCalls'][number] => ({
  type: 'model-call',
  at,
  step,
  verb,
  usage,
  refused: null,
})

describe('callsByDecision', () => {
  it('shows each call once, with the choice that it belongs to, also where a step was chosen twice', () => {
    const decisions = [decision(10, 1), decision(20, 1), decision(30, 2)]
    const [first, again, second, third] = [11, 12, 21, 31].map((at) => call(at, at > 30 ? 2 : 1, 'fill'))
    const owned = callsByDecision({ decisions, modelCalls: [first!, again!, second!, third!] })
    expect([...owned]).toEqual([
      [0, [first, again]],
      [1, [second]],
      [2, [third]],
    ])
  })

  it('puts the steps of a plan before the first choice, though they are filled in like arguments', () => {
    const plan = { ...call(15, 2, 'fill'), of: 'plan' } as const
    const owned = callsByDecision({ decisions: [decision(10, 1), decision(20, 2)], modelCalls: [plan] })
    expect([...owned]).toEqual([[1, [plan]]])
  })

  it('puts a sentence before the choice it was written for, and the one that tells the answer last', () => {
    const decisions = [decision(10, 1), decision(20, 2)]
    const thoughts = [call(9, 1, 'write'), call(19, 2, 'write')]
    const told = call(40, 3, 'write')
    const owned = callsByDecision({ decisions, modelCalls: [...thoughts, told] })
    expect([...owned]).toEqual([
      [0, [thoughts[0]]],
      [1, [thoughts[1], told]],
    ])
  })
})
