import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../../src/agent/compose.ts'
import { answerFaults } from '../../src/agent/grounding.ts'
import type { Ask, DoneStep, Plan } from '../../src/agent/types.ts'
import { formatQuantity } from '../../src/agent/units.ts'
import { convertUnit, isConvertible } from '../../src/trace/units.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import type { Answer, AnswerSpan } from '../../src/trace/events.ts'

const STEP: DoneStep = {
  step: 1,
  call: { tool: 'mask_area', args: { mask: 'layer-1', unit: 'ha' } },
  bindings: {},
  purpose: '',
  observation: {
    text: '',
    numbers: [{ name: 'area', value: 8026.11, unit: 'ha', dimension: 'area' }],
    labels: [{ name: 'sector', value: 'NE' }],
    places: [],
    layers: [],
    warnings: [],
    facts: {},
  },
  error: null,
  failedChecks: [],
  layers: [],
}
const CITE = { step: 1, tool: 'mask_area', name: 'area', value: 8026.11, unit: 'ha' } as const

function answer(spans: readonly AnswerSpan[], more: Partial<Answer> = {}): Answer {
  return {
    spans,
    caveats: [],
    value: 8026.11,
    unit: 'ha',
    choice: null,
    place: null,
    layers: [],
    evidence: [CITE],
    by: 'planner',
    ...more,
  }
}

const faults = (given: Answer, facts: string[] = [], unit: Unit = 'ha') =>
  answerFaults({ answer: given, space: { kind: 'number', unit }, steps: [STEP], facts })

describe('composeAnswer', () => {
  it('cites the figures of a warning where they stand, also where one has the digits of another in it', () => {
    const observation = {
      ...STEP.observation!,
      numbers: [{ name: 'unburned', value: 0, unit: 'count', dimension: 'count' } as const],
      warnings: ['2420 pixels at or below 0 left out.'],
    }
    const ask = { text: '', dimension: 'area', unit: null, figures: [], rank: null } as unknown as Ask
    const plan = { answer: [] } as unknown as Plan
    const steps = new Map([['s1', { ...STEP, observation }]])
    const { caveats } = composeAnswer({
      solved: [{ ask, plan, steps }],
      match: null,
      scenes: '',
      limit: null,
      units: { wishes: {}, limit: null, layers: [] },
      limits: [],
    })
    expect(caveats[0]!.map(({ text }) => text)).toEqual([
      'Step 1, mask_area: ',
      '2420 pixels at or below ',
      '0',
      ' left out.',
    ])
  })
})

describe('answerFaults', () => {
  it('lets a figure stand that is cited and rounded', () => {
    expect(faults(answer([{ text: '8,026.1 ha', cite: CITE }]))).toEqual([])
  })

  it('lets a change of unit stand', () => {
    const inKm2 = answer([{ text: '80.261 km²', cite: CITE }], { value: 80.2611, unit: 'km2' })
    expect(faults(inKm2, [], 'km2')).toEqual([])
    expect(faults(inKm2)).toEqual(['the answer is not in the unit that was asked for'])
  })

  it('finds a figure that is not the one observed', () => {
    expect(faults(answer([{ text: '8,027 ha', cite: CITE }]))).toEqual(['8,027 ha is not the area observed'])
  })

  it('finds a figure without a source, unless the question or typed facts hold it', () => {
    const spans = [{ text: 'At least 0.27 on 12 patches: ' }, { text: '8,026 ha', cite: CITE }]
    expect(faults(answer(spans), ['dNBR at least 0.27'])).toEqual(['12 has no source'])
    expect(faults(answer(spans), ['dNBR at least 0.27, 12 patches'])).toEqual([])
  })

  it('finds a citation of a step or figure that this run did not observe', () => {
    const other = { ...CITE, step: 2 }
    expect(faults(answer([{ text: '8,026 ha', cite: other }]))).toContain('area of step 2 was not observed')
    const invented = { ...CITE, value: 9000 }
    expect(
      faults(answer([{ text: '9,000 ha', cite: invented }], { value: 9000, evidence: [invented] })),
    ).toContain('area of step 1 was not observed')
  })

  it('finds an empty answer, a missing number and a choice outside the options', () => {
    expect(faults(answer([], { value: null, evidence: [] }))).toEqual([
      'the answer is empty',
      'the answer cites no observation',
      'the answer is no number',
    ])
    const space = { kind: 'choice', options: [{ label: 'A', text: '1 ha' }] } as const
    const chosen = answer([{ text: '8,026.1 ha', cite: CITE }], { choice: 'B' })
    expect(answerFaults({ answer: chosen, space, steps: [STEP], facts: [] })).toEqual([
      'the choice is not one of the options',
    ])
  })

  it('checks the figures of caveats too', () => {
    const caveat = [[{ text: '109 pixels left out' }]]
    expect(faults(answer([{ text: '8,026.1 ha', cite: CITE }], { caveats: caveat }))).toEqual([
      '109 has no source',
    ])
  })

  it('finds a label that is not the one observed', () => {
    const label = { step: 1, tool: 'mask_area', name: 'sector', value: 'NE', unit: null }
    const spans = [
      { text: '8,026.1 ha', cite: CITE },
      { text: 'SW', cite: label },
    ]
    expect(faults(answer(spans))).toEqual(["'SW' is not the sector observed"])
  })
})

describe('convertUnit', () => {
  it('is undone by its inverse within each family', () => {
    for (const [from, to] of [
      ['ha', 'km2'],
      ['m2', 'ha'],
      ['m', 'km'],
      ['K', 'degC'],
      ['1', '%'],
    ] as const) {
      expect(convertUnit(convertUnit(12.5, from, to)!, to, from)).toBeCloseTo(12.5, 10)
    }
  })

  it('refuses units of unlike families', () => {
    expect(convertUnit(1, 'ha', 'km')).toBeNull()
    expect(isConvertible('ha', 'deg')).toBe(false)
  })
})

describe('formatQuantity', () => {
  it.each([
    [8026.11, 'ha', '8,026.1 ha'],
    [80.2611, 'km2', '80.261 km²'],
    [27.229, 'deg', '27.2°'],
    [1209, 'count', '1,209'],
    [0.3883889, '1', '0.3884'],
    [0, 'ha', '0.0 ha'],
    [13.3572, '%', '13.36 %'],
  ] as const)('%d %s is %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text)
  })

  it('keeps digits of very small figures', () => {
    expect(Number(formatQuantity(0.0004321, 'km2').split(' ')[0])).toBeCloseTo(0.00043, 5)
  })
})
