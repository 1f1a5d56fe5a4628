import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chainNames, expectedChain } from '../../bench/fieldbench/chains.ts'
import { number, numberStrings, options, refusal } from '../../bench/fieldbench/expect.ts'
import { isHeldOut, seedOf } from '../../bench/fieldbench/field-type.ts'
import { judge } from '../../bench/fieldbench/judge.ts'
import { learnFrom } from '../../bench/fieldbench/learn.ts'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { runTask } from '../../bench/fieldbench/run-task.ts'
import { SPLITS, STYLES, type Asked, type FieldTask, type Split } from '../../bench/fieldbench/task.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { FIELD_TYPES } from '../../bench/fieldbench/types/index.ts'
import { seedSkills } from '../../src/memory/index.ts'
import { TASK_TYPES } from '../../src/sensing/task-types.ts'
import type { Answer, Citation, RunRecord, RunStatus } from '../../src/trace/events.ts'

describe('the tasks', () => {
  it('cover at least 20 types in the order of the one list, three of them without a seed skill', () => {
    const types = FIELD_TYPES.map(({ type }) => type)
    expect(types.length).toBeGreaterThanOrEqual(20)
    expect(types).toEqual(TASK_TYPES.filter((type) => types.includes(type)))
    const seeded = new Set(seedSkills().map(({ taskType }) => taskType))
    expect(types.filter((type) => !seeded.has(type)).length).toBeGreaterThanOrEqual(3)
  })

  describe.each(FIELD_TYPES)('$type', (type) => {
    it('has at least six tasks in every split without the shared folder, and every style', () => {
      for (const split of SPLITS) expect(type.tasks(split, null).length, split).toBeGreaterThanOrEqual(6)
      const styles = new Set(type.tasks('test', null).map(({ style }) => style))
      expect([...styles].sort()).toEqual([...STYLES].sort())
    })

    it('keeps every third wording for the test split and can be refused in each', () => {
      for (const split of ['train', 'dev'] as const) {
        expect(type.tasks(split, null).filter(({ wording }) => isHeldOut(wording!))).toEqual([])
      }
      for (const split of SPLITS) {
        expect(type.tasks(split, null).some(({ style }) => style === 'unanswerable')).toBe(true)
      }
    })

    it('draws the same bytes and words from the same id, others in another split, and each with a truth', async () => {
      const first = (split: Split) => type.tasks(split, null)[0]!
      const [train, again, dev] = await Promise.all(
        [first('train'), first('train'), first('dev')].map((task) => task.draw()),
      )
      expect(await bytesOf(again!)).toEqual(await bytesOf(train!))
      expect({ ...again, files: [] }).toEqual({ ...train, files: [] })
      expect(await bytesOf(dev!)).not.toEqual(await bytesOf(train!))
    }, 30_000)

    it('gives a right chain and a finite truth wherever it can be answered', async () => {
      const tasks = type.tasks('test', null).filter(({ wording }) => isHeldOut(wording!))
      for (const task of tasks) {
        const { answer, chains, white } = await task.draw()
        if (answer.kind === 'refusal') expect(chains, task.id).toEqual([])
        else expect(chains.flat(2).length, task.id).toBeGreaterThan(0)
        if (answer.kind === 'number') expect(Number.isFinite(answer.value), task.id).toBe(true)
        if (answer.kind === 'numbers') {
          for (const { value } of answer.values) expect(Number.isFinite(value), task.id).toBe(true)
        }
        if (answer.kind === 'words') expect(white?.length, task.id).toBeGreaterThan(0)
      }
    }, 30_000)
  })

  it('have ids of their own and seeds of their own', () => {
    const tasks = SPLITS.flatMap((split) => tasksOf(split, null))
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
    const seeds = tasks.map(({ recipe }) => ('seed' in recipe ? recipe.seed : null))
    expect(new Set(seeds).size).toBe(tasks.length)
    expect(seedOf('burned-area', 'dev', 0)).toBe(seedOf('burned-area', 'dev', 0))
  })

  it('are narrowed by type, and a type that there is not is refused', () => {
    expect(new Set(tasksOf('dev', null, ['burned-area']).map(({ type }) => type))).toEqual(
      new Set(['burned-area']),
    )
    expect(() => tasksOf('dev', null, ['none'])).toThrow('There is no task type none')
  })
})

describe('chains', () => {
  const chain = [['nbr', 'ndvi'], [{ tool: 'threshold_mask|otsu_mask', args: { threshold: 0.3 } }]]

  it('become expected calls that follow the whole stage before them', () => {
    expect(expectedChain(chain)).toEqual([
      { id: '0.0', tools: ['nbr'], after: [], args: {} },
      { id: '0.1', tools: ['ndvi'], after: [], args: {} },
      { id: '1.0', tools: ['threshold_mask', 'otsu_mask'], after: ['0.0', '0.1'], args: { threshold: 0.3 } },
    ])
  })

  it('become names in the order of the run within a stage, and keep what it left out', () => {
    expect(chainNames(chain, ['ndvi', 'nbr', 'otsu_mask'])).toEqual(['ndvi', 'nbr', 'otsu_mask'])
    expect(chainNames(chain, ['ndvi', 'statistics'])).toEqual(['ndvi', 'nbr', 'threshold_mask'])
    expect(chainNames(chain, [])).toEqual(['nbr', 'ndvi', 'threshold_mask'])
    expect(chainNames([['difference'], ['nbr']], ['nbr', 'difference'])).toEqual(['difference', 'nbr'])
  })
})

describe('the judge', () => {
  const asked: Asked = { question: 'How much?', answer: number(12.34, 'ha'), chains: [[['mask_area']]] }

  it('takes the value within its tolerance in any unit that converts', () => {
    expect(judge(run('answered', { value: 12.35, unit: 'ha' }), asked).right).toBe(true)
    expect(judge(run('answered', { value: 0.1234, unit: 'km2' }), asked).right).toBe(true)
    expect(judge(run('answered', { value: 12.5, unit: 'ha' }), asked).why).toBe(
      '12.5 ha where 12.34 ha is right',
    )
    expect(judge(run('answered', { value: 12.34, unit: 'px' }), asked).right).toBe(false)
    expect(judge(run('answered', { value: null, unit: null }), asked).why).toBe('the answer has no value')
    expect(judge(run('declined'), asked).why).toBe('not answered: declined')
  })

  it('wants every figure of several among the cited ones', () => {
    const cite = (value: number): Citation => ({ step: 1, tool: 't', name: 'n', value, unit: 'ha' })
    const both: Asked = { ...asked, answer: { kind: 'numbers', values: [one(1), one(2)] } }
    expect(judge(run('answered', { evidence: [cite(1), cite(2)] }), both).right).toBe(true)
    expect(judge(run('answered', { evidence: [cite(1)] }), both).why).toContain('2 ha')
  })

  it('wants the label of a choice, a refusal where nothing can be answered, and no shortcut', () => {
    const choice: Asked = { ...asked, answer: { kind: 'choice', label: 'B' } }
    expect(judge(run('answered', { choice: 'B' }), choice).right).toBe(true)
    expect(judge(run('answered', { choice: 'C' }), choice).why).toBe('chose C where B is right')
    const no: Asked = { ...asked, answer: refusal, chains: [] }
    expect(judge(run('needs_input'), no).right).toBe(true)
    expect(judge(run('error'), no).right).toBe(false)
    expect(judge(run('answered', { value: 1, unit: 'ha' }), no).right).toBe(false)
    const short: Asked = { ...asked, forbidden: ['mask_area'] }
    expect(judge(run('answered', { value: 12.34, unit: 'ha' }, ['mask_area']), short).why).toContain(
      'shortcut',
    )
  })

  it('holds words against the lists of the task', () => {
    const words: Asked = { ...asked, answer: { kind: 'words' }, white: [['NE', 'north-east']], black: ['SW'] }
    expect(judge(run('answered', { text: 'It moved to the NE.' }), words).right).toBe(true)
    expect(judge(run('answered', { text: 'It moved to NE or SW.' }), words).why).toBe('“SW” is said')
    expect(judge(run('answered', { text: 'No news.' }), words).why).toBe('“NE” is not said')
  })
})

describe('what is expected', () => {
  it('is written as answers write it', () => {
    expect(numberStrings(8026.11, 'ha')).toEqual(
      expect.arrayContaining(['8,026.1', '8026.11', '80.26', '8,026']),
    )
    expect(numberStrings(-0.253, '1')).toEqual(expect.arrayContaining(['-0.25', '−0.253']))
  })

  it('stands at the place that the seed gives, well apart from the others', () => {
    for (const seed of [0, 1, 2, 3]) {
      const { text, label } = options(100, seed, (value) => `${value} ha`)
      const lines = text.split('\n')
      expect(label).toBe('ABCD'[seed])
      expect(lines[seed]).toBe(`${label}) 100 ha`)
      expect(lines.filter((line) => line.includes(' 100 ha'))).toHaveLength(1)
    }
  })
})

describe('a smoke split', () => {
  it('learns from training tasks, answers others with that memory, and writes nothing into it', async () => {
    const [first, second] = tasksOf('train', null, ['burned-area'])
    const store = await learnFrom([first!, second!])
    const before = await store.snapshot()
    const task = tasksOf('dev', null, ['burned-area'])[0]!
    const on = await runTask(task, memoryView(store, 'on'))
    expect(on.result).toMatchObject({ right: true, failure: null, figures: { in_order: 1, tool_acc: 1 } })
    expect(on.result.recalled).not.toEqual([])
    const off = await runTask(task, memoryView(store, 'off'))
    expect(off.result.recalled).toEqual([])
    expect(await store.snapshot()).toBe(before)
    const again = await runTask(task, memoryView(store, 'on'))
    expect(again.result).toEqual(on.result)
  }, 60_000)

  it('leaves out each part of the memory that it names', async () => {
    const store = await learnFrom(tasksOf('train', null, ['burned-area']).slice(0, 1))
    const parts = async (mode: Parameters<typeof memoryView>[1]) => {
      const view = memoryView(store, mode)
      const { workflows, edges, experiences, skills } = await view.snapshot()
      const counts = { workflows, edges, experiences, skills, runs: await view.runs() }
      return Object.entries(counts).flatMap(([name, list]) => (list.length > 0 ? [name] : []))
    }
    expect(await parts('on')).toEqual(expect.arrayContaining(['workflows', 'edges', 'skills', 'runs']))
    expect(await parts('off')).toEqual([])
    expect(await parts('no-skills')).not.toContain('skills')
    expect(await parts('no-workflows')).not.toEqual(expect.arrayContaining(['workflows']))
    expect(await parts('no-experiences')).not.toContain('experiences')
  }, 60_000)
})

const one = (value: number) => ({ value, unit: 'ha' as const, tolerance: 0 })

async function bytesOf({ files }: Awaited<ReturnType<FieldTask['draw']>>) {
  return Promise.all(
    files.map(async ({ name, bytes }) => {
      const content = await bytes.read(0, bytes.size)
      return { name, hash: createHash('sha256').update(content).digest('hex') }
    }),
  )
}

function run(
  status: RunStatus,
  given: Partial<Answer> & { text?: string } = {},
  tools: readonly string[] = [],
): RunRecord {
  const { text = '', ...rest } = given
  const answer: Answer = {
    spans: [{ text }],
    caveats: [],
    value: null,
    unit: null,
    choice: null,
    place: null,
    layers: [],
    evidence: [],
    by: 'planner',
    ...rest,
  }
  const calls = tools.map((tool, at) => ({
    type: 'step-start' as const,
    at: 0,
    step: at + 1,
    call: { tool, args: {} },
    purpose: '',
  }))
  const events = status === 'answered' ? [...calls, { type: 'answer' as const, at: 0, answer }] : calls
  return { id: 'run-1', question: 'How much?', startedAt: 0, status, taskType: null, events }
}
