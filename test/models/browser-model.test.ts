import { describe, expect, it } from 'vitest'
import { browserModelState, openBrowserModel } from '../../src/models/browser-model.ts'
import type { LoadProgress } from '../../src/models/engine.ts'
import type { Prompt } from '../../src/models/prompt.ts'
import { promptDouble } from '../helpers/prompt-api.ts'

const ask = (text: string, ...before: string[]): Prompt => ({
  system: 'You work with maps.',
  turns: [...before, text].map((each, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: each })),
})
const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

describe('the browser’s own model', () => {
  it('is told apart: none, to fetch, ready', async () => {
    expect(await browserModelState(null)).toBe('none')
    for (const [availability, state] of [
      ['unavailable', 'none'],
      ['downloadable', 'to-fetch'],
      ['downloading', 'to-fetch'],
      ['available', 'ready'],
    ] as const) {
      expect(await browserModelState(promptDouble({ availability }))).toBe(state)
    }
  })

  it('is refused where there is none, with what to do', async () => {
    await expect(openBrowserModel({ api: null })).rejects.toMatchObject({
      code: 'unsupported_machine',
      message: expect.stringMatching(/Chrome 148.*choose one/) as string,
    })
    await expect(
      openBrowserModel({ api: promptDouble({ fail: { name: 'NotAllowedError' } }) }),
    ).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(/press the button/) as string,
    })
  })

  it('tells how much of it is fetched', async () => {
    const told: LoadProgress[] = []
    await openBrowserModel({
      api: promptDouble({ availability: 'downloadable' }),
      progress: (at) => told.push(at),
    })
    expect(told.map(({ fraction }) => fraction)).toEqual([0, 0.5, 1, 1])
  })

  it('writes piece by piece and counts what was read, held and written', async () => {
    const api = promptDouble({ answer: () => ['Burned', ': 12 ha'] })
    const engine = await openBrowserModel({ api })
    const pieces: string[] = []
    const done = await engine.complete(ask('How much?'), {
      maxTokens: 50,
      onText: (piece) => pieces.push(piece),
    })
    expect(pieces).toEqual(['Burned', ': 12 ha'])
    expect(done).toMatchObject({ text: 'Burned: 12 ha', finish: 'stop' })
    const system = 'You work with maps.'.length
    expect(done.usage).toMatchObject({ promptTokens: system + 9, reusedTokens: system, writtenTokens: 13 })
    expect(await engine.countTokens('four')).toBe(4)
  })

  it('reads only what is new where a conversation goes on, and begins another from the same first words', async () => {
    const api = promptDouble()
    const engine = await openBrowserModel({ api })
    const first = await engine.complete(ask('one'), { maxTokens: 9 })
    await engine.complete(ask('two', 'one', first.text), { maxTokens: 9 })
    await engine.complete(ask('two', 'other', 'ok'), { maxTokens: 9 })
    expect(api.prompts.map(({ input }) => input.map(({ content }) => content))).toEqual([
      ['one'],
      ['two'],
      ['other', 'ok', 'two'],
    ])
    // Once to open it, once for the system's words.
    expect(api.created).toHaveLength(2)
    await engine.close()
    expect(api.alive).toBe(0)
  })

  it('holds a choice and JSON to a schema that is not read as part of the prompt', async () => {
    const api = promptDouble({ answer: () => ['"nb', 'r"'] })
    const engine = await openBrowserModel({ api })
    expect(engine.logProbs).toBeNull()
    expect(await engine.pick(ask('which?'), ['ndvi', 'nbr'])).toMatchObject({ option: 1 })
    expect(api.prompts[0]!.options).toMatchObject({
      responseConstraint: { enum: ['ndvi', 'nbr'] },
      omitResponseConstraintInput: true,
    })
    await expect(engine.pick(ask('which?'), ['a', 'b'])).rejects.toMatchObject({ code: 'model_output' })
  })

  it('stops at the limit of tokens, which the browser does not know', async () => {
    const api = promptDouble({ answer: () => ['a', 'b', 'c', 'd'] })
    const engine = await openBrowserModel({ api })
    expect(await engine.complete(ask('?'), { maxTokens: 2 })).toMatchObject({ text: 'ab', finish: 'length' })
    expect(api.prompts[0]!.options.signal!.aborted).toBe(true)
    expect(await engine.complete(ask('?'), { maxTokens: 4 })).toMatchObject({ text: 'abcd', finish: 'stop' })
  })

  it('refuses a prompt that the browser would cut in silence', async () => {
    const api = promptDouble({ contextWindow: 40 })
    const engine = await openBrowserModel({ api })
    await expect(engine.complete(ask('x'.repeat(20)), { maxTokens: 5 })).rejects.toMatchObject({
      code: 'context_full',
    })
    expect(api.prompts).toEqual([])
    const boundless = await openBrowserModel({ api: promptDouble({ contextWindow: Infinity }) })
    expect(Number.isSafeInteger(boundless.contextSize)).toBe(true)
  })

  it('stops when told to, leaves no session open and goes on with the next call', async () => {
    const api = promptDouble({ answer: () => Array.from({ length: 100 }, () => 'x'), pause: tick })
    const engine = await openBrowserModel({ api })
    const stop = new AbortController()
    let told = 0
    const answer = engine.complete(
      ask('?'),
      { maxTokens: 200, onText: () => ++told === 3 && stop.abort() },
      { signal: stop.signal },
    )
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(await engine.complete(ask('!'), { maxTokens: 4 })).toMatchObject({ finish: 'length' })
    await engine.close()
    expect(api.alive).toBe(0)
  })
})
