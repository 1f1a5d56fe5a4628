import { describe, expect, it } from 'vitest'
import { fitCalibration, logLoss } from '../../bench/memory/fit-calibration.ts'
import { isRightItem } from '../../bench/memory/right-items.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { seedSkills } from '../../src/memory/index.ts'
import { workflowOf } from '../helpers/memory.ts'

describe('fitCalibration', () => {
  it('recovers a known logistic from what was drawn by it', () => {
    const random = seededRandom(11)
    const items = Array.from({ length: 12_000 }, () => {
      const score = random()
      return { score, right: random() < 1 / (1 + Math.exp(-9 * (score - 0.62))) }
    })
    const { slope, middle } = fitCalibration(items)!
    expect(Math.abs(slope - 9)).toBeLessThan(0.4)
    expect(Math.abs(middle - 0.62)).toBeLessThan(0.01)
  })

  it('has the share of right items of each score, worked out by hand', () => {
    // At 0 one in four is right, at 1 three in four: odds 1/3 and 3, so slope ln 9 and middle 0.5.
    const of = (score: number, rights: number) => [0, 1, 2, 3].map((at) => ({ score, right: at < rights }))
    const many = Array.from({ length: 100 }, () => [...of(0, 1), ...of(1, 3)]).flat()
    const { slope, middle } = fitCalibration(many)!
    expect(slope).toBeCloseTo(Math.log(9), 2)
    expect(middle).toBeCloseTo(0.5, 3)
  })

  it('is null where nothing tells right from wrong', () => {
    expect(fitCalibration([])).toBeNull()
    expect(
      fitCalibration([
        { score: 0.2, right: true },
        { score: 0.4, right: true },
      ]),
    ).toBeNull()
    expect(
      fitCalibration([
        { score: 0.2, right: true },
        { score: 0.2, right: false },
      ]),
    ).toBeNull()
  })

  it('has no smaller loss than any other logistic nearby', () => {
    const random = seededRandom(3)
    const items = Array.from({ length: 2000 }, () => {
      const score = random()
      return { score, right: random() < score }
    })
    const fitted = fitCalibration(items)!
    for (const change of [-0.1, 0.1]) {
      expect(logLoss(items, { ...fitted, slope: fitted.slope + change })).toBeGreaterThan(
        logLoss(items, fitted),
      )
      expect(logLoss(items, { ...fitted, middle: fitted.middle + change })).toBeGreaterThan(
        logLoss(items, fitted),
      )
    }
  })
})

describe('logLoss', () => {
  it('is ln 2 where nothing is known, and no infinity where something is told wrong for sure', () => {
    expect(logLoss([{ score: 0.5, right: true }], { slope: 8, middle: 0.5 })).toBeCloseTo(Math.log(2), 10)
    expect(logLoss([{ score: 1000, right: false }], { slope: 8, middle: 0 })).toBeCloseTo(8000, 6)
  })
})

describe('isRightItem', () => {
  it('is true of a workflow that goes a right chain, repeats in a row once and either of two tools', () => {
    const chain = [['ndvi', 'ndvi'], ['difference'], ['threshold_mask'], ['mask_area|count_where']]
    expect(
      isRightItem(workflowOf({ sequence: ['ndvi', 'difference', 'threshold_mask', 'count_where'] }), [chain]),
    ).toBe(true)
    expect(isRightItem(workflowOf({ sequence: ['ndvi', 'threshold_mask', 'mask_area'] }), [chain])).toBe(
      false,
    )
    expect(isRightItem(workflowOf({ sequence: ['ndvi'] }), [])).toBe(false)
  })

  it('takes a skill for any index by the chain’s own', () => {
    const skill = seedSkills().find(({ id }) => id === 'seed-statistics')!
    const tools = skill.steps.filter(({ when }) => !when).map(({ tool }) => tool)
    expect(tools).toContain('$index')
    const chain = tools.map((tool) => [tool === '$index' ? 'evi' : tool])
    expect(isRightItem(skill, [chain])).toBe(true)
    expect(isRightItem(skill, [[...chain, ['mask_area']]])).toBe(false)
  })
})
