import { describe, expect, it } from 'vitest'
import { adaptSkill, classifyTask, distil, recall, seedSkills } from '../../src/memory/index.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import { overflow } from '../../src/memory/distil/experiences.ts'
import { wilsonUpper } from '../../src/memory/distil/retire.ts'
import type { FinishedRun, MemorySnapshot, Skill } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { contextOf, experienceOf, snapshotOf, workflowOf } from '../helpers/memory.ts'
import { runOf, SPECS, stepOf, waterSteps } from './finished-run.ts'

const seeded = snapshotOf({ skills: seedSkills() })
const after = (run: FinishedRun, snapshot: MemorySnapshot = seeded, history: readonly RunRecord[] = []) =>
  applyChanges(snapshot, distil(run, snapshot, history).commit.changes)
const learned = ({ skills }: MemorySnapshot): readonly Skill[] =>
  skills.filter(({ origin }) => origin === 'learned')

/** The water run after a first try by a difference, whose threshold failed a check. */
function runWithDetour(): FinishedRun {
  const shifted = waterSteps().map((step) => ({
    ...step,
    step: step.step + 2,
    bindings: Object.fromEntries(
      Object.entries(step.bindings).map(([name, binding]) => [
        name,
        binding.from === 'step' ? { ...binding, step: String(Number(binding.step) + 2) } : binding,
      ]),
    ),
  }))
  const [first, second, ...rest] = shifted
  const detour = [
    stepOf(
      3,
      'difference',
      { before: 'layer-1', after: 'layer-2', order: 'after_minus_before' },
      { layers: ['layer-9'], inAnswer: false },
    ),
    stepOf(
      4,
      'threshold_mask',
      { layer: 'layer-9', rule: 'otsu', side: 'below' },
      {
        bindings: { rule: { from: 'value', value: 'otsu' }, side: { from: 'value', value: 'below' } },
        layers: ['layer-10'],
        inAnswer: false,
        failedChecks: ['covers-most'],
      },
    ),
  ]
  const base = runOf()
  const cite = { ...base.answer!.evidence[0]!, step: 8 }
  return runOf({
    steps: [{ ...first!, step: 1 }, { ...second!, step: 2 }, ...detour, ...rest],
    answer: { ...base.answer!, evidence: [cite] },
  })
}

describe('distil', () => {
  it('keeps a workflow, its transitions and a skill of a passed run without a seed', () => {
    const { commit, gate } = distil(runOf(), seeded)
    expect(gate.conditions.filter(({ passed }) => !passed)).toEqual([])
    const memory = applyChanges(seeded, commit.changes)
    expect(memory.workflows[0]).toMatchObject({
      taskType: 'water-change',
      sequence: ['ndwi', 'threshold_mask', 'combine_masks', 'mask_area'],
      successes: 1,
      failures: 0,
      state: 'candidate',
    })
    expect(memory.edges.map(({ id, successes }) => `${id} ${successes}`)).toEqual([
      'ndwi>threshold_mask 1',
      'threshold_mask>combine_masks 1',
      'combine_masks>mask_area 1',
    ])
    expect(learned(memory)).toHaveLength(1)
    expect(commit.summary).toBe(
      'From a run of water change: 1 skill learned, 1 workflow learned, 3 transitions learned.',
    )
  })

  it('writes the skill in roles, steps and slots, with what the data must supply', () => {
    const [skill] = learned(after(runOf()))
    expect(skill).toMatchObject({
      gives: 'area',
      minDates: 2,
      answer: [{ step: 'mask_area', figure: 'area' }],
      state: 'candidate',
      provenance: ['run-1', 'data:print-a'],
    })
    expect(skill!.steps.map(({ id }) => id)).toEqual(['ndwi', 'ndwi_2', 'threshold_mask', 'threshold_mask_2', 'combine_masks', 'mask_area']) // prettier-ignore
    expect(skill!.steps[0]!.args).toEqual({ scene: { from: 'role', role: 'pre' } })
    expect(skill!.steps[3]!.args).toEqual({
      layer: { from: 'step', step: 'ndwi_2' },
      rule: { from: 'value', value: 'value' },
      value: { from: 'slot', slot: 'threshold', default: 0 },
      side: { from: 'value', value: 'above' },
    })
    expect(skill!.requires.map(({ role }) => role)).toEqual(['pre', 'post'])
    expect(skill!.requires[0]!.port).toMatchObject({ kind: 'raster', bands: ['green', 'nir'] })
  })

  it('keeps neither the person’s words nor the result outside the tokens of the question', () => {
    const memory = after(runOf())
    const tokens = memory.workflows[0]!.questionTokens.flat()
    expect(tokens).toContain('lake')
    const rest = JSON.stringify({
      ...memory,
      workflows: memory.workflows.map((row) => ({ ...row, questionTokens: [] })),
    })
    for (const secret of ['Vermillion', 'vermillion', '412', 'scene-1', 'layer-5'])
      expect(rest).not.toContain(secret)
  })

  it('recalls and adapts what it learned for other words and other scenes', () => {
    const memory = after(runOf())
    const question = 'By how much did the reservoir shrink between the two dates, in ha?'
    const context = contextOf(['2022-03-01', '2023-03-01'])
    const admissible = new Set(SPECS.map(({ name }) => name))
    const query = {
      question,
      taskType: classifyTask(question)[0]!.taskType,
      context,
      retrieved: ['ndwi', 'mask_area'],
      admissible,
    }
    const found = recall(query, memory)
    expect(found.workflows[0]?.item.taskType).toBe('water-change')
    const sop = adaptSkill({ recall: found, context, specs: SPECS, admissible })
    expect(sop?.skill.origin).toBe('learned')
    expect(sop?.steps).toHaveLength(6)
  })

  it('learns the same skill from literal layer ids, as a model binds them', () => {
    const literal = waterSteps().map((step) => ({ ...step, bindings: {} }))
    const [skill] = learned(after(runOf({ steps: literal })))
    expect(skill!.steps.map(({ args }) => args['scene'] ?? args['layer'] ?? args['mask'])).toEqual([
      { from: 'role', role: 'pre' },
      { from: 'role', role: 'post' },
      { from: 'step', step: 'ndwi' },
      { from: 'step', step: 'ndwi_2' },
      undefined,
      { from: 'step', step: 'combine_masks' },
    ])
  })

  it('keeps failed tries out of workflow and skill, and as an experience and a rule', () => {
    const memory = after(runWithDetour())
    expect(memory.workflows[0]!.sequence).toEqual(['ndwi', 'threshold_mask', 'combine_masks', 'mask_area'])
    expect(learned(memory)[0]!.steps).toHaveLength(6)
    expect(memory.experiences).toHaveLength(1)
    expect(memory.experiences[0]).toMatchObject({
      tool: 'threshold_mask',
      trigger: 'For a question of water change ndwi then difference then threshold_mask with rule otsu, side below failed the check covers-most',
      correction: 'ndwi then threshold_mask then combine_masks then mask_area passed',
      operations: ['ndwi', 'difference', 'threshold_mask'],
    }) // prettier-ignore
    expect(learned(memory)[0]!.rules).toEqual([
      'Avoid ndwi then difference then threshold_mask where it fails the check covers-most',
    ])
  })

  it('merges a run of equal type and sequence, counts a repeated experience in place and learns no second skill', () => {
    const once = after(runWithDetour())
    const twice = after(
      { ...runWithDetour(), runId: 'run-2', question: 'How far did the lake recede?' },
      once,
    )
    expect(twice.workflows).toHaveLength(1)
    expect(twice.workflows[0]).toMatchObject({ successes: 2 })
    expect(twice.workflows[0]!.questionTokens).toHaveLength(2)
    expect(twice.experiences).toHaveLength(1)
    expect(twice.experiences[0]!.count).toBe(2)
    expect(learned(twice)).toHaveLength(1)
    expect(twice.edges.every(({ successes }) => successes === 2)).toBe(true)
  })

  it('turns an error and the call that then passed into a correction without the values of layers', () => {
    const [first, ...rest] = waterSteps()
    const failed = stepOf(
      1,
      'threshold_mask',
      { layer: 'layer-1', rule: 'otsus' },
      {
        status: 'error',
        error: { code: 'invalid_input', message: 'file /home/ana/secret.tif' },
        inAnswer: false,
      },
    )
    const passed = stepOf(2, 'threshold_mask', { layer: 'layer-1', rule: 'otsu' }, { inAnswer: false })
    const memory = after(runOf({ status: 'error', answer: null, steps: [first!, failed, passed, ...rest] }))
    expect(memory.experiences[0]).toMatchObject({
      trigger: 'threshold_mask was refused with the error invalid_input for its argument rule',
      correction: 'threshold_mask: give the value otsu for the argument rule',
      operations: [],
    })
    expect(JSON.stringify(memory)).not.toContain('secret')
  })

  it('changes no skill where the run erred, declined or stayed ungrounded', () => {
    for (const status of ['error', 'declined', 'ungrounded', 'stopped', 'needs_input'] as const) {
      const run = runOf({
        status,
        answer: null,
        used: { skills: ['seed-burned-area'], workflows: [], experiences: [] },
      })
      const { commit, gate } = distil(run, seeded)
      expect(gate.passed, status).toBe(false)
      expect(
        commit.changes.filter(({ table }) => table === 'skills'),
        status,
      ).toEqual([])
    }
  })

  it('counts n− and failed transitions of a failure, and nothing of a refusal', () => {
    const once = after(runOf())
    const failed = after(
      runOf({ runId: 'run-2', status: 'ungrounded', answerFaults: ['a figure has no source'] }),
      once,
    )
    expect(failed.workflows[0]).toMatchObject({ successes: 1, failures: 1 })
    expect(failed.edges.every(({ failures }) => failures === 1)).toBe(true)
    const declined = after(runOf({ runId: 'run-3', status: 'declined', answer: null }), once)
    expect(declined).toEqual(once)
  })

  it('counts the use of a seed that a run followed and learns no skill beside it', () => {
    const run = runOf({
      taskType: 'burned-area',
      used: { skills: ['seed-burned-area'], workflows: [], experiences: [] },
    })
    const memory = after(run)
    const seed = memory.skills.find(({ id }) => id === 'seed-burned-area')
    expect(seed?.usage).toEqual({ uses: 1, helped: 1, hurt: 0, lastUsed: 1000 })
    expect(learned(memory)).toEqual([])
  })

  it('makes a skill active after three later runs that it helped on two other scenes', () => {
    let memory = after(runOf())
    const { id } = learned(memory)[0]!
    const use = (number: number, scene: string) => {
      const used = { skills: [id], workflows: [], experiences: [] }
      memory = after(runOf({ runId: `run-${number}`, fingerprints: [scene], used }), memory)
      return learned(memory)[0]!.state
    }
    expect(use(2, 'print-b')).toBe('candidate')
    expect(use(3, 'print-b')).toBe('candidate')
    expect(use(4, 'print-b')).toBe('candidate')
    expect(use(5, 'print-c')).toBe('active')
  })

  it('retires a workflow that does confidently worse than ten runs without it', () => {
    const bad = workflowOf({ id: 'bad', taskType: 'water-change', sequence: ['ndvi', 'statistics'] })
    const history = [...records(12, true, []), ...records(8, false, ['bad'])]
    const snapshot = snapshotOf({ workflows: [bad] })
    expect(after(runOf(), snapshot, history).workflows.some(({ id }) => id === 'bad')).toBe(false)
    const few = [...records(9, true, []), ...records(8, false, ['bad'])]
    expect(after(runOf(), snapshot, few).workflows.some(({ id }) => id === 'bad')).toBe(true)
  })
})

function records(count: number, passed: boolean, used: readonly string[]): readonly RunRecord[] {
  const recalled = used.map((id) => ({
    kind: 'workflow' as const,
    id,
    title: '',
    score: 1,
    state: 'active',
    used: true,
  }))
  return Array.from({ length: count }, (_, index) => ({
    id: `past-${passed}-${index}`,
    question: '',
    startedAt: 0,
    status: 'answered' as const,
    taskType: 'water-change',
    events: [
      {
        type: 'context-ready' as const, at: 0, taskType: 'water-change', answerSpace: { kind: 'free' as const }, slots: [],
        sensing: '', scenes: [], fingerprints: [], admissible: [], recalled, sop: '', guidance: '',
      },
      { type: 'gate' as const, at: 0, passed, conditions: [] },
    ],
  })) // prettier-ignore
}

describe('wilsonUpper', () => {
  it('gives the bounds of the Wilson score interval', () => {
    // statsmodels.stats.proportion.proportion_confint(0, 8, method='wilson') and (7, 10); by hand with z = 1.96:
    // 0 of 8: z²/(n + z²) = 3.8416 / 11.8416
    expect(wilsonUpper(0, 8)).toBeCloseTo(3.8416 / 11.8416, 10)
    expect(wilsonUpper(0.7, 10)).toBeCloseTo(0.8922, 4)
  })
})

describe('overflow', () => {
  it('drops the least helpful, of those the oldest, and never a pinned one', () => {
    const usage = (helped: number) => ({ uses: helped, helped, hurt: 0, lastUsed: null })
    const items = [
      experienceOf({ id: 'pinned', pinned: true, createdAt: 0 }),
      experienceOf({ id: 'helpful', usage: usage(3), createdAt: 1 }),
      experienceOf({ id: 'old', createdAt: 2 }),
      experienceOf({ id: 'new', createdAt: 3 }),
    ]
    expect(overflow(items, 2).map(({ id }) => id)).toEqual(['old', 'new'])
    expect(overflow(items, 4)).toEqual([])
  })
})
