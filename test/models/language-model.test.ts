import { describe, expect, it } from 'vitest'
import { languageModel, weigh } from '../../src/models/language-model.ts'
import { profileOf } from '../../src/models/profiles.ts'
import type { Prompt } from '../../src/models/prompt.ts'
import { bareEngine } from '../helpers/bare-engine.ts'

const asks = (text: string): Prompt => ({ system: 'S', turns: [{ role: 'user', text }] })
const QUESTION = asks('How many hectares burned?')
const NEUTRAL = asks('N/A')
const even = (names: readonly string[]) => names.map((name) => ({ name, prior: 1 / names.length }))
const profile = { ...profileOf('scripted'), weight: 1 }

describe('weigh', () => {
  it('adds the weighted evidence to the logarithm of the prior', () => {
    const [first, second] = weigh(
      [
        { name: 'a', prior: 0.8 },
        { name: 'b', prior: 0.2 },
      ],
      [0, 2],
      0.5,
    )
    // ln 0.8 = −0.2231; ln 0.2 + 0.5 · 2 = −0.6094
    expect(first).toMatchObject({ name: 'a', evidence: 0 })
    expect(first!.score).toBeCloseTo(-0.2231, 4)
    expect(second!.score).toBeCloseTo(-0.6094, 4)
  })

  it('is overruled by evidence that outweighs the prior, and never at weight 0', () => {
    const options = [
      { name: 'a', prior: 0.8 },
      { name: 'b', prior: 0.2 },
    ]
    expect(weigh(options, [0, 3], 0.5)[0]!.name).toBe('b')
    expect(weigh(options, [0, 1000], 0)[0]!.name).toBe('a')
  })

  it('leaves equal options in their order', () => {
    expect(weigh(even(['c', 'a', 'b']), null, 1).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  })
})

describe('choose', () => {
  it('takes from what the model says what it would say without a question', async () => {
    // The first name is always likeliest: only the difference between the prompts tells something.
    const engine = bareEngine({
      logProbs: (prompt) => (prompt === QUESTION ? [-1, -3] : [-0.5, -6]),
    })
    const { chosen, options } = await languageModel(engine, profile).choose({
      prompt: QUESTION,
      neutral: NEUTRAL,
      options: even(['a', 'b']),
    })
    expect(chosen).toBe('b')
    expect(options.map(({ name, evidence }) => [name, evidence])).toEqual([
      ['b', 3],
      ['a', -0.5],
    ])
  })

  it('asks for the same options without a question once', async () => {
    const engine = bareEngine({ logProbs: () => [-1, -2] })
    const model = languageModel(engine, profile)
    await model.choose({ prompt: QUESTION, neutral: NEUTRAL, options: even(['a', 'b']) })
    await model.choose({ prompt: QUESTION, neutral: NEUTRAL, options: even(['a', 'b']) })
    await model.choose({ prompt: QUESTION, neutral: NEUTRAL, options: even(['a', 'c']) })
    expect(engine.asked.filter(({ prompt }) => prompt === NEUTRAL)).toHaveLength(2)
    expect(engine.asked).toHaveLength(5)
  })

  it('takes one picked option for a nat of evidence where the engine tells no probabilities', async () => {
    const model = languageModel(bareEngine({ pick: () => 1 }), profile)
    const ask = { prompt: QUESTION, neutral: NEUTRAL, options: even(['a', 'b']) }
    expect(await model.choose(ask)).toMatchObject({
      chosen: 'b',
      weight: 1,
      options: [
        { name: 'b', evidence: 1 },
        { name: 'a', evidence: 0 },
      ],
    })
  })

  it('asks nothing about a single option and refuses none', async () => {
    const engine = bareEngine()
    const model = languageModel(engine, profile)
    const one = { prompt: QUESTION, neutral: NEUTRAL, options: even(['a']) }
    expect(await model.choose(one)).toMatchObject({ chosen: 'a', options: [{ evidence: null }] })
    expect(engine.asked).toEqual([])
    await expect(model.choose({ ...one, options: [] })).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('fill', () => {
  const schema = { type: 'object' }

  it('gives what was written as data', async () => {
    const model = languageModel(bareEngine({ complete: () => '{"a": 1}' }))
    expect((await model.fill(QUESTION, { schema, maxTokens: 9 })).value).toEqual({ a: 1 })
  })

  it('says whether it was cut off or is no JSON', async () => {
    const cut = languageModel(bareEngine({ complete: () => ({ text: '{"a": ', finish: 'length' }) }))
    await expect(cut.fill(QUESTION, { schema, maxTokens: 9 })).rejects.toMatchObject({
      code: 'model_output',
      message: 'what the model wrote was cut off after 9 tokens',
    })
    const prose = languageModel(bareEngine({ complete: () => 'Sure! {' }))
    await expect(prose.fill(QUESTION, { schema, maxTokens: 9 })).rejects.toThrow(/no JSON/)
  })
})
