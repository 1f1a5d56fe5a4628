import { describe, expect, it } from 'vitest'
import { composeSkills, compositions, seedSkills } from '../../src/memory/index.ts'
import { skillFaults } from '../../src/memory/distil/skill-check.ts'
import { missingInputs } from '../../src/memory/supply.ts'
import type { Skill } from '../../src/memory/types.ts'
import { contextOf, snapshotOf } from '../helpers/memory.ts'
import { runOf, SPECS, stepOf, waterSteps } from './finished-run.ts'
import { learnedFrom } from './record-of.ts'

const base = seedSkills()[0]!
const ALL = new Set(SPECS.map(({ name }) => name))

/** A mask of water on one scene, and its area. */
const water: Skill = {
  ...base,
  id: 'skill-water',
  taskType: 'water-extent',
  origin: 'learned',
  steps: [
    { id: 'ndwi', tool: 'ndwi', purpose: 'index', args: { scene: { from: 'role', role: 'only' } } },
    { id: 'mask', tool: 'threshold_mask', purpose: 'mask', args: { layer: { from: 'step', step: 'ndwi' }, rule: { from: 'value', value: 'otsu' } } },
    { id: 'area', tool: 'mask_area', purpose: 'area', args: { mask: { from: 'step', step: 'mask' } } },
  ],
  answer: [{ step: 'area', figure: 'area' }],
  gives: 'area',
  requires: [{ role: 'only', port: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['green', 'nir'] } }],
  minDates: 0,
} // prettier-ignore

/** The parts of a mask that is loaded. */
const patches: Skill = {
  ...base,
  id: 'skill-patches',
  taskType: 'hotspots',
  origin: 'learned',
  steps: [{ id: 'mask', tool: 'components', purpose: 'parts', args: { mask: { from: 'role', role: 'product' } } }],
  answer: [{ step: 'mask', figure: 'components' }],
  gives: 'count',
  requires: [{ role: 'product', port: { kind: 'raster', quantity: 'mask' } }],
  minDates: 0,
} // prettier-ignore

const context = contextOf(['2020-01-01'])

describe('composeSkills', () => {
  const whole = composeSkills(water, patches, SPECS)!

  it('joins two skills where the mask of one is what the other needs, and drops what nothing stands on', () => {
    expect(whole.parts).toEqual(['skill-water', 'skill-patches'])
    expect(whole.joint).toEqual({ step: 'mask', role: 'product' })
    expect(whole.skill.steps.map(({ id, tool }) => `${id} ${tool}`)).toEqual([
      'ndwi ndwi',
      'mask threshold_mask',
      'mask_2 components',
    ])
    expect(whole.skill.steps[2]!.args).toEqual({ mask: { from: 'step', step: 'mask' } })
    expect(whole.skill.answer).toEqual([{ step: 'mask_2', figure: 'components' }])
  })

  it('asks for what the first needs and no longer for what the second did', () => {
    expect(whole.skill.requires.map(({ role }) => role)).toEqual(['only'])
    expect(missingInputs(patches, context)).not.toEqual([])
    expect(missingInputs(whole.skill, context)).toEqual([])
  })

  it('is a candidate with no evidence of its own', () => {
    expect(whole.skill).toMatchObject({
      state: 'candidate',
      provenance: [],
      activation: null,
      gives: 'count',
    })
    expect(whole.skill.usage.uses).toBe(0)
  })

  it('joins nothing where no port fits, where a part waits in quarantine, or with itself', () => {
    expect(composeSkills(patches, water, SPECS)).toBeNull()
    expect(composeSkills(water, { ...patches, requires: [{ role: 'product', port: { kind: 'table' } }] }, SPECS)).toBeNull() // prettier-ignore
    expect(composeSkills(water, { ...patches, state: 'quarantined' }, SPECS)).toBeNull()
    expect(composeSkills({ ...water, state: 'quarantined' }, patches, SPECS)).toBeNull()
    expect(composeSkills(water, water, SPECS)).toBeNull()
  })

  it('gives no product for a scene that is told by its date', () => {
    const dated: Skill = {
      ...patches,
      steps: patches.steps.map((step) => ({ ...step, args: { mask: { from: 'role', role: 'post' } } })),
      requires: [{ role: 'post', port: { kind: 'raster', quantity: 'mask' } }],
    }
    expect(composeSkills(water, dated, SPECS)).toBeNull()
  })

  it('does not mix the only scene with scenes told by date', () => {
    const zones: Skill = {
      ...patches,
      requires: [
        ...patches.requires,
        { role: 'pre', port: { kind: 'raster', quantity: 'reflectance', bands: [] } },
      ],
    }
    expect(composeSkills(water, zones, SPECS)).toBeNull()
  })

  it('stays complete and compact for every pair of seeds that it joins', () => {
    const seeds = seedSkills()
    let joined = 0
    for (const first of seeds) {
      for (const second of seeds) {
        const made = composeSkills(first, second, SPECS)
        if (!made) continue
        joined += 1
        const faults = skillFaults(made.skill, { run: { steps: [], specs: SPECS }, passed: true })
        expect(
          faults.filter(({ condition }) => condition !== 'grounded'),
          `${first.id} ${second.id}`,
        ).toEqual([])
        const ids = made.skill.steps.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }
    }
    expect(joined).toBeGreaterThan(0)
  })
})

describe('compositions', () => {
  const query = {
    context,
    specs: SPECS,
    admissible: ALL,
    wanted: { taskType: 'hotspots', gives: 'count' },
  } as const

  it('finds what the data can carry and the second skill alone cannot', () => {
    const found = compositions({ ...query, skills: [water, patches] })
    expect(found.map(({ parts }) => parts)).toEqual([['skill-water', 'skill-patches']])
  })

  it('finds nothing where the skill runs alone, where a tool is not to be had, or where another answer is wanted', () => {
    const mask = { id: 'layer-1', port: { kind: 'raster', quantity: 'mask' }, date: null } as const
    const loaded = contextOf(['2020-01-01'], undefined, [mask])
    expect(compositions({ ...query, context: loaded, skills: [water, patches] })).toEqual([])
    const without = new Set([...ALL].filter((name) => name !== 'components'))
    expect(compositions({ ...query, admissible: without, skills: [water, patches] })).toEqual([])
    const wanted = { taskType: 'hotspots', gives: 'area' } as const
    expect(compositions({ ...query, wanted, skills: [water, patches] })).toEqual([])
    expect(compositions({ ...query, skills: [water, { ...patches, state: 'quarantined' }] })).toEqual([])
  })

  it('takes active parts before candidates, and those that helped more first', () => {
    const usage = (helped: number) => ({ uses: helped, helped, hurt: 0, lastUsed: null })
    const makers = [
      { ...water, id: 'weak', state: 'candidate' as const },
      { ...water, id: 'good', usage: usage(5) },
      { ...water, id: 'plain' },
    ]
    const found = compositions({ ...query, skills: [...makers, patches] })
    expect(found.map(({ parts }) => parts[0])).toEqual(['good', 'plain', 'weak'])
  })
})

describe('a run that followed a composition', () => {
  const memory = snapshotOf({ skills: [water, patches] })
  const steps = [
    ...waterSteps().slice(0, 1),
    stepOf(2, 'threshold_mask', { layer: 'layer-1', rule: 'otsu' }, { layers: ['layer-2'], bindings: { rule: { from: 'value', value: 'otsu' } } }),
    stepOf(3, 'components', { mask: 'layer-2' }, { numbers: [{ name: 'components', value: 7, unit: '1', dimension: 'count' }] }),
  ] // prettier-ignore
  const cite = { step: 3, tool: 'components', name: 'components', value: 7, unit: '1' } as const
  const run = runOf({
    taskType: 'hotspots',
    answerSpace: { kind: 'number', unit: null },
    slots: [],
    steps,
    answer: { ...runOf().answer!, value: 7, unit: '1', evidence: [cite] },
    used: { skills: ['skill-water', 'skill-patches'], workflows: [], experiences: [] },
    composed: ['skill-water', 'skill-patches'],
  })

  it('leaves a skill of its own, as a candidate, and credits both parts', () => {
    const { memory: after, gate } = learnedFrom(run, memory)
    expect(gate.passed).toBe(true)
    const made = after.skills.find(({ id }) => id === 'skill-run-1')
    expect(made).toMatchObject({ state: 'candidate', version: 1, taskType: 'hotspots' })
    expect(made).not.toHaveProperty('replaces')
    expect(made!.steps.map(({ tool }) => tool)).toEqual(['ndwi', 'threshold_mask', 'components'])
    expect(after.skills.filter(({ usage }) => usage.helped === 1).map(({ id }) => id)).toEqual(run.composed)
  })

  it('leaves none where the run did not pass', () => {
    const { memory: after } = learnedFrom({ ...run, status: 'ungrounded', answerFaults: ['x'] }, memory)
    expect(after.skills).toEqual(memory.skills)
  })
})
