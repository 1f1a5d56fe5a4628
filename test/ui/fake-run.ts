import type { AnswerSpan, RunEvent, RunRecord } from '../../src/trace/events.ts'

export const QUESTION = 'How many hectares burned between the first and the last date (dNBR at least 0.27)?'
const at = Date.parse('2026-11-30T09:12:00Z')
const cite = (step: number, tool: string, name: string, value: number, text: string): AnswerSpan => ({
  text,
  cite: { step, tool, name, value, unit: 'ha' },
})

const step = (number: number, tool: string, purpose: string, args: Record<string, unknown>): RunEvent => ({
  type: 'step-start',
  at,
  step: number,
  call: { tool, args },
  purpose,
})

/** Events of a burned-area run that followed a seed skill, as the agent worker sends them. */
export const EVENTS: readonly RunEvent[] = [
  { type: 'run-start', runId: 'run-1', at, question: QUESTION },
  {
    type: 'context-ready',
    at,
    taskType: 'burned-area',
    answerSpace: { kind: 'number', unit: 'ha' },
    slots: [
      { slot: 'threshold', value: 0.27 },
      { slot: 'unit', value: 'ha' },
    ],
    sensing:
      'Two Sentinel-2 L2A scenes of 2024-08-01 and 2024-09-20, reflectance, 10 to 20 m, EPSG:32721. They overlap.',
    scenes: ['scene-a', 'scene-b'],
    fingerprints: ['print-scene-a', 'print-scene-b'],
    admissible: ['nbr', 'ndvi', 'difference', 'threshold_mask', 'mask_area', 'components', 'list_data'],
    recalled: [
      {
        kind: 'skill',
        id: 'skill-burned',
        title: 'Burned area from dNBR',
        score: 0.91,
        state: 'active',
        used: true,
      },
      {
        kind: 'workflow',
        id: 'flow-1',
        title: 'nbr → nbr → difference',
        score: 0.62,
        state: 'candidate',
        used: false,
      },
    ],
    guidance: 'Always:\n- Give the unit of every figure.',
    sop: '1. nbr on the scene before\n2. nbr on the scene after\n3. difference, before minus after\n4. threshold_mask at or above 0.27\n5. mask_area in hectares',
  },
  {
    type: 'tools-retrieved',
    at,
    subTasks: ['hectares burned between two dates'],
    tools: [
      {
        name: 'mask_area',
        score: 0.84,
        because: 'gives an area; fits “hectares”',
        grounds: {
          subTask: { text: 'hectares burned between two dates', from: 'question', rank: 1 },
          questionRank: 2,
          votes: { used: 3, of: 4, share: 0.81 },
          transitions: [{ tool: 'nbr', side: 'after', times: 1 }],
        },
      },
      // As runs of older versions were stored.
      { name: 'burn_severity', score: 0.71, because: 'shares “burned” with the question' },
      { name: 'nbr', score: 0.66, because: 'often followed by difference' },
    ],
  },
  {
    type: 'decision',
    at,
    step: 1,
    by: 'skill',
    reason: 'first step of “Burned area from dNBR”',
    options: [],
    chosen: 'nbr',
  },
  step(1, 'nbr', 'Burn ratio before the fire', { scene: 'scene-a', clouds: 'mask' }),
  { type: 'step-progress', at, step: 1, fraction: 0.5, note: 'block 4 of 8' },
  {
    type: 'step-end',
    at,
    step: 1,
    milliseconds: 412,
    status: 'ok',
    observation: {
      text: 'NBR of scene-a: mean 0.412, from −0.31 to 0.88. 98.7 % of the pixels are valid.',
      numbers: [
        { name: 'mean', value: 0.412, unit: '1', dimension: 'ratio' },
        { name: 'pixels_left_out', value: 13921, unit: 'count', dimension: 'count', group: 'cloud' },
      ],
      labels: [],
      places: [],
      layers: ['nbr-a'],
      warnings: ['13,921 pixels are left out: cloud.'],
      facts: {},
    },
    error: null,
    failedChecks: [],
  },
  step(2, 'difference', 'What the fire changed', {
    before: 'nbr-a',
    after: 'nbr-b',
    order: 'before_minus_after',
  }),
  {
    type: 'step-end',
    at,
    step: 2,
    milliseconds: 268,
    status: 'ok',
    observation: {
      text: 'dNBR: mean 0.083, from −0.62 to 1.04.',
      numbers: [{ name: 'mean', value: 0.083, unit: '1', dimension: 'ratio' }],
      labels: [],
      places: [],
      layers: ['dnbr'],
      warnings: [],
      facts: {},
      chart: {
        kind: 'histogram',
        title: 'dNBR',
        unit: '1',
        edges: Array.from({ length: 41 }, (_, place) => -0.6 + place * 0.04),
        counts: Array.from({ length: 40 }, (_, place) =>
          Math.round(
            24000 * Math.exp(-((place - 15) ** 2) / 18) + 5200 * Math.exp(-((place - 30) ** 2) / 24),
          ),
        ),
        marks: [0.27],
      },
    },
    error: null,
    failedChecks: ['The dates are 50 days apart: regrowth may hide part of the scar.'],
  },
  step(3, 'mask_area', 'Area of what burned', { mask: 'burned', unit: 'ha' }),
  { type: 'step-progress', at, step: 3, fraction: 0.62, note: 'block 5 of 8' },
  {
    type: 'step-end',
    at,
    step: 3,
    milliseconds: 97,
    status: 'ok',
    observation: {
      text: 'The mask covers 8,026.1 ha, 18.6 % of the valid pixels.',
      numbers: [
        { name: 'area', value: 8026.1, unit: 'ha', dimension: 'area' },
        { name: 'share', value: 18.6, unit: '%', dimension: 'share' },
      ],
      labels: [],
      places: [],
      layers: ['burned'],
      warnings: [],
      facts: {},
      chart: {
        kind: 'bars',
        title: 'Area by class',
        unit: 'ha',
        rows: [
          { label: 'low', value: 2110.4, color: '#f2d388' },
          { label: 'moderate-low', value: 3820.9, color: '#e8a04f' },
          { label: 'moderate-high', value: 2994.1, color: '#d2622d' },
          { label: 'high', value: 1211.1, color: '#8c2318' },
        ],
      },
    },
    error: null,
    failedChecks: [],
  },
  {
    type: 'answer',
    at,
    answer: {
      spans: [
        { text: 'Between 2024-08-01 and 2024-09-20, ' },
        cite(3, 'mask_area', 'area', 8026.1, '8,026.1 ha'),
        { text: ' burned (dNBR at least 0.27).' },
      ],
      caveats: [
        [
          cite(1, 'nbr', 'pixels_left_out', 13921, '13,921'),
          { text: ' pixels were left out because of cloud.' },
        ],
      ],
      value: 8026.1,
      unit: 'ha',
      choice: null,
      place: null,
      layers: ['burned'],
      evidence: [],
      by: 'planner',
    },
  },
  {
    type: 'gate',
    at,
    passed: true,
    conditions: [
      { name: 'tools-used', passed: true, detail: '3 tools gave the answer' },
      { name: 'answer-valid', passed: true, detail: 'each figure is cited' },
      { name: 'calls-within-limit', passed: true, detail: '3 of 24' },
      { name: 'repeats-within-limit', passed: true, detail: 'at most 1 of 8' },
      { name: 'nothing-forbidden', passed: true, detail: 'no foreign text' },
    ],
  },
  {
    type: 'memory-change',
    at,
    summary: 'Kept the workflow nbr → difference → mask_area and credited the skill.',
    items: [
      { table: 'workflows', id: 'flow-2', change: 'added', title: 'nbr → difference → mask_area' },
      { table: 'skills', id: 'skill-burned', change: 'updated', title: 'Burned area from dNBR' },
    ],
  },
  { type: 'run-end', at, status: 'answered' },
]

export const RECORD: RunRecord = {
  id: 'run-1',
  question: QUESTION,
  startedAt: at,
  status: 'answered',
  taskType: 'burned-area',
  events: EVENTS,
}
