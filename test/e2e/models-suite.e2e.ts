import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { askTask, callFigures, usageOf } from '../../bench/models/ask-task.ts'
import { openChromiumEngine, type ChromiumEngine } from '../../bench/models/chromium-engine.ts'
import { modelIn } from '../../bench/models/model-folder.ts'
import { taskSet } from '../../bench/models/task-set.ts'
import { modelUse } from '../../bench/models/variants.ts'
import { watchFills } from '../../bench/models/watch-fills.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import type { Truth } from '../../scripts/sample/truth.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, callsOf, deskWithFolder, eventsOf } from '../helpers/field.ts'
import { sharedPath } from '../helpers/shared.ts'

const model = modelIn(sharedPath('models', 'SmolLM2-135M-Instruct'))
if (!model) console.warn('SmolLM2-135M is not in the shared folder: no language model is asked in Chromium')

const SAMPLE = join(builtFolder, 'sample', '7')
const QUESTION = 'How many hectares burned between the first and the last date?'

describe.skipIf(!model)('SmolLM2-135M by wllama in Chromium', () => {
  let engine: ChromiumEngine
  beforeAll(async () => {
    decodeWith(zlibDecoder)
    engine = await openChromiumEngine(model!, { contextSize: 1024, threads: 'probe' })
  }, 120_000)
  afterAll(() => engine.close())

  it('answers the sample question by the model policy, by valid calls alone, and its tokens are counted', async () => {
    const desk = await deskWithFolder(SAMPLE, (name) => name.endsWith('.tif'))
    // Two turns of the model, then what was known before: on a processor it reads some ten tokens a second. Its own
    // weight is 0; with this one what it says counts.
    const { use, fits } = watchFills(modelUse('model', engine, { turns: 2, weight: 0.5 }))
    const record = await desk.ask(QUESTION, memoryView(memoryStore(), 'on'), undefined, use)
    expect(engine.failure).toBeNull()
    expect(record.status).toBe('answered')
    expect(eventsOf(record, 'hand-over')).toEqual([])

    const asked = eventsOf(record, 'decision').filter(({ usage }) => usage !== undefined)
    expect(asked).toHaveLength(2)
    for (const { options, chosen, weight } of asked) {
      expect(weight).toBe(0.5)
      const evidence = options.map((option) => option.evidence!)
      expect(evidence.every(Number.isFinite)).toBe(true)
      expect(new Set(evidence).size).toBe(evidence.length)
      const score = options.map((option) => Math.log(option.prior) + 0.5 * option.evidence!)
      expect(options[score.indexOf(Math.max(...score))]!.name).toBe(chosen)
    }
    // Each action that was chosen is the call that was made.
    const calls = callsOf(record)
    expect(calls.slice(0, 2)).toEqual(asked.map(({ chosen }) => chosen))
    const figures = callFigures(record, fits)
    expect(figures.made).toBeGreaterThanOrEqual(calls.length)
    expect(figures.valid).toBe(figures.made)

    const truth = JSON.parse(readFileSync(join(SAMPLE, 'truth.json'), 'utf8')) as Truth
    const answer = answerOf(record)
    expect(answer).toMatchObject({ unit: 'ha', model: model!.id })
    expect(Math.abs(answer.value! / truth.burned.secondFireHectares - 1)).toBeLessThan(0.02)

    const { promptTokens, reusedTokens, writtenTokens } = usageOf(record)
    const [first, second] = asked.map(({ usage }) => usage!.promptTokens - usage!.reusedTokens)
    expect(promptTokens - reusedTokens).toBe(first! + second!)
    // The prefix is read once.
    expect(second!).toBeLessThan(first!)
    // Each option is written with the question and without, and its turn ended.
    expect(writtenTokens).toBeGreaterThan(4 * asked.flatMap(({ options }) => options).length)
  }, 600_000)

  it('is asked one task of `npm run eval -- models`, weighs the tools and makes valid calls alone', async () => {
    const set = await taskSet(tasksOf('test', null), 16)
    // A short prompt and one turn: on a processor the model reads some ten tokens a second.
    const task = set.find(({ type }) => type === 'active-fire') ?? set[0]
    const use = modelUse('model', engine, { turns: 1 })
    const { result, record } = await askTask(task!, memoryView(memoryStore(), 'off'), use)
    const asked = eventsOf(record, 'decision').filter(({ usage }) => usage !== undefined)
    expect(asked).toHaveLength(1)
    const evidence = asked[0]!.options.map((option) => option.evidence!)
    expect(evidence.every(Number.isFinite)).toBe(true)
    expect(new Set(evidence).size).toBe(evidence.length)
    // The layer is for the model to name, held to those that fit.
    const fills = eventsOf(record, 'model-call').filter(({ verb }) => verb === 'fill')
    expect(fills.map(({ refused }) => refused)).toEqual([null])
    expect(fills[0]!.usage.writtenTokens).toBeGreaterThan(0)
    expect(result.calls.made).toBeGreaterThan(0)
    expect(result.calls.valid).toBe(result.calls.made)
    expect(result.usage.promptTokens).toBeGreaterThan(result.usage.reusedTokens)
    expect(result.usage.writtenTokens).toBeGreaterThan(evidence.length)
    expect(engine.failure).toBeNull()
  }, 400_000)

  it('stops where it is told to, and goes on afterwards', async () => {
    const prompt = { system: 'You count.', turns: [{ role: 'user' as const, text: 'Count to a hundred.' }] }
    const stop = new AbortController()
    const pieces: string[] = []
    const onText = (piece: string) => {
      pieces.push(piece)
      stop.abort()
    }
    const call = engine.complete(prompt, { maxTokens: 200, onText }, { signal: stop.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(pieces.length).toBeGreaterThan(0)
    expect((await engine.pick(prompt, ['one', 'two'])).option).toBeLessThan(2)
    await expect(engine.complete(prompt, { maxTokens: 2000 })).rejects.toMatchObject({ code: 'context_full' })
  }, 200_000)
})
