import type { FinishedRun, FinishedStep } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { contextOf } from '../helpers/memory.ts'

export const SPECS = TOOLS.map(toolSpec)

const base = {
  error: null,
  failedChecks: [],
  layers: [],
  numbers: [],
  status: 'ok',
  inAnswer: true,
  purpose: 'x',
} as const

export function stepOf(
  step: number,
  tool: string,
  args: FinishedStep['call']['args'],
  rest: Partial<FinishedStep> = {},
): FinishedStep {
  return { ...base, step, call: { tool, args }, bindings: {}, ...rest }
}

const area = { name: 'area', value: 412.37, unit: 'ha', dimension: 'area' } as const

/** Lost water by two masks, the plan a search would bind: six calls, every one in the answer. */
export function waterSteps(): readonly FinishedStep[] {
  const cut = { rule: { from: 'value', value: 'value' }, side: { from: 'value', value: 'above' } } as const
  const slot = { from: 'slot', slot: 'threshold', default: 0 } as const
  const threshold = (step: number, layer: string, made: string) =>
    stepOf(
      step,
      'threshold_mask',
      { layer, rule: 'value', value: 0, side: 'above' },
      {
        bindings: { layer: { from: 'step', step: String(step - 2) }, ...cut, value: slot },
        layers: [made],
        numbers: [{ name: 'threshold', value: 0, unit: '1', dimension: 'value' }],
      },
    )
  return [
    stepOf(
      1,
      'ndwi',
      { scene: 'scene-1' },
      { bindings: { scene: { from: 'role', role: 'pre' } }, layers: ['layer-1'] },
    ),
    stepOf(
      2,
      'ndwi',
      { scene: 'scene-2' },
      { bindings: { scene: { from: 'role', role: 'post' } }, layers: ['layer-2'] },
    ),
    threshold(3, 'layer-1', 'layer-3'),
    threshold(4, 'layer-2', 'layer-4'),
    stepOf(
      5,
      'combine_masks',
      { first: 'layer-3', second: 'layer-4', operation: 'and_not' },
      {
        bindings: {
          first: { from: 'step', step: '3' },
          second: { from: 'step', step: '4' },
          operation: { from: 'value', value: 'and_not' },
        },
        layers: ['layer-5'],
      },
    ),
    stepOf(
      6,
      'mask_area',
      { mask: 'layer-5', unit: 'ha' },
      {
        bindings: { mask: { from: 'step', step: '5' }, unit: { from: 'slot', slot: 'unit', default: 'ha' } },
        numbers: [area],
      },
    ),
  ]
}

export function runOf(change: Partial<FinishedRun> = {}): FinishedRun {
  const cite = { step: 6, tool: 'mask_area', name: 'area', value: 412.37, unit: 'ha' } as const
  return {
    runId: 'run-1',
    question: 'How many hectares of the lake dried up at Vermillion Creek?',
    taskType: 'water-change',
    answerSpace: { kind: 'number', unit: 'ha' },
    context: contextOf(['2020-01-01', '2020-06-01']),
    slots: [{ slot: 'unit', value: 'ha' }],
    status: 'answered',
    answer: {
      spans: [{ text: 'Water lost: ' }, { text: '412.4 ha', cite }],
      caveats: [],
      value: 412.37,
      unit: 'ha',
      choice: null,
      place: null,
      layers: ['layer-5'],
      evidence: [cite],
      by: 'planner',
    },
    answerFaults: [],
    steps: waterSteps(),
    used: { skills: [], workflows: [], experiences: [] },
    specs: SPECS,
    fingerprints: ['print-a'],
    at: 1000,
    ...change,
  }
}
