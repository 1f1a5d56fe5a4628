import { beforeAll, describe, expect, it } from 'vitest'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import type { ModelUse } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { languageModel } from '../../src/models/language-model.ts'
import { profileOf } from '../../src/models/profiles.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { callsOf, eventsOf } from '../helpers/field.ts'
import { firstOf, ScriptedEngine } from '../helpers/scripted-engine.ts'

const task = tasksOf('dev', null, ['burned-area'])[0]!
let asked: Awaited<ReturnType<typeof task.draw>>
let taught: MemoryStore
beforeAll(async () => {
  asked = await task.draw()
  taught = memoryStore()
  await (await deskWith(asked.files)).ask(asked.question, taught)
}, 60_000)

/** The retrievals of a run, and who named the steps that found something. */
async function retrievals(store: MemoryStore, model?: ModelUse) {
  const record = await (await deskWith(asked.files)).ask(asked.question, store, undefined, model)
  return eventsOf(record, 'tools-retrieved').map(({ subTasks, tools }) => ({
    subTasks,
    from: [...new Set(tools.flatMap(({ grounds }) => grounds?.subTask?.from ?? []))].sort(),
    tools,
  }))
}

const titleOf = (name: string) => TOOLS.find((tool) => tool.name === name)!.title

describe('the steps that tools are found for', () => {
  it('are those of the recalled skill', async () => {
    const [found] = await retrievals(memoryView(taught, 'on'))
    expect(found!.from).toEqual(['skill'])
  })

  it('are those of the recalled workflow, beside the question, where no skill is recalled', async () => {
    const [found] = await retrievals(memoryView(taught, 'no-skills'))
    const { sequence } = (await taught.snapshot()).workflows[0]!
    expect(found!.subTasks.slice(0, sequence.length)).toEqual(sequence.map(titleOf))
    expect(found!.from).toEqual(['question', 'workflow'])
    // Whoever goes by the tools of a past run finds each of them.
    const names = found!.tools.map(({ name }) => name)
    for (const tool of sequence) expect(names).toContain(tool)
    const first = found!.tools.find(({ name }) => name === sequence[0])!.grounds!
    expect(first.votes).toMatchObject({ used: 1, of: 1 })
  })

  it('are the clauses of the question, and what they leave unsaid, where nothing is remembered', async () => {
    const [found] = await retrievals(memoryView(memoryStore(), 'off'))
    expect(found!.from).toEqual(['question'])
    expect(found!.tools.every(({ grounds }) => grounds!.votes.used === 0)).toBe(true)
  })

  it('are a language model’s where one is loaded and no skill binds, and only what fits the data is ranked', async () => {
    const plain = await (await deskWith(asked.files)).ask(asked.question, memoryView(memoryStore(), 'off'))
    const { admissible } = eventsOf(plain, 'context-ready')[0]!
    const unfit = TOOLS.find(({ name, internal }) => !internal && !admissible.includes(name))!
    const steps = [unfit.title, 'burn ratio of both dates']
    const engine = new ScriptedEngine({
      complete: (_, { schema }) =>
        'steps' in ((schema?.['properties'] ?? {}) as Record<string, unknown>)
          ? JSON.stringify({ steps })
          : JSON.stringify(firstOf(schema ?? {})),
    })
    const chat = languageModel(engine, { ...profileOf(engine.modelId), writes: true })
    const use: ModelUse = { chat, policy: 'hybrid', weight: 1 }
    const found = await retrievals(memoryView(memoryStore(), 'off'), use)
    expect(found.map(({ from }) => from)).toEqual([['question'], ['model']])
    expect(found[1]!.subTasks).toEqual(steps)
    // What the data cannot carry is not found, though the model asks for it by its very title.
    expect(found[1]!.tools.map(({ name }) => name)).not.toContain(unfit.name)
    expect(found[1]!.tools.every(({ name }) => admissible.includes(name))).toBe(true)
    const bound = await (
      await deskWith(asked.files)
    ).ask(asked.question, memoryView(taught, 'on'), undefined, use)
    expect(eventsOf(bound, 'tools-retrieved')).toHaveLength(1)
    expect(callsOf(bound)).toContain('nbr')
  })
})
