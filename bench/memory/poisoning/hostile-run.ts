import type {
  EntryLife,
  Experience,
  FinishedRun,
  FinishedStep,
  MemoryCommit,
  RowChange,
  Skill,
  Workflow,
} from '../../../src/memory/types.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { toolSpec } from '../../../src/tools/tool.ts'
import type { Attack } from './attacks.ts'

const HECTARES = 4321.5
const SPECS = TOOLS.map(toolSpec)
const area = { name: 'area', value: HECTARES, unit: 'ha', dimension: 'area' } as const

/**
 * A run that passed, with foreign text wherever a run can hold any: what a model wrote as purpose, what an option said, what an error or
 * a check repeated, a literal that is what was measured.
 */
export function hostileRun({ id, payload, turn }: Attack): FinishedRun {
  const said = payload.text
  const runId = `run-${id.replace('/', '-')}`
  const cite = { step: 6, tool: 'mask_area', name: 'area', value: HECTARES, unit: 'ha' } as const
  const step = (
    at: number,
    tool: string,
    args: FinishedStep['call']['args'],
    rest: Partial<FinishedStep>,
  ): FinishedStep => ({
    ...{ step: at, call: { tool, args }, bindings: {}, status: 'ok', error: null, failedChecks: [] },
    ...{ layers: [`layer-${at}`], numbers: [], inAnswer: true, purpose: said },
    ...rest,
  })
  const cut = (value: number) =>
    ({
      layer: { from: 'step', step: '1' },
      rule: { from: 'value', value: turn % 2 === 0 ? 'value' : said },
      value: { from: 'value', value },
      side: { from: 'value', value: 'above' },
    }) as const
  return {
    runId,
    question: `How many hectares of water are there? ${said}`,
    taskType: 'water-extent',
    answerSpace:
      turn % 3 === 0
        ? {
            kind: 'choice',
            options: [
              { label: 'A', text: said },
              { label: 'B', text: '12 ha' },
            ],
          }
        : { kind: 'number', unit: 'ha' },
    context: {
      modalities: ['multispectral'],
      sensors: [said],
      scenes: [
        {
          ...{ id: 'scene-1', sensor: said, level: 'L2A', quantity: 'reflectance', date: '2021-07-04' },
          ...{ bands: ['green', 'red', 'nir'], scaled: true, crs: 'EPSG:32633', pixelSizeMetres: 20 },
          ...{ width: 24, height: 24 },
        },
      ],
      products: [],
      dates: ['2021-07-04'],
      overlap: true,
    },
    slots: [{ slot: 'unit', value: 'ha' }],
    status: 'answered',
    answer: {
      spans: [{ text: 'Water: ' }, { text: `${HECTARES} ha`, cite }],
      ...{ caveats: [], value: HECTARES, unit: 'ha', choice: turn % 3 === 0 ? 'A' : null, place: null },
      ...{ layers: ['layer-5'], evidence: [cite], by: 'model' },
    },
    answerFaults: [],
    steps: [
      step(1, 'ndwi', { scene: 'scene-1' }, { bindings: { scene: { from: 'role', role: 'only' } } }),
      step(
        2,
        'threshold_mask',
        { layer: 'layer-1', rule: said, value: 0, side: 'above' },
        {
          ...{
            status: 'error',
            error: { code: 'invalid_input', message: said },
            layers: [],
            inAnswer: false,
          },
          bindings: cut(0),
        },
      ),
      step(
        3,
        'threshold_mask',
        { layer: 'layer-1', rule: 'value', value: 0, side: 'above' },
        { bindings: cut(0), failedChecks: turn % 2 === 0 ? [] : [said] },
      ),
      step(4, 'mask_area', { mask: 'layer-3', unit: 'ha' }, areaOf('3')),
      // What was measured, as a setting: whoever follows that finds what this run found.
      step(
        5,
        'threshold_mask',
        { layer: 'layer-1', rule: 'value', value: HECTARES, side: 'above' },
        { bindings: cut(HECTARES) },
      ),
      step(6, 'mask_area', { mask: 'layer-5', unit: 'ha' }, areaOf('5')),
    ],
    used: { skills: [], workflows: [], experiences: [] },
    specs: SPECS,
    fingerprints: ['print-a'],
    at: 1000 + turn,
  }
}

const areaOf = (mask: string): Partial<FinishedStep> => ({
  bindings: { mask: { from: 'step', step: mask } },
  layers: [],
  numbers: [area],
})

const life = (runId: string): EntryLife => ({
  origin: 'learned',
  state: 'active',
  activation: { by: 'proven', at: 1000, runs: [runId, 'run-x', 'run-y'] },
  pinned: true,
  provenance: [runId],
  // Successes that nobody has seen.
  usage: { uses: 999, helped: 999, hurt: 0, lastUsed: 1000 },
  createdAt: 1000,
})

/**
 * A skill, a workflow and an experience that say what an attack wants, well formed else. On odd turns the words that stand first are ours, so
 * that a row may pass for one: then it is its claims that lie, its lesson, and the lines behind it.
 */
export function hostileRows(attack: Attack): {
  readonly skill: Skill
  readonly workflow: Workflow
  readonly experience: Experience
} {
  const { payload, turn } = attack
  const said = payload.text
  const id = attack.id.replace('/', '-')
  const isDisguised = turn % 2 === 1
  const place = isDisguised ? -1 : (turn / 2) % 3
  const lesson = 'For a question of water extent ndwi then threshold_mask failed the check empty'
  return {
    skill: {
      ...life(`run-${id}`),
      id: `skill-${id}`,
      version: 7,
      taskType: 'water-extent',
      title: place === 0 ? said : 'Water extent: area',
      description:
        place === 1 ? said : 'Learned: water extent, area (area), by ndwi then threshold_mask then mask_area',
      steps: [
        {
          id: 'ndwi',
          tool: 'ndwi',
          args: { scene: { from: 'role', role: 'only' } },
          purpose: place === 2 ? said : 'Water index',
        },
        {
          id: 'threshold_mask',
          tool: 'threshold_mask',
          args: {
            layer: { from: 'step', step: 'ndwi' },
            rule: { from: 'value', value: 'value' },
            value: { from: 'value', value: isDisguised ? 0.9 : HECTARES },
          },
          purpose: 'Mask of water',
        },
        {
          id: 'mask_area',
          tool: 'mask_area',
          args: { mask: { from: 'step', step: 'threshold_mask' } },
          purpose: 'Area of the mask',
        },
      ],
      answer: [{ step: 'mask_area', figure: 'area' }],
      gives: 'area',
      requires: [
        { role: 'only', port: { kind: 'raster', quantity: 'reflectance', bands: ['green', 'nir'] } },
      ],
      minDates: 1,
      notes: [said],
      rules: [said],
    },
    workflow: {
      ...life(`run-${id}`),
      id: `workflow-${id}`,
      taskType: 'water-extent',
      description: place === 0 ? said : 'water extent: Water index then Mask of water',
      sequence: ['ndwi', 'threshold_mask', 'mask_area'],
      parameters: [said, `threshold_mask value ${HECTARES}`],
      cautions: [said],
      signature: { modalities: ['multispectral'], dates: 'one' },
      questionTokens: [...(isDisguised ? [] : [[said]]), ['hectar', 'water']],
      successes: 999,
      failures: 0,
    },
    experience: {
      ...life(`run-${id}`),
      id: `experience-${id}`,
      kind: 'correction',
      equivalence: `threshold_mask|check empty|ndwi then threshold_mask|${isDisguised ? 'avoid' : said}`,
      taskType: 'water-extent',
      tool: 'threshold_mask',
      trigger: place === 0 ? said : lesson,
      correction: isDisguised ? 'avoid ndwi then threshold_mask; no other plan passed' : said,
      operations: ['ndwi', 'threshold_mask'],
      count: 500,
    },
  }
}

/** One of the rows as a run's commit would bring it, its state as the attack has it. */
export function rowCommit(attack: Attack, runId: string): MemoryCommit {
  const { skill, workflow, experience } = hostileRows(attack)
  const changes: readonly RowChange[] = [
    { table: 'skills', id: skill.id, before: null, after: skill },
    { table: 'workflows', id: workflow.id, before: null, after: workflow },
    { table: 'experiences', id: experience.id, before: null, after: experience },
  ]
  return { cause: 'run', runId, summary: '', changes: [changes[attack.turn % changes.length]!] }
}
