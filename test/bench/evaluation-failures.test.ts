import { describe, expect, it } from 'vitest'
import { failureClass, type FailedRun } from '../../bench/evaluation/failures.ts'
import type { MadeCall } from '../../bench/evaluation/chains.ts'

const call = (tool: string, args: MadeCall['args'], status: MadeCall['status'] = 'ok'): MadeCall => ({
  tool,
  args,
  status,
  layers: [],
})
const index = call('nbr', { scene: 'layer-1' })
const mask = call('threshold_mask', { threshold: 0.27 })
const chain = [
  { id: 'index', tools: ['nbr'], args: { scene: 'layer-1' } },
  { id: 'mask', tools: ['threshold_mask'], after: ['index'], args: { threshold: 0.27 } },
]
const hectares: FailedRun['space'] = { kind: 'number', unit: 'ha' }
const run = (change: Partial<FailedRun>) =>
  failureClass({
    chains: [chain],
    calls: [index, mask],
    status: 'answered',
    space: hectares,
    answer: { value: 12, unit: 'ha', choice: null },
    ...change,
  })

describe('failureClass', () => {
  it('is planning where another tool was called or one was left out', () => {
    expect(run({ calls: [call('ndvi', { scene: 'layer-1' }), mask] })).toBe('planning')
    expect(run({ calls: [index] })).toBe('planning')
    expect(run({ calls: [mask, index] })).toBe('planning')
  })

  it('is planning where a question that can be answered was declined', () => {
    expect(run({ calls: [], status: 'declined', answer: null })).toBe('planning')
  })

  it('is parameter where the right tools got another layer or threshold', () => {
    expect(run({ calls: [call('nbr', { scene: 'layer-2' }), mask] })).toBe('parameter')
    expect(run({ calls: [index, call('threshold_mask', { threshold: 0.3 })] })).toBe('parameter')
  })

  it('is parameter where a call failed because of its arguments', () => {
    const failed = call('nbr', { scene: 'layer-9' }, 'error')
    expect(run({ calls: [failed], status: 'error', answer: null })).toBe('parameter')
  })

  it('is execution where a call failed or did not pass its check, whatever was left out after it', () => {
    const failed = call('nbr', { scene: 'layer-1' }, 'error')
    expect(run({ calls: [failed], status: 'error', answer: null })).toBe('execution')
    expect(run({ calls: [index, call('threshold_mask', { threshold: 0.27 }, 'failed-check')] })).toBe(
      'execution',
    )
  })

  it('is not execution where the call was made again and succeeded', () => {
    expect(run({ calls: [call('nbr', { scene: 'layer-1' }, 'error'), index, mask] })).toBe('reasoning')
  })

  it('is execution where a run on the right way was cut short, planning where it had left it', () => {
    expect(run({ calls: [index], status: 'stopped', answer: null })).toBe('execution')
    expect(run({ calls: [call('ndvi', {})], status: 'stopped', answer: null })).toBe('planning')
  })

  it('is reasoning where the right calls led to another figure, another option or no answer', () => {
    expect(run({})).toBe('reasoning')
    expect(run({ status: 'ungrounded', answer: null })).toBe('reasoning')
    const options = [{ label: 'A', text: 'north' }, { label: 'B', text: 'south' }] // prettier-ignore
    const answer = { value: null, unit: null, choice: 'B' }
    expect(run({ space: { kind: 'choice', options }, answer })).toBe('reasoning')
  })

  it('is reasoning where an answer was drawn from data that give none', () => {
    expect(run({ chains: [] })).toBe('reasoning')
  })

  it('is format where the answer lacks the unit, is no number or none of the options', () => {
    expect(run({ answer: { value: 12, unit: null, choice: null } })).toBe('format')
    expect(run({ answer: { value: 12, unit: 'km2', choice: null } })).toBe('format')
    expect(run({ answer: { value: null, unit: null, choice: null } })).toBe('format')
    const options = [{ label: 'A', text: 'north' }]
    expect(run({ space: { kind: 'choice', options }, answer: { value: 12, unit: 'ha', choice: null } })).toBe(
      'format',
    )
    expect(run({ space: { kind: 'number', unit: null } })).toBe('reasoning')
  })
})
