import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { runAgent, type ToolRunner } from '../../src/agent/index.ts'
import { AppError } from '../../src/lib/errors.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { languageModel } from '../../src/models/language-model.ts'
import { profileOf, type ModelProfile } from '../../src/models/profiles.ts'
import { closeCutOffRuns } from '../../src/store/index.ts'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import { answerOf, callsOf, eventsOf } from '../helpers/field.ts'
import { promptText, questionOf, ScriptedEngine, type Script } from '../helpers/scripted-engine.ts'

const task = tasksOf('dev', null, ['burned-area'])[0]!
let asked: Awaited<ReturnType<typeof task.draw>>
beforeAll(async () => {
  asked = await task.draw()
})

const BURN = ['nbr', 'nbr', 'difference', 'threshold_mask', 'mask_area', 'components']

async function ask(script: Script, profile: Partial<ModelProfile> = {}, signal?: AbortSignal) {
  const engine = new ScriptedEngine(script)
  const chat = languageModel(engine, { ...profileOf(engine.modelId), ...profile })
  const desk = await deskWith(asked.files)
  const record = await desk.ask(asked.question, memoryStore(), signal, { chat, policy: 'model', weight: 1 })
  return { record, engine }
}

/** A choice that fails from call to call; null leaves all options alike. */
function failing(...errors: readonly (Error | null)[]): Script {
  let calls = 0
  return {
    logProbs: (_, options) => {
      const error = errors[Math.min(calls++, errors.length - 1)]
      if (error) throw error
      return options.map(() => 0)
    },
  }
}

const caveatsOf = (record: RunRecord) =>
  answerOf(record).caveats.map((spans) => spans.map(({ text }) => text).join(''))

async function toEnd(run: AsyncGenerator<RunEvent, RunRecord>): Promise<RunRecord> {
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

describe('an engine that fails in its own way', () => {
  const none = new AppError('model_output', 'the model answered a choice of 6 with none of them')

  it('and chooses none of the options once: what was known before decides that turn, and the trace says so', async () => {
    const { record } = await ask(failing(null, null, none, null))
    expect(record.status).toBe('answered')
    expect(callsOf(record)).toEqual(BURN)
    expect(eventsOf(record, 'hand-over')).toEqual([])
    const unused = eventsOf(record, 'decision').filter(({ reason }) => reason.includes('with none of them'))
    expect(unused).toHaveLength(1)
    expect(unused[0]!.usage).toBeDefined()
    expect(unused[0]!.options.every(({ evidence }) => evidence === null)).toBe(true)
  })

  it('and chooses none of the options twice: the planner goes on, and the answer says why', async () => {
    const { record } = await ask(failing(none))
    expect(record.status).toBe('answered')
    expect(callsOf(record)).toEqual(BURN)
    expect(eventsOf(record, 'hand-over')).toHaveLength(1)
    expect(caveatsOf(record)).toContainEqual(
      expect.stringContaining('2 of its answers could not be used, the last: the model answered a choice'),
    )
  })

  it.each([
    ['that no code tells apart', new TypeError('cannot read properties of undefined')],
    ['of a schema it cannot hold', new AppError('invalid_input', 'no grammar can be made of what is asked')],
    ['of being let go of in mid-call', new DOMException('the model was closed', 'AbortError')],
  ])('with an error %s: the planner goes on from the calls that were made', async (_what, error) => {
    const { record } = await ask(failing(null, null, null, null, error))
    expect(record.status).toBe('answered')
    expect(callsOf(record)).toEqual(BURN)
    expect(eventsOf(record, 'hand-over')[0]!.reason).toContain(error.message)
    expect(caveatsOf(record)).toContainEqual(expect.stringContaining(error.message))
  })

  it('with an abort that the person asked for: the run is stopped, not handed over', async () => {
    const stop = new AbortController()
    const script: Script = {
      logProbs: () => {
        stop.abort()
        throw new DOMException('Stopped', 'AbortError')
      },
    }
    const { record } = await ask(script, {}, stop.signal)
    expect(record.status).toBe('stopped')
    expect(eventsOf(record, 'hand-over')).toEqual([])
  })

  it('where it is to tell the answer: what was measured is told without it', async () => {
    const unheard = new AppError('model_output', 'The engine could not answer this request')
    const script: Script = {
      complete: () => {
        throw unheard
      },
    }
    const { record } = await ask(script, { writes: true })
    expect(record.status).toBe('answered')
    expect(answerOf(record).value).toBeCloseTo(67.05, 2)
    const calls = eventsOf(record, 'model-call').filter(({ verb }) => verb === 'write')
    expect(calls.map(({ refused }) => refused)).toEqual([unheard.message, unheard.message])
    expect(caveatsOf(record)).toContainEqual(expect.stringContaining('was left out'))
  })
})

describe('a model that chooses better after a sentence of its own', () => {
  const THOUGHT = 'The index of both dates has to be taken first.'

  it('writes one before each choice, and it is no part of what it would say without the question', async () => {
    const { record, engine } = await ask({ complete: () => THOUGHT }, { needsRationale: true })
    expect(record.status).toBe('answered')
    const [first, neutral, choice] = engine.asked
    expect(first).toMatchObject({ verb: 'complete', schema: undefined })
    expect(promptText(first!.prompt)).toContain('Say in one short sentence what has to be done next.')
    expect(questionOf(neutral!.prompt)).toBe('N/A')
    expect(promptText(neutral!.prompt)).not.toContain(THOUGHT)
    expect(questionOf(choice!.prompt)).toBe(asked.question)
    expect(choice!.prompt.turns.map(({ text }) => text)).toContain(THOUGHT)
    const writes = eventsOf(record, 'model-call').filter(({ verb }) => verb === 'write')
    expect(writes.length).toBeGreaterThan(1)
    expect(writes.every(({ usage }) => usage.writtenTokens > 0)).toBe(true)
  })

  it('is not asked for one where its profile does not say so', async () => {
    const { engine } = await ask({ complete: () => THOUGHT })
    expect(engine.asked.every(({ prompt }) => !promptText(prompt).includes('one short sentence'))).toBe(true)
  })
})

describe('a run whose tab is discarded or whose worker dies', () => {
  afterEach(() => vi.useRealTimers())

  it('leaves what it measured, and goes on from there with another model', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const desk = await deskWith(asked.files)
    const specs = desk.workspace.specs()
    const store = memoryStore()
    let calls = 0
    let cut: () => void = () => undefined
    const isCut = new Promise<void>((resolve) => (cut = resolve))
    const runner: ToolRunner = {
      specs: () => Promise.resolve(specs),
      layers: () => Promise.resolve(desk.workspace.layers()),
      run(...call) {
        calls += 1
        vi.setSystemTime(Date.now() + 2000)
        if (calls !== 4) return desk.workspace.run(...call)
        cut()
        return new Promise(() => undefined)
      },
    }
    const given = { question: asked.question, runner, store }
    const chat = () => languageModel(new ScriptedEngine())
    void toEnd(runAgent({ ...given, model: { chat: chat(), policy: 'model', weight: 0 } }))
    await isCut
    await closeCutOffRuns(store, Date.now())
    const left = (await store.runs()).at(-1)!
    expect(left.status).toBe('stopped')
    expect(callsOf(left)).toEqual(BURN.slice(0, 3))
    const rest = await toEnd(
      runAgent({ ...given, resume: left, model: { chat: chat(), policy: 'model', weight: 0 } }),
    )
    expect(rest.status).toBe('answered')
    expect(callsOf(rest)).toEqual(BURN)
    // The one that was cut off is made again; the three before it are not.
    expect(calls).toBe(BURN.length + 1)
  })

  it('that takes less than a second is stored when it begins and when it ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = memoryStore()
    const saved = vi.spyOn(store, 'saveRun')
    const desk = await deskWith(asked.files)
    expect((await desk.ask(asked.question, store)).status).toBe('answered')
    expect(saved.mock.calls.map(([{ status }]) => status)).toEqual(['running'])
    expect((await store.runs()).map(({ status }) => status)).toEqual(['answered'])
  })
})
