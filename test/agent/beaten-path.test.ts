import { beforeAll, describe, expect, it } from 'vitest'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { deskWith, type Desk } from '../../bench/lib/desk.ts'
import { withSettings } from '../../bench/lib/with-settings.ts'
import { runAgent } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { MemoryStore, Workflow } from '../../src/memory/types.ts'
import { languageModel } from '../../src/models/language-model.ts'
import { config } from '../../src/config.ts'
import type { MemoryMode, RunRecord } from '../../src/trace/events.ts'
import { answerOf, callsOf, eventsOf } from '../helpers/field.ts'
import { favouring, questionOf, ScriptedEngine, type Script } from '../helpers/scripted-engine.ts'

const task = tasksOf('dev', null, ['burned-area'])[0]!
const BURN = ['nbr', 'nbr', 'difference', 'threshold_mask', 'mask_area', 'components']

let files: Awaited<ReturnType<typeof task.draw>>['files']
let question: string
let desk: Desk
/** Three runs of the planner have gone the way. */
let taught: MemoryStore
beforeAll(async () => {
  ;({ files, question } = await task.draw())
  desk = await deskWith(files)
  taught = memoryStore()
  for (let run = 0; run < config.run.inertia.runs; run++) await (await deskWith(files)).ask(question, taught)
}, 60_000)

interface Trial {
  readonly store?: MemoryStore
  readonly memory?: MemoryMode
  readonly script?: Script
  readonly weight?: number
}

async function ask({ store = taught, memory = 'read-only', script = {}, weight = 1 }: Trial = {}) {
  const engine = new ScriptedEngine(script)
  const { workspace } = desk
  const run = runAgent({
    question,
    runner: {
      specs: () => Promise.resolve(workspace.specs()),
      layers: () => Promise.resolve(workspace.layers().filter(({ id }) => id.startsWith('scene'))),
      run: (call, options) => workspace.run(call, options),
    },
    store,
    memory,
    model: { chat: languageModel(engine), policy: 'model', weight },
  })
  for (;;) {
    const next = await run.next()
    if (next.done) return { record: next.value, engine }
  }
}

const skippedIn = (record: RunRecord) =>
  eventsOf(record, 'decision').filter(({ modelSkipped }) => modelSkipped).map(({ chosen }) => chosen) // prettier-ignore
const turnsOf = (engine: ScriptedEngine) =>
  engine.asked.filter(({ prompt }) => questionOf(prompt) !== 'N/A').length

describe('a path that earlier runs leave no doubt of', () => {
  it('is gone without asking the model which tool comes next, to the same calls and answer', async () => {
    const asked = await withSettings({ 'run.inertia.on': false }, () => ask())
    const { record, engine } = await ask()
    expect(skippedIn(asked.record)).toEqual([])
    expect(callsOf(asked.record)).toEqual(BURN)
    expect(callsOf(record)).toEqual(BURN)
    expect(answerOf(record).value).toBe(answerOf(asked.record).value)
    // Not the second nbr: a path names a tool once that is called for each date. From threshold_mask on there is a figure that
    // might be the answer.
    expect(skippedIn(record)).toEqual(['nbr', 'difference', 'threshold_mask'])
    expect(turnsOf(engine)).toBe(turnsOf(asked.engine) - 3)
    const [first] = eventsOf(record, 'decision')
    expect(first).toMatchObject({ by: 'workflow', modelSkipped: true })
    expect(first!.usage).toBeUndefined()
    expect(first!.reason).toContain('3 earlier runs')
  })

  it('never ends in an answer or a question back without the model', async () => {
    const { record, engine } = await ask()
    expect(skippedIn(record)).not.toContain('answer')
    expect(skippedIn(record)).not.toContain('ask_user')
    const last = eventsOf(record, 'decision').find(({ chosen }) => chosen === 'answer')!
    expect(last.modelSkipped).toBeUndefined()
    expect(last.usage).toBeDefined()
    expect(engine.asked.length).toBeGreaterThan(0)
  })

  it('is left for good with the first step that it does not know', async () => {
    // At the second turn, the first that it is asked, the model goes elsewhere.
    const { record } = await ask({ script: { logProbs: favouring('threshold_mask', 'answer') }, weight: 20 })
    const chosen = eventsOf(record, 'decision')
    const off = chosen.findIndex(({ modelSkipped }) => !modelSkipped)
    expect(chosen[off]!.chosen).not.toBe(BURN[off])
    expect(chosen.slice(off).every(({ modelSkipped }) => modelSkipped === undefined)).toBe(true)
  })

  it('counts for nothing without memory, and before enough runs', async () => {
    expect(skippedIn((await ask({ memory: 'off' })).record)).toEqual([])
    const young = memoryStore()
    await (await deskWith(files)).ask(question, young)
    expect(skippedIn((await ask({ store: young })).record)).toEqual([])
  })

  it('is doubted once runs that began alike went elsewhere or failed, and where another profile counted them', async () => {
    const { workflows, ...rest } = await taught.snapshot()
    const [path] = workflows
    const knowing = (...rows: readonly Workflow[]): MemoryStore => ({
      ...memoryView(taught, 'on'),
      snapshot: () => Promise.resolve({ ...rest, workflows: rows }),
    })
    const elsewhere = { ...path!, id: 'other', sequence: ['burn_severity'], successes: 1 }
    // One in four that began so, with nothing done yet, went elsewhere; after nbr all are alike.
    expect(skippedIn((await ask({ store: knowing(path!, elsewhere) })).record)).toEqual(
      ['difference', 'threshold_mask'],
    ) // prettier-ignore
    expect(skippedIn((await ask({ store: knowing({ ...path!, failures: 1 }) })).record)).toEqual([])
    expect(skippedIn((await ask({ store: knowing({ ...path!, origin: 'imported' }) })).record)).toEqual([])
    expect(skippedIn((await ask({ store: knowing({ ...path!, taskType: 'drought' }) })).record)).toEqual([])
  })
})
