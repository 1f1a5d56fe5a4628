import { describe, expect, it } from 'vitest'
import { chains } from '../../src/agent/chains.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { compressed, searchPlans, type SearchInput } from '../../src/agent/search.ts'
import { INDICES } from '../../src/sensing/indices.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { Plan } from '../../src/agent/types.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const ALL = new Set(SPECS.map(({ name }) => name))
const NAMES = new Set(INDICES.map(({ name }) => name))

function plans(text: string, more: Partial<SearchInput> = {}) {
  const question = readQuestion(text, {
    indexNames: NAMES,
    specs: SPECS,
    products: [],
    hasScenes: true,
    shown: [],
  })
  return searchPlans({
    ask: question.asks[0]!,
    slots: question.slots,
    thresholdOn: question.thresholdOn,
    specs: SPECS,
    admissible: ALL,
    retrieved: new Map(),
    edges: [],
    products: [],
    roles: { only: ['scene-1'], pre: ['scene-1'], post: ['scene-2'] },
    workflows: [],
    knownToFail: [],
    complete: (plan) => plan,
    taskType: 'water-change',
    ...more,
  })
}
const sequences = (text: string, more?: Partial<SearchInput>) =>
  plans(text, more).map((plan) => compressed(plan).join(' > '))

const LOSS = 'How many hectares of water were lost between the dates?'

describe('chains', () => {
  it('feeds every tool by the one before and ends in what was asked', () => {
    const found = chains(SPECS, ALL, (tool) => tool.name === 'mask_area', true)
    expect(found.length).toBeGreaterThan(20)
    for (const { tools, inputs, fork } of found) {
      expect(tools.at(-1)!.name).toBe('mask_area')
      expect(new Set(tools).size).toBe(tools.length)
      expect(inputs[fork < 0 ? 0 : fork]).toHaveLength(fork < 0 ? 1 : 2)
    }
  })

  it('makes no fork where there is one date', () => {
    const found = chains(SPECS, ALL, (tool) => tool.name === 'mask_area', false)
    expect(found.every(({ fork }) => fork === -1)).toBe(true)
  })
})

describe('searchPlans', () => {
  it('puts cheaper plans first', () => {
    const steps = plans(LOSS).map((plan) => plan.steps.length)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.length).toBeGreaterThan(3)
  })

  it('compares two dates for a change and one for a state', () => {
    expect(sequences(LOSS).every((sequence) => /difference|combine_masks/.test(sequence))).toBe(true)
    const state = sequences('How many hectares of water are there?')
    expect(state[0]).toMatch(/^m?ndwi > threshold_mask > mask_area$/)
    expect(state.every((sequence) => !/difference|combine_masks/.test(sequence))).toBe(true)
  })

  it('sets what was lost apart from what was gained by the order of the two masks', () => {
    const masks = (text: string) =>
      plans(text).find((plan) => compressed(plan).join() === 'ndwi,threshold_mask,combine_masks,mask_area')!
    const combine = (text: string) => masks(text).steps.find(({ tool }) => tool === 'combine_masks')!.args
    const lost = combine(LOSS)
    const gained = combine('How many hectares of water were gained between the dates?')
    expect(lost['operation']).toEqual({ from: 'value', value: 'and_not' })
    expect([lost['first'], lost['second']]).toEqual([gained['second'], gained['first']])
  })

  it('takes the threshold of the question before the standard one', () => {
    const [plan] = plans('How many hectares have NDVI above 0.45?')
    const cut = plan!.steps.find(({ tool }) => tool === 'threshold_mask')!
    expect(cut.args).toMatchObject({
      value: { from: 'slot', slot: 'threshold' },
      side: { from: 'value', value: 'above' },
    })
  })

  it('does not measure a burn by an index without a standard threshold', () => {
    expect(
      sequences('How many hectares burned?').every((sequence) => sequence.startsWith('nbr > difference')),
    ).toBe(true)
  })

  it('searches nothing where the words name nothing measurable', () => {
    expect(plans('How many hectares of happiness are there?')).toEqual([])
  })

  it('counts the steps that the words want besides as calls', () => {
    const text = 'How many hectares does the largest water body have that was lost between the dates?'
    const longer = (plan: Plan): Plan =>
      plan.steps.at(-1)!.tool === 'mask_area'
        ? { ...plan, steps: [...plan.steps, ...plan.steps.slice(-1)] }
        : plan
    const steps = plans(text, { complete: longer }).map((plan) => plan.steps.length)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.length).toBeGreaterThan(1)
  })

  it('goes the way of a recalled workflow first, and what is known to fail last', () => {
    const way = ['ndwi', 'threshold_mask', 'combine_masks', 'mask_area']
    const [first] = plans(LOSS, { workflows: [{ id: 'w1', taskType: 'water-change', sequence: way }] })
    expect(first).toMatchObject({ by: 'workflow', source: 'w1' })
    const gained = ['ndwi', 'threshold_mask', 'spread_between']
    const alike = (taskType: TaskType) =>
      plans(LOSS, { workflows: [{ id: 'w2', taskType, sequence: gained }] })[0]!
    expect(alike('water-change')).toMatchObject({ by: 'workflow', source: 'w2' })
    expect(compressed(alike('water-change'))).toEqual(way)
    expect(alike('vegetation-change').by).toBe('search')
    const failing = ['ndwi', 'difference', 'threshold_mask']
    expect(sequences(LOSS, { knownToFail: [failing] }).at(-1)).toMatch(/^ndwi > difference > threshold_mask/)
  })
})
