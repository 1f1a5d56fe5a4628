import { beforeAll, describe, expect, it } from 'vitest'
import { memoryView } from '../../bench/fieldbench/memory-view.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { runAgent, type ModelUse } from '../../src/agent/index.ts'
import { config } from '../../src/config.ts'
import { AppError } from '../../src/lib/errors.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { languageModel } from '../../src/models/language-model.ts'
import { profileOf } from '../../src/models/profiles.ts'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import { answerOf, callsOf, eventsOf, messagesOf } from '../helpers/field.ts'
import {
  favouring,
  firstOf,
  promptText,
  questionOf,
  ScriptedEngine,
  type Script,
} from '../helpers/scripted-engine.ts'

const task = tasksOf('dev', null, ['burned-area'])[0]!
let asked: Awaited<ReturnType<typeof task.draw>>
beforeAll(async () => {
  asked = await task.draw()
})

const BURN = ['nbr', 'nbr', 'difference', 'threshold_mask', 'mask_area', 'components']

interface Trial {
  readonly policy?: ModelUse['policy']
  readonly weight?: number
  readonly turns?: number
  readonly memory?: 'on' | 'off'
  readonly question?: string
  readonly writes?: boolean
}

async function ask(
  script: Script,
  trial: Trial = {},
): Promise<{ record: RunRecord; engine: ScriptedEngine }> {
  const engine = new ScriptedEngine(script)
  const { policy = 'model', weight = 1, memory = 'on', question = asked.question, writes = false } = trial
  const profile = { ...profileOf(engine.modelId), writes }
  const desk = await deskWith(asked.files)
  const record = await desk.ask(question, memoryView(memoryStore(), memory), undefined, {
    chat: languageModel(engine, profile),
    policy,
    weight,
    ...(trial.turns === undefined ? {} : { turns: trial.turns }),
  })
  return { record, engine }
}

async function toEnd(run: AsyncGenerator<RunEvent, RunRecord>): Promise<RunRecord> {
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

describe('the model policy', () => {
  it('goes the way of the recalled procedure where the model says nothing, and answers what is right', async () => {
    const { record, engine } = await ask({})
    expect(callsOf(record)).toEqual(BURN)
    expect(answerOf(record)).toMatchObject({ by: 'planner', model: 'scripted' })
    // 745 pixels of 900 m².
    expect(answerOf(record).value).toBeCloseTo(67.05, 2)
    // What has one possible value is not asked.
    expect(engine.asked.every(({ verb }) => verb === 'logProbs')).toBe(true)
  })

  it('lets strong evidence overrule the prior, and says that the model did', async () => {
    const { record } = await ask(
      { logProbs: favouring('burn_severity', 'answer', 'burned area') },
      { weight: 3 },
    )
    expect(callsOf(record)).toEqual(['burn_severity'])
    expect(answerOf(record)).toMatchObject({ by: 'model' })
    expect(answerOf(record).value).toBeCloseTo(67.05, 2)
    const [first] = eventsOf(record, 'decision')
    expect(first).toMatchObject({ by: 'model', chosen: 'burn_severity', weight: 3 })
    const { options, usage } = first!
    expect(options.reduce((sum, { prior }) => sum + prior, 0)).toBeCloseTo(1, 9)
    expect(options.every(({ evidence }) => evidence !== null)).toBe(true)
    // Under the question 0 and −5, under none −5 for all.
    expect(options.find(({ name }) => name === 'burn_severity')!.evidence).toBe(5)
    expect(options.find(({ name }) => name === 'nbr')!.evidence).toBe(0)
    expect(usage!.promptTokens).toBeGreaterThan(0)
  })

  it('keeps to the prior at weight 0 whatever the model says, and shows what it said', async () => {
    const { record } = await ask({ logProbs: favouring('burn_severity') }, { weight: 0 })
    expect(callsOf(record)).toEqual(BURN)
    expect(
      eventsOf(record, 'decision')[0]!.options.find(({ name }) => name === 'burn_severity')!.evidence,
    ).toBe(5)
  })

  it('takes its prior from what is remembered', async () => {
    const priorOf = (record: RunRecord, name: string) =>
      eventsOf(record, 'decision')[0]!.options.find((option) => option.name === name)?.prior ?? 0
    const [on, off] = [await ask({}), await ask({}, { memory: 'off' })]
    expect(priorOf(on.record, 'nbr')).toBeGreaterThan(priorOf(off.record, 'nbr') + 0.3)
    expect(promptText(on.engine.asked[0]!.prompt)).toContain('Burned area from two dates')
    expect(promptText(off.engine.asked[0]!.prompt)).not.toContain('Burned area from two dates')
  })

  it('keeps one system prompt through a run, without the question, and gives what the model said back', async () => {
    const { engine, record } = await ask({})
    const systems = new Set(engine.asked.map(({ prompt }) => prompt.system))
    expect(systems.size).toBe(1)
    const [system] = [...systems]
    expect(system).not.toContain(asked.question)
    for (const { name } of asked.files) expect(system).not.toContain(name)
    const withQuestion = engine.asked.filter(({ prompt }) => questionOf(prompt) !== 'N/A')
    const last = withQuestion.at(-2)!.prompt.turns.filter(({ role }) => role === 'assistant')
    expect(last.map(({ text }) => text)).toEqual([...BURN, 'answer'].slice(0, last.length))
    // But for the question at its end, each prompt goes on from the one before, so that its cache is reused.
    const texts = withQuestion.map(({ prompt }) => promptText(prompt))
    const before = texts.map((text) => text.slice(0, text.lastIndexOf('Question: ')))
    texts.slice(1).forEach((text, at) => expect(text.startsWith(before[at]!)).toBe(true))
    const fresh = texts.slice(1).map((text, at) => text.slice(before[at]!.length).split(/\s+/).length)
    expect(Math.max(...fresh)).toBeLessThanOrEqual(config.model.turnTokens.small)
    // The same without the question differs in nothing else.
    for (const { prompt, verb } of engine.asked) {
      if (verb === 'complete' || questionOf(prompt) !== 'N/A') continue
      expect(before).toContain(promptText(prompt).replace(/Question: N\/A$/, ''))
    }
    expect(record.status).toBe('answered')
  })

  it('asks the person by a template where the model says that something is missing', async () => {
    const { record } = await ask({ logProbs: favouring('ask_user', 'which date') }, { weight: 3 })
    expect(record.status).toBe('needs_input')
    expect(messagesOf(record)).toEqual([
      expect.stringMatching(/^Which date is meant\? Dates at hand: 2021-08-05/),
    ])
  })

  it('asks the model in as many turns as it is given, and goes on by the prior', async () => {
    const { record, engine } = await ask({}, { turns: 2 })
    expect(engine.asked.filter(({ prompt }) => questionOf(prompt) !== 'N/A')).toHaveLength(2)
    expect(callsOf(record)).toEqual(BURN)
  })
})

describe('the steps that a model names', () => {
  const planning = (steps: unknown): Script => ({
    complete: (_, { schema }) =>
      Object.hasOwn(schema?.['properties'] ?? {}, 'steps') ? JSON.stringify({ steps }) : '{}',
  })

  it('are what tools are found for: told beside those of the recalled skill, with rank and source of each', async () => {
    const { record, engine } = await ask(
      planning(['slope of the terrain', '\u0000\u202e', 'slope of the terrain']),
      {
        writes: true,
      },
    )
    const [first, second] = eventsOf(record, 'tools-retrieved')
    expect(first!.subTasks.length).toBeGreaterThan(1)
    expect(first!.tools.some(({ grounds }) => grounds?.subTask?.from === 'skill')).toBe(true)
    // What no one sees is no step, and a step is looked for once.
    expect(second).toMatchObject({ subTasks: ['slope of the terrain'], ask: expect.any(String) as string })
    const slope = { text: 'slope of the terrain', from: 'model', rank: 1, by: 'words' }
    expect(second!.tools.map(({ grounds }) => grounds?.subTask)).toContainEqual(slope)
    expect(second!.tools.map(({ name }) => name)).not.toEqual(first!.tools.map(({ name }) => name))
    expect(eventsOf(record, 'model-call')[0]).toMatchObject({ verb: 'fill', of: 'plan', refused: null })
    // They change what is on offer, and so the run is no longer the planner's alone.
    expect(answerOf(record).by).toBe('model')
    expect(engine.asked[0]!.schema).toMatchObject({ required: ['steps'] })
  })

  it('leave the tools as they were where there is none among them', async () => {
    for (const steps of [[], 'mask', [7]]) {
      const { record } = await ask(planning(steps), { writes: true })
      expect(eventsOf(record, 'tools-retrieved')).toHaveLength(1)
      expect(eventsOf(record, 'model-call')[0]).toMatchObject({ of: 'plan', refused: 'it names no step' })
      expect(callsOf(record)).toEqual(BURN)
    }
  })

  it('are not asked of a model too small for them, and of none that has no turn left', async () => {
    for (const trial of [{}, { writes: true, turns: 0 }]) {
      const { record } = await ask(planning(['slope of the terrain']), trial)
      expect(eventsOf(record, 'tools-retrieved')).toHaveLength(1)
      expect(eventsOf(record, 'model-call')).toEqual([])
    }
  })
})

describe('arguments', () => {
  const WAY = favouring('nbr', 'threshold_mask', 'mask_area', 'answer')

  it('are held to the layers that fit', async () => {
    const { engine } = await ask({ logProbs: WAY }, { memory: 'off', weight: 3 })
    const schemas = engine.asked.flatMap(({ schema }) => (schema ? [schema] : []))
    const scenes = schemas.map(({ properties }) => (properties as { scene?: { enum: string[] } }).scene?.enum)
    expect(scenes[0]).toEqual(['scene-1', 'scene-2'])
    expect(schemas[0]).toMatchObject({ required: ['scene'], additionalProperties: false })
  })

  it('are asked again with the error in one line, at most twice, and the tool is then given up', async () => {
    const { record, engine } = await ask(
      { logProbs: WAY, complete: () => '{"scene":"scene-9"}' },
      { memory: 'off', weight: 3 },
    )
    const refusals = eventsOf(record, 'model-call').map(({ refused }) => refused)
    expect(refusals.slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => 'scene must be one of scene-1, scene-2'),
    )
    const fills = engine.asked.filter(({ verb }) => verb === 'complete')
    expect(fills[1]!.prompt.turns.at(-1)!.text).toContain('Refused: scene must be one of scene-1, scene-2')
    const later = eventsOf(record, 'decision').slice(1)
    expect(later.every(({ options }) => options.every(({ name }) => name !== 'nbr'))).toBe(true)
    expect(callsOf(record)).not.toContain('nbr')
  })

  it('that are no JSON are refused like wrong ones', async () => {
    const { record } = await ask({ logProbs: WAY, complete: () => '{"scene":' }, { memory: 'off', weight: 3 })
    expect(eventsOf(record, 'model-call')[0]!.refused).toBe('what the model wrote is no JSON')
  })
})

describe('a model that fails', () => {
  const broken = (code: 'model_failed' | 'context_full', from: number): Script => {
    let calls = 0
    return {
      logProbs: (_, options) => {
        calls += 1
        if (calls > from) throw new AppError(code, 'the graphics device was lost')
        return options.map(() => 0)
      },
    }
  }

  it('is left out, which is said, and the planner goes on without making a call twice', async () => {
    const { record } = await ask(broken('model_failed', 5))
    expect(eventsOf(record, 'hand-over')).toHaveLength(1)
    expect(record.status).toBe('answered')
    expect(callsOf(record)).toEqual(BURN)
    const caveats = answerOf(record).caveats.map((spans) => spans.map(({ text }) => text).join(''))
    expect(caveats).toContainEqual(expect.stringContaining('the graphics device was lost'))
  })

  it('remembers less once where its context is too small, then goes without it', async () => {
    const { record, engine } = await ask(broken('context_full', 0))
    expect(new Set(engine.asked.map(({ prompt }) => prompt.system)).size).toBe(2)
    expect(eventsOf(record, 'hand-over')).toHaveLength(1)
    expect(answerOf(record).value).toBeCloseTo(67.05, 2)
  })

  it('leaves a run that another adapter takes up where it stopped', async () => {
    const desk = await deskWith(asked.files)
    const specs = desk.workspace.specs()
    const stop = new AbortController()
    let runs = 0
    const runner = {
      specs: () => Promise.resolve(specs),
      layers: () => Promise.resolve(desk.workspace.layers()),
      async run(...call: Parameters<typeof desk.workspace.run>) {
        runs += 1
        const outcome = await desk.workspace.run(...call)
        if (runs === 3) stop.abort()
        return outcome
      },
    }
    const given = { question: asked.question, runner, store: memoryStore() }
    await toEnd(runAgent({ ...given, signal: stop.signal }))
    const cut = (await given.store.runs()).at(-1)!
    expect(cut.status).toBe('stopped')
    expect(runs).toBe(3)
    const chat = languageModel(new ScriptedEngine())
    const rest = await toEnd(runAgent({ ...given, resume: cut, model: { chat, policy: 'model', weight: 0 } }))
    expect(rest.status).toBe('answered')
    expect(callsOf(rest)).toEqual(BURN)
    expect(runs).toBe(BURN.length)
  })
})

describe("the model's own sentence", () => {
  const told = (sentences: readonly string[]): Script => {
    let at = 0
    return {
      complete: (_, { schema }) =>
        schema ? JSON.stringify(firstOf(schema)) : sentences[Math.min(at++, sentences.length - 1)]!,
    }
  }

  it('stands first where its figures were measured, and each is cited', async () => {
    const { record } = await ask(told(['About 67.1 ha burned.']), { writes: true })
    const { spans } = answerOf(record)
    expect(spans.slice(0, 3).map(({ text }) => text)).toEqual(['About ', '67.1', ' ha burned.'])
    expect(spans[1]!.cite).toMatchObject({ name: 'area', unit: 'ha' })
    expect(eventsOf(record, 'text-delta').map(({ text }) => text)).toEqual(['About 67.1 ha burned.'])
    expect(record.status).toBe('answered')
  })

  it('has one turn to be repaired', async () => {
    const { record } = await ask(told(['Some 99 ha burned.', 'It was 67.1 ha.']), { writes: true })
    const sentences = eventsOf(record, 'model-call').filter(({ verb }) => verb === 'write')
    expect(sentences.map(({ refused }) => refused)).toEqual(['its figure 99 was not measured', null])
    expect(answerOf(record).spans[0]!.text).toBe('It was ')
  })

  it('is left out where it holds a figure that nothing measured, a wrong unit or an amount in words', async () => {
    for (const sentence of [
      'Some 99 ha burned.',
      'It was 67.1 km².',
      'Nearly seventy hectares, 67.1 ha, burned.',
    ]) {
      const { record } = await ask(told([sentence]), { writes: true })
      const text = answerOf(record)
        .spans.map((span) => span.text)
        .join('')
      expect(text).not.toContain(sentence)
      expect(text).toContain('67.1 ha')
      expect(record.status).toBe('answered')
      expect(messagesOf(record).join(' ')).not.toContain('did not hold')
    }
  })
})
