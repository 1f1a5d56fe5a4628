import { describe, expect, it } from 'vitest'
import { classifyTask, recall, seedSkills } from '../../src/memory/index.ts'
import type { MemorySnapshot } from '../../src/memory/types.ts'
import { contextOf, experienceOf, snapshotOf, workflowOf } from '../helpers/memory.ts'
import { PHRASINGS } from './phrasings.ts'

const three = contextOf(['2020-01-01', '2020-06-01', '2020-09-01'])
const tools = ['nbr', 'difference', 'threshold_mask', 'mask_area', 'components', 'ndvi', 'statistics']

function ask(question: string, rows: Partial<MemorySnapshot>, context = three) {
  const taskType = classifyTask(question)[0]!.taskType
  const query = { question, taskType, context, retrieved: tools.slice(0, 4), admissible: new Set(tools) }
  return (options = {}) => recall(query, snapshotOf(rows), options)
}

const BURN = 'How many hectares burned?'

describe('recall', () => {
  it('finds the seed of the asked type first for questions of seeded types', () => {
    const seeded = new Set(seedSkills().map(({ taskType }) => taskType))
    const asked = Object.entries(PHRASINGS).flatMap(([type, { tuned }]) =>
      seeded.has(type as 'statistics') ? tuned.map((question) => ({ type, question })) : [],
    )
    const wrong = asked.filter(
      ({ type, question }) => ask(question, { skills: seedSkills() })().skills[0]?.item.taskType !== type,
    )
    expect(wrong).toEqual([])
  })

  it('tells skills of one kind apart by words where their vectors are alike', () => {
    const seed = seedSkills().find(({ taskType }) => taskType === 'burned-area')!
    const named = (id: string, words: string) => ({ ...seed, id, title: words, description: words })
    const kin = [named('all', 'Burned area'), named('part', 'Burned area: largest patch')]
    // At an angle of cosine 0.8 both.
    const embedded = { query: Float32Array.of(1, 0), vectorOf: () => Float32Array.of(0.8, 0.6) }
    const first = (question: string, skills: typeof kin) =>
      ask(question, { skills })({ embedded }).skills.map(({ item }) => item.id)[0]
    for (const skills of [kin, kin.toReversed()]) {
      expect(first('How large is the largest burned patch?', skills)).toBe('part')
    }
  })

  it('finds no seed for questions of types that have none', () => {
    const types = ['water-change', 'deforestation', 'landslide', 'sea-ice', 'night-lights'] as const
    for (const type of types) {
      for (const question of PHRASINGS[type].tuned) {
        expect(ask(question, { skills: seedSkills() })().skills, question).toEqual([])
      }
    }
  })

  it('prefers spread between three dates and offers the axis where there are two', () => {
    const question = 'Which way did the fire spread?'
    const best = (context: typeof three) =>
      ask(question, { skills: seedSkills() }, context)().skills[0]?.item.id
    expect(best(three)).toBe('seed-fire-spread')
    expect(best(contextOf(['2020-01-01', '2020-06-01']))).toBe('seed-fire-spread-axis')
  })

  it('never brings up what is quarantined', () => {
    const state = 'quarantined' as const
    const rows = {
      workflows: [workflowOf({ state })],
      experiences: [experienceOf({ state })],
      skills: seedSkills().map((skill) => ({ ...skill, state })),
    }
    expect(ask(BURN, rows)()).toEqual({ workflows: [], experiences: [], skills: [] })
  })

  it('ranks a candidate below an active entry of equal score and keeps its state', () => {
    const rows = {
      workflows: [workflowOf({ id: 'a', state: 'candidate' }), workflowOf({ id: 'b' })],
      experiences: [experienceOf({ id: 'a', state: 'candidate', createdAt: 9 }), experienceOf({ id: 'b' })],
      skills: (['candidate', 'active'] as const).map((state) => ({ ...seedSkills()[0]!, id: state, state })),
    }
    const found = ask(BURN, rows)()
    expect(found.workflows.map(({ item }) => item.id)).toEqual(['b', 'a'])
    expect(found.experiences.map(({ item }) => item.id)).toEqual(['b', 'a'])
    expect(found.skills.map(({ item }) => item.state)).toEqual(['active', 'candidate'])
  })

  it('scores a workflow by containment, coverage and type, calibrated', () => {
    // All four tools retrieved (0.35·1), every word of the question known (0.45·1), type right (0.2): raw 1.
    const exact = workflowOf({ questionTokens: [['hectar', 'burn', 'mani']] })
    const [found] = ask('burned hectares', { workflows: [exact] })().workflows
    expect(found?.score).toBeCloseTo(1 / (1 + Math.exp(-8 * (1 - 0.45))), 10)
  })

  it('takes Jaccard for tools and text in paper-exact mode, which scores lower here', () => {
    const rows = { workflows: [workflowOf()] }
    const run = ask('How many hectares burned between the dates?', rows)
    const ours = run().workflows[0]!.score
    const theirs = run({ paperExact: true }).workflows[0]?.score ?? 0
    expect(theirs).toBeLessThan(ours)
  })

  it('lets reliability reorder workflows and never lift one over the minimum', () => {
    const bad = workflowOf({ id: 'bad', successes: 0, failures: 9 })
    const good = workflowOf({ id: 'good', successes: 9, failures: 0 })
    const run = ask(BURN, { workflows: [bad, good] })
    expect(run().workflows.map(({ item }) => item.id)).toEqual(['good', 'bad'])
    expect(run({ reliability: false }).workflows.map(({ item }) => item.id)).toEqual(['bad', 'good'])
    const far = workflowOf({ taskType: 'terrain', sequence: ['statistics'], description: 'x', successes: 99 })
    expect(ask(BURN, { workflows: [far] })().workflows).toEqual([])
  })

  it('leaves out a workflow with a tool that the data cannot supply', () => {
    expect(
      ask(BURN, { workflows: [workflowOf({ sequence: ['sar_flood', 'mask_area'] })] })().workflows,
    ).toEqual([])
  })

  it('takes 0.02 off a workflow for each tool above eight', () => {
    const eight = ['nbr', 'difference', 'nbr', 'difference', 'nbr', 'difference', 'nbr', 'difference']
    const raw = (sequence: readonly string[]) => {
      const [found] = ask(BURN, { workflows: [workflowOf({ sequence })] })().workflows
      return 0.45 + Math.log(found!.score / (1 - found!.score)) / 8
    }
    expect(raw(eight) - raw([...eight, 'nbr', 'difference'])).toBeCloseTo(0.04, 10)
  })

  it('scores an experience by shared tokens and type, and needs one token in common', () => {
    const item = experienceOf({
      taskType: 'terrain',
      tool: 'x',
      trigger: 'burned',
      correction: 'y',
      operations: [],
    })
    const [found] = ask('burned xyzzy', { experiences: [item] })().experiences
    expect(found?.score).toBeCloseTo(1 / 2, 10)
    expect(ask('xyzzy plugh', { experiences: [item] })().experiences).toEqual([])
    const typed = ask('burned xyzzy', { experiences: [{ ...item, taskType: 'burned-area' }] })()
      .experiences[0]
    expect(typed?.score).toBeCloseTo(1 / 2 + 0.2, 10)
  })
})
