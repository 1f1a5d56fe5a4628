import { describe, expect, it } from 'vitest'
import { FIELD_TYPES } from '../../../bench/fieldbench/types/index.ts'
import type { DataFile } from '../../../bench/fieldbench/task.ts'
import { sessionMemory } from '../../../src/agent/session-memory.ts'
import { wouldSetOut } from '../../../src/agent/suggest/dry-run.ts'
import { suggestions, type Suggestion } from '../../../src/agent/suggest/suggest.ts'
import { memoryStore } from '../../../src/memory/index.ts'
import { ToolFinder } from '../../../src/retrieval/index.ts'
import type { RunRecord } from '../../../src/trace/events.ts'
import type { TaskType } from '../../../src/sensing/task-types.ts'
import { deskWith, messagesOf, type Desk } from '../../helpers/field.ts'

const finder = new ToolFinder()

async function suggested(
  desk: Desk,
  {
    last = null,
    store = memoryStore(),
  }: { last?: RunRecord | null; store?: ReturnType<typeof memoryStore> } = {},
): Promise<readonly Suggestion[]> {
  return suggestions({
    specs: desk.workspace.specs(),
    layers: desk.workspace.layers(),
    memory: await sessionMemory(store, 'on'),
    finder,
    columns: async (id) => (await desk.workspace.table(id)).columns.map(({ name }) => name),
    last,
  })
}

/** Data of one kind of task, or what is left of them for a question that they cannot answer. */
async function filesOf(type: TaskType, wording = 0): Promise<readonly DataFile[]> {
  const made = FIELD_TYPES.find((each) => each.type === type)!
  return (await made.made(wording, { id: type, split: 'dev', seed: 7 + wording }).draw()).files
}

const deskOf = async (type: TaskType, wording = 0) => deskWith(await filesOf(type, wording))

/** Each is asked as it stands, with nothing remembered. */
async function expectAnswered(desk: Desk, offered: readonly Suggestion[]): Promise<RunRecord[]> {
  const records: RunRecord[] = []
  for (const { question } of offered) {
    const record = await desk.ask(question, memoryStore())
    expect({
      question,
      status: record.status,
      why: record.status === 'answered' ? [] : messagesOf(record),
    }).toEqual({
      question,
      status: 'answered',
      why: [],
    })
    records.push(record)
  }
  return records
}

describe('suggestions', () => {
  it('are none where nothing is loaded', async () => {
    expect(await suggested(await deskWith([]))).toEqual([])
  })

  /** By what is loaded: types that must be among the offers. */
  const WORLDS: readonly (readonly [TaskType, readonly TaskType[]])[] = [
    ['burned-area', ['burned-area', 'burn-severity', 'water-extent', 'vegetation-change', 'water-change']],
    ['fire-spread', ['burned-area', 'water-extent', 'statistics', 'fire-spread']],
    ['active-fire', ['active-fire', 'inventory']],
    ['vegetation-trend', ['vegetation-trend', 'statistics']],
    ['phenology', ['phenology', 'statistics']],
    ['drought', ['vegetation-trend', 'surface-temperature']],
    ['water-change', ['water-extent']],
    ['flood-sar', ['flood-sar']],
    ['sea-ice', ['sea-ice']],
    ['urban-heat', ['surface-temperature']],
    ['air-moisture', ['air-moisture']],
    ['night-lights', ['night-lights']],
    ['deforestation', ['vegetation-change', 'water-change']],
    ['terrain', ['terrain']],
    ['zonal-comparison', ['zonal-comparison']],
    ['snow-cover', ['water-extent', 'statistics']],
  ]
  it.each(WORLDS)(
    'of the data of %s are different, fit, and each is answered',
    async (type, wanted) => {
      const desk = await deskOf(type)
      const offered = await suggested(desk)
      expect(offered.length).toBeGreaterThan(0)
      expect(offered.length).toBeLessThanOrEqual(5)
      expect(new Set(offered.map(({ question }) => question)).size).toBe(offered.length)
      const types = offered.map(({ taskType }) => taskType)
      expect(types).toEqual(expect.arrayContaining([...wanted]))
      await expectAnswered(desk, offered)
    },
    60_000,
  )

  it.each([
    ['burned-area', 'burn-severity'],
    ['water-extent', 'water-extent'],
    ['terrain', 'terrain'],
    ['surface-temperature', 'surface-temperature'],
    ['phenology', 'phenology'],
    ['deforestation', 'deforestation'],
  ] as const)(
    'go on from an answer of %s, first of all',
    async (type, next) => {
      const desk = await deskOf(type)
      const first = (await suggested(desk)).find(
        ({ taskType }) => taskType === type || (type === 'deforestation' && taskType === 'vegetation-change'),
      )!
      const last = await desk.ask(first.question, memoryStore())
      const then = await suggested(desk, { last })
      const following = then.filter(({ follows }) => follows)
      expect(following.map(({ taskType }) => taskType)).toContain(next)
      expect(then[0]!.follows).toBe(true)
      expect(then.map(({ question }) => question)).not.toContain(first.question)
      await expectAnswered(desk, following)
    },
    60_000,
  )

  // Wordings whose data lack what they ask for: bands, dates, a place, a scaling, a column.
  const BROKEN: readonly (readonly [TaskType, number])[] = FIELD_TYPES.flatMap(({ type, styles }) =>
    [
      'burned-area',
      'water-extent',
      'fire-spread',
      'active-fire',
      'terrain',
      'night-lights',
      'inventory',
    ].includes(type)
      ? styles.flatMap((style, at) => (style === 'unanswerable' ? [[type, at] as const] : [])).slice(0, 2)
      : [],
  )
  it.each(BROKEN)(
    'never offer what the planner would decline: %s, wording %i',
    async (type, wording) => {
      const desk = await deskOf(type, wording)
      await expectAnswered(desk, await suggested(desk))
    },
    60_000,
  )

  it('change with the data', async () => {
    const files = await filesOf('burned-area')
    const desk = await deskWith(files)
    const both = await suggested(desk)
    expect(both.some(({ taskType }) => taskType === 'burned-area')).toBe(true)
    const [scene] = desk.workspace.layers()
    await desk.workspace.remove(scene!.id)
    const one = await suggested(desk)
    expect(one.map(({ question }) => question).join()).not.toMatch(/two dates|burn/i)
    expect(one.length).toBeGreaterThan(0)
  })

  it('leave out what was asked of these scenes before, also where it was declined', async () => {
    const desk = await deskOf('water-extent')
    const store = memoryStore()
    const [first] = await suggested(desk, { store })
    await desk.ask(first!.question, store)
    expect((await suggested(desk, { store })).map(({ question }) => question)).not.toContain(first!.question)
  })

  it('give way when they are told to', async () => {
    const desk = await deskOf('water-extent')
    const stop = suggestions({
      specs: desk.workspace.specs(),
      layers: desk.workspace.layers(),
      memory: await sessionMemory(memoryStore(), 'on'),
      finder,
      columns: () => Promise.resolve([]),
      pause: () => Promise.reject(new DOMException('A question goes first', 'AbortError')),
    })
    await expect(stop).rejects.toThrow('A question goes first')
  })
})

describe('wouldSetOut', () => {
  it.each([
    ['How many hectares burned between the two dates?', true],
    ['What is the mean surface temperature, in °C?', false],
    ['How steep is the terrain on average?', false],
    ['How many people live here?', false],
    ['How many hectares burned between 2001-01-01 and 2001-02-01?', false],
  ] as const)('of “%s” over two scenes of a fire: %s', async (question, expected) => {
    const desk = await deskOf('burned-area')
    const layers = desk.workspace.layers()
    const memory = await sessionMemory(memoryStore(), 'on')
    expect(await wouldSetOut(question, { specs: desk.workspace.specs(), layers, memory, finder })).toBe(
      expected,
    )
    expect(desk.workspace.layers()).toEqual(layers)
  })
})
