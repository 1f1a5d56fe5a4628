import { beforeAll, describe, expect, it } from 'vitest'
import { modeOf } from '../../src/agent/session-memory.ts'
import { runAgent } from '../../src/agent/index.ts'
import type { RunEmbedder } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { EmbeddedQuestion, MemorySnapshot } from '../../src/memory/types.ts'
import type { MemoryMode, RunRecord } from '../../src/trace/events.ts'
import { answerOf, eventsOf } from '../helpers/field.ts'
import { layer, ok, ScriptedRunner } from '../helpers/scripted-runner.ts'
import { ELEVATION, SLOPE } from '../helpers/slope-spec.ts'

const SPECS = [SLOPE]

const runner = () =>
  new ScriptedRunner(SPECS, [layer('layer-1', ELEVATION)], () =>
    ok(
      {
        numbers: [
          { name: 'mean_slope', value: 12.5, unit: 'deg', dimension: 'angle' },
          { name: 'max_slope', value: 40, unit: 'deg', dimension: 'angle' },
        ],
        facts: { valid_share: 1 },
      },
      [layer('layer-2', { kind: 'raster', quantity: 'terrain', meaning: 'slope' })],
    ),
  )

async function ask(
  store: ReturnType<typeof memoryStore>,
  more: Partial<Parameters<typeof runAgent>[0]> = {},
): Promise<RunRecord> {
  const run = runAgent({
    question: 'What is the mean slope of the terrain?',
    runner: runner(),
    store,
    ...more,
  })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

const inMode = (store: ReturnType<typeof memoryStore>, memory: MemoryMode) => ask(store, { memory })

describe('a session without memory', () => {
  let taught: ReturnType<typeof memoryStore>
  let before: MemorySnapshot
  beforeAll(async () => {
    taught = memoryStore()
    await ask(taught)
    before = await taught.snapshot()
  })

  it('on: recalls and learns, and says so', async () => {
    expect(before.workflows).toHaveLength(1)
    const record = await inMode(taught, 'on')
    expect(modeOf(record)).toBe('on')
    expect(eventsOf(record, 'context-ready')[0]!.recalled.some(({ kind }) => kind === 'workflow')).toBe(true)
    expect(eventsOf(record, 'memory-change')).toHaveLength(1)
    before = await taught.snapshot()
  })

  it('read-only: recalls and learns nothing', async () => {
    const record = await inMode(taught, 'read-only')
    expect(answerOf(record).value).toBe(12.5)
    expect(modeOf(record)).toBe('read-only')
    expect(eventsOf(record, 'context-ready')[0]!.recalled.some(({ kind }) => kind === 'workflow')).toBe(true)
    expect(eventsOf(record, 'memory-change')).toEqual([])
    expect(eventsOf(record, 'gate')).toHaveLength(1)
    expect(await taught.snapshot()).toEqual(before)
  })

  it('off: recalls the seeds alone and learns nothing; the run itself is kept', async () => {
    const journal = (await taught.journal()).length
    const record = await inMode(taught, 'off')
    const { recalled } = eventsOf(record, 'context-ready')[0]!
    expect(recalled.length).toBeGreaterThan(0)
    expect(recalled.every(({ id }) => id.startsWith('seed-'))).toBe(true)
    expect(await taught.snapshot()).toEqual(before)
    expect(await taught.journal()).toHaveLength(journal)
    expect((await taught.run(record.id))?.status).toBe('answered')
  })

  it('leaves later runs nothing to take from', async () => {
    const store = memoryStore()
    await inMode(store, 'off')
    const votes = (record: RunRecord) =>
      eventsOf(record, 'tools-retrieved')[0]!.tools.map(({ because }) => because)
    expect(votes(await inMode(store, 'read-only'))).toEqual(votes(await inMode(memoryStore(), 'read-only')))
  })

  it('goes on with a run that was cut off as that run began', async () => {
    const record = await inMode(taught, 'read-only')
    expect(modeOf(await ask(taught, { resume: record }))).toBe('read-only')
    expect(modeOf(await ask(taught, { resume: record, memory: 'off' }))).toBe('off')
  })
})

describe('an embedder', () => {
  const none = () => Promise.resolve(new Map<string, Float32Array>())
  const embedderOf = (ask: RunEmbedder['memory']['ask']): RunEmbedder => ({
    memory: { ask, texts: none, past: none },
    tools: { of: none },
  })

  it('is asked with the words of the question and compares by its vectors; where it fails words do', async () => {
    const store = memoryStore()
    await ask(store)
    const asked: string[] = []
    const unlike: EmbeddedQuestion = { query: Float32Array.of(1, 0), vectorOf: () => Float32Array.of(0, 1) }
    const read = { memory: 'read-only' } as const
    const recalledOf = (record: RunRecord) =>
      eventsOf(record, 'context-ready')[0]!.recalled.map(({ id, score }) => [id, score])
    const byWords = await ask(store, read)
    const byMeaning = await ask(store, {
      ...read,
      embedder: embedderOf((question) => {
        asked.push(question)
        return Promise.resolve(unlike)
      }),
    })
    expect(asked).toEqual(['What is the mean slope of the terrain?'])
    expect(recalledOf(byMeaning)).not.toEqual(recalledOf(byWords))
    const failing = await ask(store, {
      ...read,
      embedder: embedderOf(() => Promise.reject(new Error('gone'))),
    })
    expect(recalledOf(failing)).toEqual(recalledOf(byWords))
  })
})
