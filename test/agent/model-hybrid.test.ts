import { describe, expect, it } from 'vitest'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { languageModel } from '../../src/models/language-model.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { answerOf, callsOf, eventsOf } from '../helpers/field.ts'
import { favouring, ScriptedEngine, type Script } from '../helpers/scripted-engine.ts'

const SMOKE = ['burned-area', 'water-extent', 'statistics', 'vegetation-change', 'snow-cover'] as const
const taskOf = (type: string) => tasksOf('dev', null, [type])[0]!

async function ask(
  type: string,
  script: Script | null,
  trial: { readonly weight?: number; readonly memory?: 'on' | 'off'; readonly question?: string } = {},
): Promise<{ record: RunRecord; engine: ScriptedEngine }> {
  const { files, question } = await taskOf(type).draw()
  const engine = new ScriptedEngine(script ?? {})
  const desk = await deskWith(files)
  const record = await desk.ask(
    trial.question ?? question,
    memoryView(memoryStore(), trial.memory ?? 'on'),
    undefined,
    script ? { chat: languageModel(engine), policy: 'hybrid', weight: trial.weight ?? 1 } : undefined,
  )
  return { record, engine }
}

/** Events without what differs from run to run: times and the run's id. */
const plain = ({ events }: RunRecord) =>
  events.map((event) =>
    JSON.stringify(event, (key, value: unknown) =>
      ['at', 'runId', 'milliseconds'].includes(key)
        ? undefined
        : typeof value === 'string'
          ? value.replace(/run-[\w-]+/g, 'run')
          : value,
    ),
  )

describe('the hybrid', () => {
  it.each(SMOKE)('is the planner at weight 0, event by event: %s', async (type) => {
    for (const memory of ['on', 'off'] as const) {
      const planner = await ask(type, null, { memory })
      const hybrid = await ask(type, { logProbs: favouring('nothing') }, { memory, weight: 0 })
      expect(plain(hybrid.record)).toEqual(plain(planner.record))
      expect(hybrid.engine.asked).toEqual([])
    }
  })

  it('follows a skill that binds without asking which plan', async () => {
    const { record, engine } = await ask('burned-area', { logProbs: favouring('mndwi') })
    expect(eventsOf(record, 'decision').map(({ by }) => by)).toEqual(['skill'])
    expect(engine.asked).toEqual([])
    expect(answerOf(record).by).toBe('planner')
    expect(answerOf(record).model).toBeUndefined()
  })

  it('asks the model which of several searched plans to try, in the order of the planner', async () => {
    const { record } = await ask('water-extent', {}, { memory: 'off' })
    const planner = await ask('water-extent', null, { memory: 'off' })
    const [decision] = eventsOf(record, 'decision')
    expect(decision!.options.length).toBeGreaterThan(1)
    expect(decision!.usage).toBeDefined()
    expect(decision!.options[0]!.prior).toBeGreaterThan(decision!.options[1]!.prior)
    expect(callsOf(record)).toEqual(callsOf(planner.record))
    expect(answerOf(record)).toMatchObject({ by: 'planner', model: 'scripted' })
  })

  it('lets strong evidence put another plan first', async () => {
    const plans = eventsOf((await ask('water-extent', {}, { memory: 'off' })).record, 'decision')[0]!.options
    const second = plans[1]!.name
    const { record } = await ask('water-extent', { logProbs: favouring(second) }, { memory: 'off' })
    const [decision] = eventsOf(record, 'decision')
    expect(decision).toMatchObject({ by: 'model', chosen: second })
    expect(callsOf(record)[0]).toBe(second.split(',')[0]!.replaceAll(' ', '_'))
    expect(answerOf(record).by).toBe('model')
  })

  it('keeps to the planner where the model fails, and says so', async () => {
    const failing: Script = {
      logProbs: () => {
        throw new AppError('model_failed', 'out of memory')
      },
    }
    const { record } = await ask('water-extent', failing, { memory: 'off' })
    const planner = await ask('water-extent', null, { memory: 'off' })
    expect(callsOf(record)).toEqual(callsOf(planner.record))
    expect(eventsOf(record, 'hand-over').map(({ reason }) => reason)).toEqual(['it failed (out of memory)'])
    expect(record.status).toBe('answered')
  })

  it('lets the model act where there is no plan, and gives it up after two wrong calls', async () => {
    const question = 'What is the spread of the shape?'
    const planner = await ask('statistics', null, { question })
    expect(planner.record.status).toBe('declined')
    const wrong: Script = { logProbs: favouring('statistics'), complete: () => 'no' }
    const { record, engine } = await ask('statistics', wrong, { question, weight: 4 })
    expect(engine.asked.filter(({ verb }) => verb === 'complete')).toHaveLength(2)
    expect(eventsOf(record, 'hand-over').map(({ reason }) => reason)).toEqual([
      '2 of its calls could not be used',
    ])
    expect(record.status).toBe('declined')
    expect(eventsOf(record, 'text-delta')).toMatchObject([
      { text: eventsOf(planner.record, 'text-delta')[0]!.text },
    ])
  })
})
