import { describe, expect, it } from 'vitest'
import { FindTools, type RunEmbedder } from '../../src/agent/find-tools.ts'
import { runAgent } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { ToolFinder, toolText, type SubTask } from '../../src/retrieval/index.ts'
import type { RetrievedTool, RunRecord } from '../../src/trace/events.ts'
import { answerOf, eventsOf } from '../helpers/field.ts'
import { layer, ok, ScriptedRunner, spec } from '../helpers/scripted-runner.ts'
import { ELEVATION, SLOPE } from '../helpers/slope-spec.ts'

const SPECS = [
  SLOPE,
  spec(
    'aspect',
    { elevation: ELEVATION },
    { kind: 'raster', quantity: 'terrain', meaning: 'aspect' },
    { family: 'terrain', title: 'Aspect', summary: 'Direction that the ground faces.' },
  ),
]
const QUESTION = 'What is the mean slope of the terrain?'
const STEPS: readonly SubTask[] = [{ text: 'steepness', from: 'question' }]

/** Steepness is slope, whatever the words say. */
const direction = (text: string) =>
  /slope|steep/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1)

function embedder(texts: RunEmbedder['memory']['texts'], calls: string[][] = []) {
  const seated: RunEmbedder = {
    memory: {
      ask: (question) => Promise.resolve({ query: direction(question), vectorOf: () => null }),
      texts: (asked, options) => {
        calls.push([...asked])
        return texts(asked, options)
      },
      past: () => Promise.resolve(new Map<string, Float32Array>()),
    },
    tools: {
      of: (specs) =>
        Promise.resolve(new Map(specs.map(toolText).map((text) => [text, direction(text)] as const))),
    },
  }
  return seated
}
const working: RunEmbedder['memory']['texts'] = (asked) =>
  Promise.resolve(new Map(asked.map((text) => [text, direction(text)])))
const lost = () => Promise.reject(new Error('the worker is lost'))
const stopped = () => Promise.reject(new DOMException('Stopped', 'AbortError'))

const over = (seated: RunEmbedder | null, runs: readonly RunRecord[] = []) =>
  FindTools.over(
    { specs: SPECS, admissible: new Set(SPECS.map(({ name }) => name)), edges: [], runs },
    { finder: new ToolFinder(), embedder: seated, signal: undefined },
  )
const byOf = (tools: readonly RetrievedTool[], name: string) =>
  tools.find((tool) => tool.name === name)?.grounds?.subTask?.by

describe('FindTools', () => {
  it('finds by words without an embedder, and by meaning where no word is the same', async () => {
    const byWords = await (await over(null)).find('Tell me.', STEPS, 20)
    expect(byOf(byWords, 'slope')).toBeUndefined()
    const byMeaning = await (await over(embedder(working))).find('Tell me.', STEPS, 20)
    expect(byMeaning[0]!.name).toBe('slope')
    expect(byOf(byMeaning, 'slope')).toBe('meaning')
  })

  it('finds by words where the embedder fails, which is not asked again', async () => {
    const calls: string[][] = []
    const tools = await over(embedder(lost, calls))
    const byWords = await over(null)
    for (const question of [QUESTION, 'Which way does the ground face?']) {
      expect(await tools.find(question, STEPS, 20)).toEqual(await byWords.find(question, STEPS, 20))
    }
    expect(calls).toHaveLength(1)
  })

  it('finds by words where neither the tools nor the past can be read', async () => {
    const calls: string[][] = []
    const { memory } = embedder(working, calls)
    const tools = await over({ memory: { ...memory, past: lost }, tools: { of: lost } }, [])
    expect(await tools.find(QUESTION, STEPS, 20)).toEqual(await (await over(null)).find(QUESTION, STEPS, 20))
    expect(calls).toEqual([])
  })

  it('ends with a stop', async () => {
    await expect((await over(embedder(stopped))).find(QUESTION, STEPS, 20)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a run', () => {
  const runner = () =>
    new ScriptedRunner(SPECS, [layer('layer-1', ELEVATION)], () =>
      ok(
        {
          numbers: [{ name: 'mean_slope', value: 12.5, unit: 'deg', dimension: 'angle' }],
          facts: { valid_share: 1 },
        },
        [layer('layer-2', { kind: 'raster', quantity: 'terrain', meaning: 'slope' })],
      ),
    )
  async function ask(more: Partial<Parameters<typeof runAgent>[0]>): Promise<RunRecord> {
    const run = runAgent({ question: QUESTION, runner: runner(), store: memoryStore(), ...more })
    for (;;) {
      const next = await run.next()
      if (next.done) return next.value
    }
  }
  const signals = (record: RunRecord) =>
    eventsOf(record, 'tools-retrieved').flatMap(({ tools }) =>
      tools.flatMap(({ grounds }) => grounds?.questionBy ?? []),
    )

  it('answers the same with an embedder, without one and with one that fails half way', async () => {
    let calls = 0
    const half: RunEmbedder['memory']['texts'] = (asked) => (calls++ === 0 ? working(asked) : lost())
    const [plain, meant, failing, broken] = [
      await ask({}),
      await ask({ embedder: embedder(working) }),
      await ask({ embedder: embedder(lost) }),
      await ask({ embedder: embedder(half) }),
    ]
    for (const record of [plain, meant, failing, broken]) {
      expect(record.status).toBe('answered')
      expect(answerOf(record).value).toBe(12.5)
    }
    expect(new Set(signals(plain))).toEqual(new Set(['words']))
    expect(new Set(signals(failing))).toEqual(new Set(['words']))
    expect(signals(meant)).toContain('both')
  })

  it('ends as stopped where it is stopped while a question is embedded', async () => {
    const stop = new AbortController()
    const record = await ask({
      signal: stop.signal,
      embedder: embedder(() => {
        stop.abort()
        return stopped()
      }),
    })
    expect(record.status).toBe('stopped')
  })
})
