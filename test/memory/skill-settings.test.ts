import { describe, expect, it } from 'vitest'
import { distil, memoryStore, parseMemory } from '../../src/memory/index.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import type { Binding, FinishedRun, FinishedStep, Skill } from '../../src/memory/types.ts'
import { snapshotOf } from '../helpers/memory.ts'
import { runOf, stepOf, waterSteps } from './finished-run.ts'

type Slots = FinishedRun['slots']

function skillOf(run: FinishedRun, before = snapshotOf()): Skill {
  const { commit, gate } = distil(run, before)
  expect(gate.conditions.filter(({ passed }) => !passed)).toEqual([])
  return applyChanges(before, commit.changes).skills.at(-1)!
}

interface Said {
  readonly index?: string
  readonly args: FinishedStep['call']['args']
  readonly bindings: Readonly<Record<string, Binding>>
  readonly slots: Slots
}

/** The water run by another index and other thresholds, as a question gave them. */
function cutBy({ index = 'mndwi', args, bindings, slots }: Said): readonly Binding[] {
  const steps = waterSteps().map((step): FinishedStep => {
    if (step.call.tool === 'ndwi') return { ...step, call: { ...step.call, tool: index } }
    if (step.call.tool !== 'threshold_mask') return step
    const { layer } = step.call.args
    return {
      ...step,
      call: { tool: 'threshold_mask', args: { layer, ...args } },
      bindings: { layer: step.bindings['layer']!, ...bindings },
      numbers: [],
    }
  })
  const skill = skillOf(runOf({ steps, slots }))
  const { layer: _layer, ...rest } = skill.steps.find(({ tool }) => tool === 'threshold_mask')!.args
  return Object.values(rest)
}

const value = (constant: string | number): Binding => ({ from: 'value', value: constant })

describe('settings of a learned skill', () => {
  it('take the field’s threshold and side where the question gave its own', () => {
    const slots: Slots = [
      { slot: 'threshold', value: 0.1 },
      { slot: 'side', value: 'at_or_above' },
    ]
    const args = { rule: 'value', value: 0.1, side: 'at_or_above' }
    // McFeeters and Xu take water to be above 0.
    const field = [
      value('value'),
      { from: 'slot', slot: 'threshold', default: 0 },
      { from: 'slot', slot: 'side', default: 'above' },
    ]
    const searched = {
      rule: value('value'),
      value: { from: 'slot', slot: 'threshold' },
      side: value('at_or_above'),
    } as const
    expect(cutBy({ args, bindings: searched, slots })).toEqual(field)
    // As a model binds them: literals alone.
    const literal = cutBy({ args, bindings: {}, slots: [...slots, { slot: 'rule', value: 'value' }] })
    expect(literal).toEqual([{ from: 'slot', slot: 'rule', default: 'value' }, ...field.slice(1)])
  })

  it('stay without a threshold where the field has none, and keep the side that is marked', () => {
    const slots: Slots = [
      { slot: 'threshold', value: -0.2 },
      { slot: 'side', value: 'at_or_below' },
    ]
    const args = { rule: 'value', value: -0.2, side: 'at_or_below' }
    const bindings = {
      rule: value('value'),
      value: { from: 'slot', slot: 'threshold' },
      side: value('at_or_below'),
    } as const
    expect(cutBy({ args, bindings, slots })).toEqual([
      value('value'),
      { from: 'slot', slot: 'threshold' },
      { from: 'slot', slot: 'side', default: 'below' },
    ])
  })

  it('take the tool’s percentile and factor in place of the question’s, mirrored for the low side', () => {
    const said = (side: string) =>
      cutBy({
        index: 'savi',
        args: { rule: 'percentile', percentile: 88, factor: 3, side },
        bindings: { rule: value('percentile'), side: value(side) },
        slots: [
          { slot: 'percentile', value: 88 },
          { slot: 'factor', value: 3 },
        ],
      })
    const defaults = (percentile: number, side: string) => [
      value('percentile'),
      { from: 'slot', slot: 'percentile', default: percentile },
      { from: 'slot', slot: 'factor', default: 1 },
      value(side),
    ]
    expect(said('above')).toEqual(defaults(95, 'above'))
    expect(said('below')).toEqual(defaults(5, 'below'))
  })

  it('keep what the policy chose by itself', () => {
    const bindings = { rule: value('value'), value: value(0.05), side: value('above') }
    const args = { rule: 'value', value: 0.05, side: 'above' }
    expect(cutBy({ args, bindings, slots: [] })).toEqual([value('value'), value(0.05), value('above')])
  })
})

describe('change of a learned skill', () => {
  const swapped = waterSteps().map((step) =>
    step.call.tool === 'combine_masks'
      ? {
          ...step,
          call: { ...step.call, args: { ...step.call.args, first: 'layer-4', second: 'layer-3' } },
          bindings: {
            ...step.bindings,
            first: { from: 'step', step: '4' } as const,
            second: { from: 'step', step: '3' } as const,
          },
        }
      : step,
  )

  it('is told by dates of the masks that were taken from one another', () => {
    expect(skillOf(runOf()).change).toBe('loss')
    expect(skillOf(runOf({ steps: swapped, change: null })).change).toBe('gain')
  })

  it('makes of loss and gain two skills, though tools and figure are the same', () => {
    const before = snapshotOf({ skills: [skillOf(runOf())] })
    const { commit } = distil(runOf({ runId: 'run-2', steps: swapped }), before)
    expect(applyChanges(before, commit.changes).skills.map(({ change }) => change)).toEqual(['loss', 'gain'])
  })

  it('is a gain where growth was measured, whatever the words were', () => {
    const spread = stepOf(
      5,
      'spread_between',
      { earlier: 'layer-3', later: 'layer-4' },
      {
        bindings: { earlier: { from: 'step', step: '3' }, later: { from: 'step', step: '4' } },
        numbers: [{ name: 'growth_area', value: 412.37, unit: 'ha', dimension: 'area' }],
      },
    )
    const cite = { step: 5, tool: 'spread_between', name: 'growth_area', value: 412.37, unit: 'ha' } as const
    const base = runOf()
    const run = runOf({
      steps: [...waterSteps().slice(0, 4), spread],
      answer: { ...base.answer!, spans: [{ text: '412.4 ha', cite }], layers: [], evidence: [cite] },
      change: 'loss',
    })
    expect(skillOf(run)).toMatchObject({ change: 'gain', answer: [{ figure: 'growth_area' }] })
  })

  it('is the question’s where tools do not tell it, and comes through a memory file', async () => {
    const named = waterSteps().map((step) =>
      step.call.tool === 'combine_masks'
        ? { ...step, call: { ...step.call, args: { ...step.call.args, operation: 'and' } }, bindings: {} }
        : step,
    )
    const run = runOf({ steps: named, change: 'loss' })
    expect(skillOf(run).change).toBe('loss')
    expect(skillOf(runOf({ steps: named })).change).toBeUndefined()
    const store = memoryStore()
    await store.commit(distil(run, snapshotOf()).commit)
    const { skills } = parseMemory(store.dump()).snapshot
    expect(skills.find(({ origin }) => origin === 'learned')!.change).toBe('loss')
  })
})
