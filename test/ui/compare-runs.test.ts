import { describe, expect, it } from 'vitest'
import type { AnswerSpan } from '../../src/trace/events.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import { alignSteps, nearness, othersOf, pairFigures, timeOf } from '../../src/ui/chat/compare-runs.ts'
import { emptyRun, viewOf, type RunView, type StepView } from '../../src/ui/chat/run-view.ts'
import { RECORD } from './fake-run.ts'

function step(
  number: number,
  tool: string,
  args: Record<string, unknown> = {},
  layers: string[] = [],
): StepView {
  const observation = { text: '', numbers: [], labels: [], places: [], layers, warnings: [], facts: {} }
  return {
    ...{ step: number, purpose: '', call: { tool, args }, state: 'ok', progress: null, milliseconds: 10 },
    ...{ observation, error: null, failedChecks: [] },
  }
}

function answering(
  ...figures: readonly (readonly [name: string, value: number | string, unit: Unit | null])[]
): RunView {
  const spans: AnswerSpan[] = figures.map(([name, value, unit]) => ({
    text: `${value}`,
    cite: { step: 1, tool: 'mask_area', name, value, unit },
  }))
  return { ...emptyRun('?', 0), answer: { ...viewOf(RECORD).answer!, spans } }
}

describe('pairFigures', () => {
  it('takes the difference in the unit of the first', () => {
    const [pair] = pairFigures(answering(['area', 250, 'ha']), answering(['area', 3, 'km2']))
    // 3 km² are 300 ha.
    expect(pair!.difference).toEqual({ value: 50, unit: 'ha' })
  })

  it('gives the difference of temperatures in kelvin, on whatever scale they are told', () => {
    const [pair] = pairFigures(answering(['mean', 20, 'degC']), answering(['mean', 300.15, 'K']))
    expect(pair!.difference!.unit).toBe('K')
    // 300.15 K are 27 °C.
    expect(pair!.difference!.value).toBeCloseTo(7, 9)
  })

  it('takes no difference of what measures another thing, and says so', () => {
    const [pair] = pairFigures(answering(['extent', 3, 'km']), answering(['extent', 3, 'km2']))
    expect(pair).toMatchObject({ difference: null, alike: false })
  })

  it('keeps what one of the two alone holds, and tells several of one name apart', () => {
    const pairs = pairFigures(
      answering(['area', 1, 'ha'], ['area', 5, 'ha']),
      answering(['area', 2, 'ha'], ['sector', 'NE', null]),
    )
    expect(pairs.map(({ name, difference }) => [name, difference?.value ?? null])).toEqual([
      ['area', 1],
      ['area', null],
      ['sector', null],
    ])
  })
})

describe('alignSteps', () => {
  const lines = (pairs: ReturnType<typeof alignSteps>) =>
    pairs.map(({ first, second, differing }) => [first?.step ?? null, second?.step ?? null, differing.join()])

  it('is a longest common subsequence of the tools', () => {
    const first = ['nbr', 'nbr', 'difference', 'threshold_mask', 'mask_area'].map((tool, at) =>
      step(at + 1, tool),
    )
    const second = ['nbr', 'difference', 'statistics', 'threshold_mask', 'clean_mask', 'mask_area'].map(
      (tool, at) => step(at + 1, tool),
    )
    expect(lines(alignSteps(first, second))).toEqual([
      [1, 1, ''],
      [2, null, ''],
      [3, 2, ''],
      [null, 3, ''],
      [4, 4, ''],
      [null, 5, ''],
      [5, 6, ''],
    ])
  })

  it('names the arguments that differ, and takes the layers of aligned steps for the same', () => {
    const first = [
      step(1, 'nbr', { scene: 'scene-1' }, ['layer-1']),
      step(2, 'threshold_mask', { layer: 'layer-1', value: 0.27 }),
    ]
    const second = [
      step(1, 'nbr', { scene: 'scene-1' }, ['layer-8']),
      step(2, 'threshold_mask', { layer: 'layer-8', value: 0.1 }),
    ]
    expect(lines(alignSteps(first, second))).toEqual([
      [1, 1, ''],
      [2, 2, 'value'],
    ])
  })

  it('stands each run alone where they share nothing', () => {
    expect(lines(alignSteps([step(1, 'nbr')], [step(1, 'ndvi')]))).toEqual([
      [1, null, ''],
      [null, 1, ''],
    ])
    expect(alignSteps([], [])).toEqual([])
  })
})

describe('othersOf', () => {
  it('gives the nearest question first, of equals the newest, and no run that is on its way', () => {
    const run = (id: string, question: string, startedAt: number): RunView => ({
      ...viewOf({ ...RECORD, id, question, startedAt }),
      question,
      startedAt,
    })
    const own = run('own', 'How many hectares burned?', 5)
    const runs = [
      run('other', 'What is the mean NDVI?', 1),
      run('near', 'How many hectares burned in May?', 2),
      run('same-old', 'How many hectares burned?', 3),
      own,
      run('same-new', 'How many hectares burned?', 6),
      { ...run('live', 'How many hectares burned?', 7), status: 'running' as const },
    ]
    expect(othersOf(own, runs).map(({ id }) => id)).toEqual(['same-new', 'same-old', 'near', 'other'])
  })
})

describe('nearness', () => {
  it('is 1 for the same question alone', () => {
    expect(nearness('How many?', 'How many? ')).toBe(1)
    expect(nearness('how many?', 'How many?')).toBe(0.99)
    // 2 of 4 words.
    expect(nearness('a b c', 'b c d')).toBe(0.5)
  })
})

describe('timeOf', () => {
  it('sums what the tools took', () => {
    expect(timeOf(viewOf(RECORD))).toBe(412 + 268 + 97)
  })
})
