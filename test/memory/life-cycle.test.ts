import { describe, expect, it } from 'vitest'
import { config } from '../../src/config.ts'
import { seedSkills } from '../../src/memory/index.ts'
import { Changes } from '../../src/memory/distil/changes.ts'
import { mergeWorkflows, workflowKey } from '../../src/memory/distil/merge.ts'
import { skillFaults } from '../../src/memory/distil/skill-check.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import { signatureKey, unitedSignature } from '../../src/memory/signature.ts'
import type {
  Experience,
  FinishedRun,
  MemorySnapshot,
  SensingSignature,
  Skill,
} from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { contextOf, experienceOf, snapshotOf, workflowOf } from '../helpers/memory.ts'
import { runOf, stepOf, waterSteps } from './finished-run.ts'
import { learnedFrom } from './record-of.ts'

const seeded = snapshotOf({ skills: seedSkills() })
const learned = ({ skills }: MemorySnapshot): readonly Skill[] =>
  skills.filter(({ origin }) => origin !== 'seed')

describe('signatures', () => {
  const all: SensingSignature[] = [
    [], ['multispectral'], ['multispectral', 'thermal'], ['thermal'], ['SAR'], ['DEM', 'multispectral'], ['unknown'],
    ['multispectral', 'unknown'],
  ].flatMap((modalities) =>
    (['none', 'one', 'two', 'many'] as const).map((dates) => ({ modalities, dates })),
  ) // prettier-ignore

  it('that are compatible stay so where they are united, in either order', () => {
    for (const a of all) {
      for (const b of all) {
        if (signatureKey(a) !== signatureKey(b)) continue
        expect(signatureKey(unitedSignature(a, b))).toBe(signatureKey(a))
        expect(unitedSignature(a, b)).toEqual(unitedSignature(b, a))
      }
    }
  })

  it('tell one date from several, and radar from light', () => {
    const of = (modalities: string[], dates: SensingSignature['dates']) => ({ modalities, dates })
    const light = signatureKey(of(['multispectral'], 'two'))
    expect(signatureKey(of(['multispectral', 'thermal'], 'many'))).toBe(light)
    expect(signatureKey(of(['multispectral'], 'one'))).not.toBe(light)
    expect(signatureKey(of(['SAR'], 'two'))).not.toBe(light)
  })
})

describe('equal workflows', () => {
  it('that exist already are united: counts, provenance, questions, hints, cautions; a shared run counts once', () => {
    const first = workflowOf({ id: 'a', successes: 3, failures: 1, provenance: ['run-1', 'data:x', 'run-2'], questionTokens: [['lake']], parameters: ['p'], cautions: ['c'], createdAt: 1, state: 'candidate' }) // prettier-ignore
    const second = workflowOf({ id: 'b', successes: 2, failures: 1, provenance: ['run-2', 'run-3', 'data:y'], questionTokens: [['lake'], ['sea']], parameters: ['q'], cautions: ['d'], createdAt: 2, signature: { modalities: ['multispectral', 'thermal'], dates: 'many' } }) // prettier-ignore
    const other = workflowOf({ id: 'c', signature: { modalities: ['SAR'], dates: 'two' } })
    const waiting = workflowOf({ id: 'd', state: 'quarantined', successes: 99 })
    const memory = snapshotOf({ workflows: [second, first, other, waiting] })
    const changes = new Changes(memory)
    mergeWorkflows(changes, workflowKey(first))
    const after = applyChanges(memory, changes.list()).workflows
    expect(after.map(({ id }) => id).sort()).toEqual(['a', 'c', 'd'])
    expect(after.find(({ id }) => id === 'a')).toMatchObject({
      successes: 4,
      failures: 2,
      provenance: ['run-1', 'data:x', 'run-2', 'run-3', 'data:y'],
      questionTokens: [['lake'], ['sea']],
      parameters: ['p', 'q'],
      cautions: ['c', 'd'],
      signature: { modalities: ['multispectral', 'thermal'], dates: 'many' },
      state: 'active',
    })
    expect(changes.removals()).toEqual([
      { table: 'workflows', why: 'the same as another, which took over its counts' },
    ])
  })

  it('stay two where the data are of other kinds', () => {
    const once = learnedFrom(runOf(), snapshotOf()).memory
    const radar = { ...runOf().context, modalities: ['SAR'] as const }
    const twice = learnedFrom(runOf({ runId: 'run-2', context: radar }), once).memory
    expect(twice.workflows).toHaveLength(2)
    const thrice = learnedFrom(runOf({ runId: 'run-3', context: contextOf(['2020-01-01', '2021-01-01', '2022-01-01']) }), twice).memory // prettier-ignore
    expect(thrice.workflows.map(({ successes }) => successes)).toEqual([2, 1])
  })

  it('keep no more cautions than are told', () => {
    const cautions = Array.from(
      { length: config.learning.cautionsKept },
      (_, at) => `ndwi failed the check ${at}`,
    )
    const { memory } = learnedFrom(runOf(), snapshotOf())
    const full = { ...memory, workflows: memory.workflows.map((row) => ({ ...row, cautions })) }
    const steps = [...waterSteps(), stepOf(9, 'ndvi', { scene: 'scene-1' }, { inAnswer: false, failedChecks: ['empty'] })] // prettier-ignore
    expect(learnedFrom(runOf({ runId: 'run-2', steps }), full).memory.workflows[0]!.cautions).toEqual(
      cautions,
    )
  })
})

describe('skillFaults', () => {
  const { memory } = learnedFrom(runOf(), seeded)
  const skill = learned(memory)[0]!
  const proof = { run: runOf(), passed: true }
  const conditions = (changed: Skill, given: Partial<Parameters<typeof skillFaults>[1]> = {}) => [
    ...new Set(skillFaults(changed, { ...proof, ...given }).map(({ condition }) => condition)),
  ]

  it('finds none in what a run leaves', () => {
    expect(conditions(skill)).toEqual([])
  })

  it('names each condition that fails', () => {
    const [first, ...rest] = skill.steps
    expect(conditions({ ...skill, steps: rest })).toContain('complete')
    expect(conditions({ ...skill, answer: [] })).toEqual(['complete'])
    expect(conditions({ ...skill, gives: 'temperature' })).toEqual(['complete'])
    expect(conditions({ ...skill, requires: [] })).toEqual(['complete'])
    expect(conditions({ ...skill, steps: [{ ...first!, purpose: 'x'.repeat(2000) }, ...rest] })).toEqual([
      'compact',
    ])
    expect(conditions(skill, { passed: false })).toEqual(['gate'])
    const short = { ...runOf(), steps: runOf().steps.slice(0, 5) }
    expect(conditions(skill, { run: short })).toEqual(['grounded'])
  })

  it('takes a step as grounded that ran in a run of the version it replaces', () => {
    const told = learnedFrom(runOf(), seeded)
    const short = { ...runOf(), steps: runOf().steps.slice(0, 5) }
    const given = { run: short, replaced: skill, history: [told.record] }
    expect(conditions(skill, given)).toEqual([])
    expect(conditions(skill, { ...given, history: [{ ...told.record, id: 'another' }] })).toEqual([
      'grounded',
    ])
  })
})

describe('versions of a skill', () => {
  const { memory } = learnedFrom(runOf(), seeded)
  const [old] = learned(memory)
  const withOld = (change: Partial<Skill>): MemorySnapshot => ({
    ...memory,
    skills: memory.skills.map((row) => (row.id === old!.id ? { ...row, ...change } : row)),
  })
  /** A run that followed the skill and had to clean the mask as well. */
  const steps = [
    ...waterSteps().slice(0, 5),
    stepOf(6, 'clean_mask', { mask: 'layer-5' }, { layers: ['layer-6'] }),
    { ...waterSteps()[5]!, step: 7, call: { tool: 'mask_area', args: { mask: 'layer-6', unit: 'ha' } }, bindings: { mask: { from: 'step', step: '6' } } },
  ] as const // prettier-ignore
  const base = runOf().answer!
  const left = (change: Partial<FinishedRun> = {}) =>
    runOf({
      runId: 'run-2',
      steps,
      used: { skills: [old!.id], workflows: [], experiences: [] },
      answer: { ...base, evidence: [{ ...base.evidence[0]!, step: 7 }] },
      ...change,
    })

  it('stand beside an active one until the newer is active', () => {
    const after = learnedFrom(left(), withOld({ state: 'active' })).memory
    expect(learned(after).map(({ id, version, replaces }) => [id, version, replaces])).toEqual([
      ['skill-run-1', 1, undefined],
      ['skill-run-2', 2, 'skill-run-1'],
    ])
  })

  it('take the place of a candidate at once, and the summary says so', () => {
    const { memory: after, commit } = learnedFrom(left(), memory)
    expect(learned(after).map(({ id, version }) => [id, version])).toEqual([['skill-run-2', 2]])
    expect(commit.summary).toContain('1 skill removed: a newer version that the data needed took its place.')
  })

  it('leave a pinned candidate where it is', () => {
    const after = learnedFrom(left(), withOld({ pinned: true })).memory
    expect(learned(after)).toHaveLength(2)
  })
})

describe('rules of a skill', () => {
  const lesson = experienceOf({ taskType: 'water-change', tool: 'mask_area', count: 2, origin: 'learned', state: 'candidate', trigger: 'mask_area was refused with the error invalid_input for its argument unit', correction: 'mask_area: give the value ha for the argument unit' }) // prettier-ignore
  const rulesOf = (experience: Experience) =>
    learned(learnedFrom(runOf(), { ...seeded, experiences: [experience] }).memory)[0]!.rules

  it('are gathered from experiences that name its tools', () => {
    expect(rulesOf(lesson)).toEqual(['Mask_area: give the value ha for the argument unit'])
  })

  it('leave out what came up once, hurt, is of another task or tool, waits in quarantine, or is no template of ours', () => {
    const none: readonly Partial<Experience>[] = [
      { count: 1 },
      { usage: { uses: 2, helped: 0, hurt: 2, lastUsed: null } },
      { taskType: 'burned-area' },
      { tool: 'components' },
      { state: 'quarantined' },
      { origin: 'imported' },
      { origin: 'hand' },
      { correction: 'mask_area: Vermillion Creek' },
      { correction: 'mask_area: give 412.37 for the argument unit' },
    ]
    for (const change of none) expect(rulesOf({ ...lesson, ...change }), JSON.stringify(change)).toEqual([])
  })
})

describe('activation', () => {
  it('by proof names the runs, and needs none of an experience’s own makers', () => {
    let memory: MemorySnapshot = { ...seeded, experiences: [experienceOf({ id: 'e', state: 'candidate', tool: 'mask_area', provenance: ['maker', 'data:print-m'] })] } // prettier-ignore
    const history: RunRecord[] = []
    for (const [number, print] of [[2, 'b'], [3, 'b'], [4, 'c']] as const) {
      expect(memory.experiences[0]!.state).toBe('candidate')
      const run = runOf({ runId: `run-${number}`, at: number, fingerprints: [`print-${print}`], used: { skills: [], workflows: [], experiences: ['e'] } }) // prettier-ignore
      const told = learnedFrom(run, memory, history)
      memory = told.memory
      history.push(told.record)
    } // prettier-ignore
    expect(memory.experiences[0]).toMatchObject({
      state: 'active',
      activation: { by: 'proven', at: 4, runs: ['run-2', 'run-3', 'run-4'] },
    })
  })
})

describe('retirement', () => {
  const old = { taskType: 'water-change', state: 'candidate', createdAt: 1, provenance: ['maker'] } as const
  const memory: MemorySnapshot = {
    ...seeded,
    workflows: [workflowOf({ ...old, id: 'unused', sequence: ['ndvi'] })],
    experiences: [
      experienceOf({ ...old, id: 'unused' }),
      experienceOf({ ...old, id: 'pinned', pinned: true, equivalence: 'a|b|c|d' }),
      experienceOf({ ...old, id: 'used', usage: { uses: 1, helped: 0, hurt: 0, lastUsed: 2 }, equivalence: 'b|b|c|d' }), // prettier-ignore
      experienceOf({ ...old, id: 'waiting', state: 'quarantined', equivalence: 'c|b|c|d' }),
      experienceOf({ ...old, id: 'active', state: 'active', equivalence: 'd|b|c|d' }),
      experienceOf({ ...old, id: 'again', provenance: ['maker', 'past-30'], equivalence: 'e|b|c|d' }),
      experienceOf({ ...old, id: 'other', taskType: 'burned-area', equivalence: 'f|b|c|d' }),
    ],
  }
  const past = (count: number): readonly RunRecord[] => {
    const { record } = learnedFrom(runOf(), snapshotOf())
    return Array.from({ length: count }, (_, at) => ({ ...record, id: `past-${at}`, startedAt: 100 + at }))
  }
  const left = ({ experiences, workflows }: MemorySnapshot) => [
    ...workflows.filter(({ id }) => id === 'unused').map(() => 'workflow'),
    ...experiences.map(({ id }) => id),
  ]

  it('takes candidates that none of many later runs of their type used or made again', () => {
    const { memory: after, commit } = learnedFrom(
      runOf({ runId: 'run-x' }),
      memory,
      past(config.learning.unusedRuns),
    )
    expect(left(after)).toEqual(['pinned', 'used', 'waiting', 'active', 'again', 'other'])
    expect(commit.summary).toContain(`1 experience removed: none of ${config.learning.unusedRuns} later runs of its kind used it.`) // prettier-ignore
  })

  it('waits until there were enough such runs', () => {
    const { memory: after } = learnedFrom(
      runOf({ runId: 'run-x' }),
      memory,
      past(config.learning.unusedRuns - 1),
    )
    expect(left(after)).toHaveLength(8)
  })

  it('never takes what is pinned, however it does, and says the figures of what goes', () => {
    const bad = (pinned: boolean) =>
      workflowOf({ ...old, id: 'bad', sequence: ['ndvi', 'statistics'], pinned })
    const good = learnedFrom(runOf(), snapshotOf()).record
    const failed = learnedFrom(runOf({ status: 'ungrounded', used: { skills: [], workflows: ['bad'], experiences: [] } }), snapshotOf()).record // prettier-ignore
    const history = [
      ...Array.from({ length: 12 }, (_, at) => ({ ...good, id: `good-${at}` })),
      ...Array.from({ length: 8 }, (_, at) => ({ ...failed, id: `bad-${at}` })),
    ]
    const run = runOf({ runId: 'run-x' })
    const gone = learnedFrom(run, snapshotOf({ workflows: [bad(false)] }), history)
    expect(gone.memory.workflows.some(({ id }) => id === 'bad')).toBe(false)
    // Wilson's upper bound of 0 in 8: 3.8416 / 11.8416 = 0.324.
    expect(gone.commit.summary).toContain('1 workflow removed: at most 32 % of runs pass with it (8 seen), and 100 % of 12 did without.') // prettier-ignore
    const kept = learnedFrom(run, snapshotOf({ workflows: [bad(true)] }), history)
    expect(kept.memory.workflows.some(({ id }) => id === 'bad')).toBe(true)
  })
})
