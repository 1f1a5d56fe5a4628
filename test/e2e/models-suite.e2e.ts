import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { askTask } from '../../bench/models/ask-task.ts'
import { openChromiumEngine, type ChromiumEngine } from '../../bench/models/chromium-engine.ts'
import { modelIn } from '../../bench/models/model-folder.ts'
import { taskSet } from '../../bench/models/task-set.ts'
import { modelUse } from '../../bench/models/variants.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { sharedPath } from '../helpers/shared.ts'

const model = modelIn(sharedPath('models', 'SmolLM2-135M-Instruct'))
if (!model) console.warn('SmolLM2-135M is not in the shared folder: no task of `eval -- models` is asked')

describe.skipIf(!model)('a task of `npm run eval -- models`', () => {
  let engine: ChromiumEngine
  beforeAll(async () => {
    decodeWith(zlibDecoder)
    engine = await openChromiumEngine(model!, { contextSize: 1024, threads: 'probe' })
  }, 120_000)
  afterAll(() => engine.close())

  it('is asked of SmolLM2-135M in Chromium, which weighs the tools and makes valid calls alone', async () => {
    const set = await taskSet(tasksOf('test', null), 16)
    // A short prompt and one turn: on a processor the model reads some ten tokens a second.
    const task = set.find(({ type }) => type === 'active-fire') ?? set[0]
    const use = modelUse('model', engine, { turns: 1 })
    const { result, record } = await askTask(task!, memoryView(memoryStore(), 'off'), use)
    const decisions = record.events.filter((event) => event.type === 'decision')
    const asked = decisions.filter(({ usage }) => usage !== undefined)
    expect(asked).toHaveLength(1)
    const evidence = asked[0]!.options.map((option) => option.evidence!)
    expect(evidence.every(Number.isFinite)).toBe(true)
    expect(new Set(evidence).size).toBe(evidence.length)
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
