import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, FieldTask, Style } from '../../bench/fieldbench/task.ts'
import { number, refusal } from '../../bench/fieldbench/expect.ts'
import { seedOf } from '../../bench/fieldbench/field-type.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { callFigures, expectedFigures, usageOf, type TaskResult } from '../../bench/models/ask-task.ts'
import { adviceOf, fitWeight, GRID, isRightAt } from '../../bench/models/fit-weight.ts'
import { judgedDecisions, nextActions, type JudgedDecision } from '../../bench/models/judged-decisions.ts'
import { modelIn, modelsFor } from '../../bench/models/model-folder.ts'
import { rowsOf, type VariantResults } from '../../bench/models/rows.ts'
import { isShort, taskSet } from '../../bench/models/task-set.ts'
import { modelUse, WITH_MODEL } from '../../bench/models/variants.ts'
import { readSettings } from '../../bench/models/settings.ts'
import { watchFills } from '../../bench/models/watch-fills.ts'
import type { MadeCall } from '../../bench/evaluation/chains.ts'
import type { ModelUsage, RunEvent } from '../../src/trace/events.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import { ScriptedEngine } from '../helpers/scripted-engine.ts'

function fieldTask(type: string, wording: number | null, style: Style, calls: number): FieldTask {
  const chains: readonly Chain[] =
    calls === 0 ? [] : [[['ndvi']], Array.from({ length: calls }, () => ['ndvi'])]
  return {
    id: `${type}/test/${wording ?? 'real-0'}`,
    type: type as TaskType,
    split: 'test',
    style,
    wording,
    recipe: wording === null ? { scene: 'x' } : { seed: seedOf(type, 'test', wording) },
    draw: () => Promise.resolve({ files: [], question: '', answer: refusal, chains }),
  }
}

describe('taskSet', () => {
  const types = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const tasks = types.flatMap((type) => [
    fieldTask(type, 0, 'direct', 1),
    fieldTask(type, 1, 'numeric', 4),
    fieldTask(type, 2, 'direct', 5),
    fieldTask(type, 3, 'unanswerable', 0),
    fieldTask(type, null, 'numeric', 1),
  ])

  it('takes each type before any type again, and every fourth task is one to refuse', async () => {
    const set = await taskSet(tasks, 12)
    expect(new Set(set.slice(0, 8).map(({ type }) => type)).size).toBe(8)
    expect(set.map(({ style }) => style === 'unanswerable')).toEqual(
      Array.from({ length: 12 }, (_, at) => at % 4 === 3),
    )
  })

  it('leaves out what takes more than four calls and what hangs on the shared folder', async () => {
    const set = await taskSet(tasks, 100)
    expect(set.map(({ wording }) => wording)).not.toContain(2)
    expect(set.map(({ wording }) => wording)).not.toContain(null)
    expect(new Set(set).size).toBe(set.length)
    expect(
      isShort({
        chains: [
          [
            ['a', 'b'],
            ['c', 'd'],
          ],
        ],
      }),
    ).toBe(true)
    expect(
      isShort({
        chains: [
          [['a']],
          [
            ['a', 'b'],
            ['c', 'd', 'e'],
          ],
        ],
      }),
    ).toBe(false)
  })

  it('gives the same whatever the order of the tasks, and a longer set begins with the shorter one', async () => {
    const ids = (set: readonly FieldTask[]) => set.map(({ id }) => id)
    const eight = ids(await taskSet(tasks, 8))
    expect(ids(await taskSet(tasks.toReversed(), 8))).toEqual(eight)
    expect(ids(await taskSet(tasks, 12)).slice(0, 8)).toEqual(eight)
  })

  it('gives 16 types of the test split, four of them to refuse', async () => {
    const set = await taskSet(tasksOf('test', null), 16)
    expect(new Set(set.map(({ type }) => type)).size).toBe(16)
    expect(set.filter(({ style }) => style === 'unanswerable')).toHaveLength(4)
  }, 240_000)
})

describe('modelIn', () => {
  let folder = ''
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'geoforge-models-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const put = (...names: readonly string[]) => names.forEach((name) => writeFileSync(join(folder, name), ''))

  it('takes one file or all parts of one model, by the name of the file', () => {
    put('LICENSE', 'Tiny.Q4_1.gguf')
    expect(modelIn(folder)).toEqual({ id: 'Tiny.Q4_1', files: [join(folder, 'Tiny.Q4_1.gguf')] })
    rmSync(join(folder, 'Tiny.Q4_1.gguf'))
    put('Big-00002-of-00002.gguf', 'Big-00001-of-00002.gguf')
    expect(modelIn(folder)).toMatchObject({ id: 'Big', files: [expect.stringContaining('00001-of'), expect.stringContaining('00002-of')] }) // prettier-ignore
  })

  it('is null where there is none, and refuses two models', () => {
    expect(modelIn(join(folder, 'none'))).toBeNull()
    expect(modelIn(folder)).toBeNull()
    put('a.gguf', 'b.gguf')
    expect(() => modelIn(folder)).toThrow('holds 2 models (a, b)')
  })

  it('finds each model of the shared folder, and says where a given folder has none', () => {
    mkdirSync(join(folder, 'models', 'second'), { recursive: true })
    mkdirSync(join(folder, 'models', 'first'))
    mkdirSync(join(folder, 'models', 'embedder'))
    put('models/second/b.gguf', 'models/first/a.gguf')
    expect(modelsFor(folder, undefined).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(modelsFor(join(folder, 'none'), undefined)).toEqual([])
    expect(() => modelsFor(folder, join(folder, 'models', 'embedder'))).toThrow('no .gguf file')
  })
})

const usage = (promptTokens: number, reusedTokens: number, writtenTokens: number): ModelUsage => ({
  ...{ promptTokens, reusedTokens, writtenTokens },
  milliseconds: 1,
})

const stepStart = (step: number, tool: string, args = {}): RunEvent => ({
  ...{ type: 'step-start', at: 0, step, purpose: '' },
  call: { tool, args },
})

const stepEnd = (step: number, layers: readonly string[] = []): RunEvent => ({
  ...{ type: 'step-end', at: 0, step, milliseconds: 0, status: 'ok', error: null, failedChecks: [] },
  observation: { text: '', numbers: [], layers } as never,
})

const filled = (refused: string | null): RunEvent => ({
  ...{ type: 'model-call', at: 0, step: 1, verb: 'fill', usage: usage(100, 60, 9) },
  refused,
})

function decision(
  options: Readonly<Record<string, number>>,
  asked = true,
): Extract<RunEvent, { type: 'decision' }> {
  const names = Object.keys(options)
  return {
    ...{ type: 'decision', at: 0, step: 1, by: 'prior', reason: '', chosen: names[0]! },
    options: names.map((name) => ({ name, prior: 1 / names.length, evidence: options[name]! })),
    ...(asked ? { weight: 0, usage: usage(200, 150, 12) } : {}),
  }
}

describe('figures of a run', () => {
  it('count what was refused before it was made as a call that is not valid', () => {
    const events = [
      stepStart(1, 'threshold_mask', { layer: 'layer-1', value: 0.3 }),
      stepEnd(1),
      filled('no'),
      filled(null),
    ]
    expect(callFigures({ events }, [false, true])).toEqual({ made: 2, valid: 1, refused: 0 })
    // Its schema accepts it, and yet it could not be used.
    expect(callFigures({ events }, [true, true])).toEqual({ made: 2, valid: 2, refused: 1 })
    expect(callFigures({ events: [stepStart(1, 'no_such_tool')] }, [])).toMatchObject({ made: 1, valid: 0 })
  })

  it('take an expected call for right where its arguments are', () => {
    const chains: readonly Chain[] = [[['ndvi'], [{ tool: 'threshold_mask', args: { value: 0.3 } }]]]
    const calls = (value: number): MadeCall[] => [
      { tool: 'ndvi', args: {}, status: 'ok', layers: ['layer-2'] },
      { tool: 'threshold_mask', args: { value }, status: 'ok', layers: ['layer-3'] },
    ]
    expect(expectedFigures({ chains }, calls(0.3))).toEqual({ calls: 2, right: 2 })
    expect(expectedFigures({ chains }, calls(0.4))).toEqual({ calls: 2, right: 1 })
    expect(expectedFigures({ chains: [] }, calls(0.3))).toEqual({ calls: 0, right: 0 })
  })

  it('add the tokens of choices and of arguments', () => {
    expect(usageOf({ events: [decision({ a: 0, b: 0 }), decision({ a: 0 }, false), filled(null)] })).toEqual({
      promptTokens: 300,
      reusedTokens: 210,
      writtenTokens: 21,
    })
  })
})

describe('rowsOf', () => {
  const result = (right: boolean, made = 2): TaskResult => ({
    run: { right } as TaskResult['run'],
    calls: { made, valid: 2, refused: made - 2 },
    expected: { calls: 2, right: right ? 2 : 1 },
    usage: { promptTokens: 90, reusedTokens: 50, writtenTokens: 10 },
    seconds: 3,
  })
  const variant = (name: VariantResults['name'], memory: 'on' | 'off', rights: readonly boolean[]) => ({
    ...{ name, memory, weight: name === 'planner' ? null : 0.5 },
    results: rights.map((right) => result(right)),
  })
  const rows = rowsOf('tiny', [
    variant('planner', 'on', [true, false, true, false]),
    variant('hybrid-zero', 'on', [true, false, true, false]),
    variant('hybrid', 'on', [true, true, true, false]),
    variant('hybrid-zero', 'off', [true, false, false, false]),
    variant('hybrid', 'off', [true, false, false, false]),
    {
      ...variant('model', 'off', []),
      results: [result(true), result(false, 3), result(false), result(false)],
    },
  ])

  it('gives shares of tasks and of all calls, and means over tasks', () => {
    expect(rows[0]).toMatchObject({ name: 'planner', model: 'none', memory: 'on', accuracy: 0.5 })
    expect(rows[0]).not.toHaveProperty('weight')
    expect(rows.at(-1)).toMatchObject({
      ...{ name: 'model', model: 'tiny', memory: 'off', accuracy: 0.25, weight: 0.5, tasks: 4 },
      ...{ valid_calls: 0.8889, refused_calls: 0.1111, right_calls: 0.625, tokens: 100, seconds: 3 },
    })
  })

  it('sets the hybrid beside planner and model, and claims nothing where it is as at weight 0', () => {
    expect(rows[2]).toMatchObject({
      above_planner: 0.25,
      above_model_off: 0.5,
      claimed: 'differs from weight 0',
    })
    expect(rows[4]).toMatchObject({ claimed: 'nothing (as at weight 0)' })
    expect(rows[4]).not.toHaveProperty('above_model_off')
  })
})

describe('modelUse', () => {
  it('gives weight 0 to the variant without evidence, and at most three turns to all', () => {
    const engine = new ScriptedEngine()
    const uses = [...new Set(WITH_MODEL.map(({ name }) => name))].map((name) => {
      const { policy, weight, turns } = modelUse(name as 'model', engine)
      return { name, policy, weight, turns }
    })
    expect(uses).toEqual([
      { name: 'hybrid-zero', policy: 'hybrid', weight: 0, turns: 3 },
      { name: 'hybrid', policy: 'hybrid', weight: undefined, turns: 3 },
      { name: 'model', policy: 'model', weight: undefined, turns: 3 },
    ])
  })
})

describe('readSettings', () => {
  it('leaves the rest as it is, and refuses what cannot be', () => {
    const usual = { contextSize: 2048, threads: 'probe', turns: 2, weight: undefined }
    expect(readSettings({})).toEqual(usual)
    expect(readSettings({ turns: '1', weight: '0.5', threads: '2' })).toEqual({
      ...usual,
      threads: 2,
      turns: 1,
      weight: 0.5,
    })
    for (const wrong of [{ turns: '4' }, { weight: '-1' }, { weight: 'much' }, { context: '0' }]) {
      expect(() => readSettings(wrong)).toThrow(/can be|needs/)
    }
  })
})

describe('watchFills', () => {
  const schema = { type: 'object', properties: { share: { type: 'number', maximum: 1 } }, required: ['share'], additionalProperties: false } // prettier-ignore
  const fill = async (text: string) => {
    const engine = new ScriptedEngine({ complete: () => text })
    const { use, fits } = watchFills(modelUse('model', engine))
    const given = { schema, maxTokens: 20 }
    const value = await use.chat
      .fill({ system: '', turns: [{ role: 'user', text: 'x' }] }, given)
      .catch(() => 'failed')
    return { value, fits }
  }

  it('tells what the schema accepts, and passes on what was written', async () => {
    expect(await fill('{"share":0.5}')).toMatchObject({ value: { value: { share: 0.5 } }, fits: [true] })
    expect((await fill('{"share":1.5}')).fits).toEqual([false])
    expect((await fill('{"share":0.5,"more":1}')).fits).toEqual([false])
    expect(await fill('{"share":')).toEqual({ value: 'failed', fits: [false] })
  })
})

describe('judgedDecisions', () => {
  const chains: readonly Chain[] = [[['ndvi', 'ndwi'], ['combine_masks|where']], [['mask_area']]]
  const right = (events: readonly RunEvent[], answer = number(1, 'ha')) =>
    judgedDecisions('t', { chains, answer }, events).map((one) => [one.kind, one.right])

  it('knows an action as right that a right way has next', () => {
    const options = { ndvi: 0, ndwi: 0, where: 0, mask_area: 0, slope: 0, ask_user: 0 }
    const later = { ...options, answer: 0 }
    expect(right([decision(options)])).toEqual([['action', ['ndvi', 'ndwi', 'mask_area']]])
    const events = [
      ...[decision(options), stepStart(1, 'ndwi'), stepEnd(1)],
      ...[decision(options), stepStart(2, 'ndvi'), stepEnd(2)],
      ...[decision(options), stepStart(3, 'where'), stepEnd(3), decision(later)],
    ]
    expect(right(events).slice(1)).toEqual([
      ['action', ['ndvi']],
      ['action', ['where']],
      ['action', ['answer']],
    ])
  })

  it('wants a question back where the task must be refused', () => {
    const events = [decision({ ndvi: 0, ask_user: 0 })]
    expect(judgedDecisions('t', { chains: [], answer: refusal }, events)[0]!.right).toEqual(['ask_user'])
  })

  it('reads the tools of a plan from its title', () => {
    const plans = { 'ndvi, then ndwi, then where (Otsu)': 0, 'ndvi, then where': 0, 'mask area': 0 }
    expect(right([decision(plans)])).toEqual([['plan', ['ndvi, then ndwi, then where (Otsu)', 'mask area']]])
  })

  it('leaves out what the model was not asked, what has no right option, and figures to answer with', () => {
    expect(right([decision({ ndvi: 0, ask_user: 0 }, false)])).toEqual([])
    expect(right([decision({ slope: 0, ask_user: 0 })])).toEqual([])
    expect(right([decision({ 'area 8,026.1 ha of step 5': 0, 'mean 0.4 of step 2': 0 })])).toEqual([])
  })

  it('follows the way of which most was done', () => {
    expect(nextActions(chains, [{ tool: 'ndvi', args: {}, status: 'ok', layers: [] }])).toEqual(['ndwi'])
  })
})

describe('fitWeight', () => {
  /** Two options: the prior leans to the wrong one by ln(0.6 / 0.4) = 0.405 nats, the evidence to the right one by `nats`. */
  const leaning = (task: string, nats: number): JudgedDecision => ({
    ...{ task, kind: 'action', right: ['good'] },
    options: [
      { name: 'bad', prior: 0.6, evidence: 0 },
      { name: 'good', prior: 0.4, evidence: nats },
    ],
  })
  /** The prior is right, and the evidence against it. */
  const known = (task: string, nats: number): JudgedDecision => ({
    ...{ task, kind: 'action', right: ['good'] },
    options: [
      { name: 'good', prior: 0.6, evidence: 0 },
      { name: 'bad', prior: 0.4, evidence: nats },
    ],
  })

  it('is the smallest weight at which most choices are right', () => {
    const decisions = Array.from({ length: 12 }, (_, at) => leaning(`t${at}`, 1))
    const fitted = fitWeight(decisions, 1)
    expect(fitted).toEqual({ weight: 0.45, low: 0.45, high: 0.45, decisions: 12, right: 12, rightAtZero: 0 })
    expect(adviceOf('tiny', fitted)).toContain('put weight: 0.45')
    expect(adviceOf('tiny', fitted)).not.toContain('chance')
  })

  it('stays between what helps and what harms', () => {
    const decisions = [leaning('a', 1), leaning('b', 1), known('c', 0.5), known('d', 0.5)]
    // From 0.405 on the first two are right; from 0.811 on the others are wrong.
    expect(GRID.filter((weight) => decisions.every((one) => isRightAt(one, weight)))).toEqual([
      0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
    ])
    expect(fitWeight(decisions, 1)).toMatchObject({ weight: 0.45, low: 0, right: 4, rightAtZero: 2 })
  })

  it('is 0 where the evidence only harms, and where it changes nothing', () => {
    for (const decisions of [
      [known('a', 3), known('b', 1)],
      [leaning('a', 0), known('b', 0)],
    ]) {
      const fitted = fitWeight(decisions, 1)
      expect(fitted).toMatchObject({ weight: 0, low: 0, high: 0 })
      expect(adviceOf('tiny', fitted)).toContain('helps nothing')
    }
  })

  it('says that a gain may be chance where tasks drawn anew have none', () => {
    const decisions = [leaning('a', 1), known('b', 1), known('b', 1), leaning('c', 1), leaning('c', 1)]
    const fitted = fitWeight(decisions, 1)
    expect(fitted).toMatchObject({ weight: 0.45, low: 0, right: 3, rightAtZero: 2 })
    expect(adviceOf('tiny', fitted)).toContain('may be chance')
    expect(fitWeight(decisions, 1)).toEqual(fitted)
  })

  it('refuses to fit to nothing', () => {
    expect(() => fitWeight([], 1)).toThrow(RangeError)
  })
})
