import { describe, expect, it } from 'vitest'
import { adaptSkill, considerSkills, recall, seedSkills } from '../../src/memory/index.ts'
import { sopText } from '../../src/memory/sop-text.ts'
import type { Recall, Skill } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { contextOf, experienceOf, snapshotOf } from '../helpers/memory.ts'

const specs = TOOLS.map(toolSpec)
const admissible = new Set(specs.map(({ name }) => name))
const two = contextOf(['2020-01-01', '2020-06-01'])
const seed = (id: string): Skill => seedSkills().find((skill) => skill.id === id)!
const recalling = (...skills: readonly Skill[]): Recall => ({
  workflows: [],
  experiences: [],
  skills: skills.map((item) => ({ item, score: 0.9 })),
})

describe('adaptSkill', () => {
  it('makes the burned-area seed ready for two dates', () => {
    const query = {
      question: 'How many hectares burned?',
      taskType: 'burned-area',
      context: two,
      retrieved: [],
      admissible,
    } as const
    const sop = adaptSkill({
      recall: recall(query, snapshotOf({ skills: seedSkills() })),
      context: two,
      specs,
      admissible,
    })
    expect(sop?.skill.id).toBe('seed-burned-area')
    expect(sop?.steps.map(({ tool }) => tool)).toEqual([
      'nbr',
      'nbr',
      'difference',
      'threshold_mask',
      'mask_area',
      'components',
    ])
    expect(sop?.changes).toEqual([])
  })

  it('gives null where the score is below the minimum or nothing was recalled', () => {
    const weak: Recall = { ...recalling(), skills: [{ item: seed('seed-burned-area'), score: 0.59 }] }
    expect(adaptSkill({ recall: weak, context: two, specs, admissible })).toBeNull()
    expect(adaptSkill({ recall: recalling(), context: two, specs, admissible })).toBeNull()
  })

  it('drops a step whose condition fails, what stands on it, and its part of the answer', () => {
    const base = seed('seed-water-extent')
    const steps = base.steps.map((step) => (step.id === 'bodies' ? { ...step, when: { minDates: 3 } } : step))
    const sop = adaptSkill({ recall: recalling({ ...base, steps }), context: two, specs, admissible })!
    expect(sop.steps.map(({ id }) => id)).toEqual(['index', 'water', 'area'])
    expect(sop.skill.answer.every(({ step }) => step !== 'bodies')).toBe(true)
    expect(sop.changes[0]).toContain('left out components')
  })

  it('refuses a skill all of whose answer would be dropped and takes the next', () => {
    const base = seed('seed-water-extent')
    const steps = base.steps.map((step) =>
      step.id === 'index' ? { ...step, when: { band: 'thermal1' as const } } : step,
    )
    const { sop, refused } = considerSkills({
      recall: recalling({ ...base, id: 'hot', steps }, base),
      context: two,
      specs,
      admissible,
    })
    expect(sop?.skill.id).toBe('seed-water-extent')
    expect(refused[0]?.reasons).toEqual(['no step that gives the answer is left'])
  })

  it('notes the corrections of experiences that name its tools, and no others', () => {
    const experiences = [
      { item: experienceOf({ correction: 'threshold_mask: give a number' }), score: 0.5 },
      { item: experienceOf({ tool: 'ndsi', correction: 'not this one' }), score: 0.5 },
    ]
    const sop = adaptSkill({
      recall: { ...recalling(seed('seed-burned-area')), experiences },
      context: two,
      specs,
      admissible,
    })!
    expect(sop.changes).toEqual(['minded: threshold_mask: give a number'])
    expect(sop.text).toContain('Mind: threshold_mask: give a number')
  })
})

describe('considerSkills', () => {
  const reasons = (context: typeof two, tools: ReadonlySet<string> = admissible) =>
    considerSkills({ recall: recalling(seed('seed-burned-area')), context, specs, admissible: tools })
      .refused[0]?.reasons

  it('says which date, band or tool is missing', () => {
    expect(reasons(contextOf(['2020-01-01']))).toEqual([
      'no reflectance or raw raster with nir and swir2 for the role post',
      '2 dates are needed and 1 is there',
    ])
    expect(reasons(contextOf(['2020-01-01', '2020-06-01'], ['red', 'nir']))?.[0]).toContain(
      'swir2 for the role pre',
    )
    expect(reasons(two, new Set([...admissible].filter((name) => name !== 'nbr')))).toEqual([
      'the data cannot supply the tool nbr',
    ])
  })

  it('counts dates, not scenes: two tiles of one day are no pair', () => {
    const sameDay = { ...contextOf(['2020-01-01', '2020-01-01']), dates: ['2020-01-01'] }
    expect(reasons(sameDay)).toHaveLength(2)
  })

  it('takes B8A where near infrared is asked for', () => {
    expect(reasons(contextOf(['2020-01-01', '2020-06-01'], ['nir_narrow', 'swir2']))).toBeUndefined()
  })
})

describe('sopText', () => {
  it('keeps to 1200 characters, cuts between steps and says how many are left out', () => {
    const base = seed('seed-burned-area')
    const steps = Array.from({ length: 40 }, (_, index) => ({ ...base.steps[0]!, id: `s${index}` }))
    const text = sopText({ ...base, steps })
    expect(text.length).toBeLessThanOrEqual(1200)
    const lines = text.split('\n')
    const kept = lines.length - 2
    expect(lines.at(-1)).toBe(`… ${40 - kept} more steps`)
    expect(lines[kept]).toBe(`${kept}. nbr(scene=pre, clouds=clouds|mask): burn ratio before the fire`)
  })
})
