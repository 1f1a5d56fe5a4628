import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { Ranker } from '../../src/retrieval/ranker.ts'
import { readText } from '../../src/retrieval/tool-index.ts'

const tools = ['alpha water', 'beta snow', 'gamma fire', 'delta smoke'].map((text) => ({
  name: text.split(' ')[0]!,
  ...readText(text),
}))
const namesOf = (ranker: Ranker, question: string, parts: readonly string[] = []) =>
  ranker
    .rank(
      readText(question),
      parts.map((part) => readText(part)),
    )
    .order.map((at) => tools[at]!.name)

describe('Ranker', () => {
  it('ranks by description where nothing was solved yet', () => {
    expect(namesOf(new Ranker(tools), 'Where is the fire?')[0]).toBe('gamma')
  })

  it('raises the tools of the best part', () => {
    const ranker = new Ranker(tools)
    const question = 'Map the water, then the snow'
    expect(namesOf(ranker, question, ['Map the water', 'the snow']).slice(0, 2).sort()).toEqual([
      'alpha',
      'beta',
    ])
  })

  it('learns tools that descriptions do not tell', () => {
    const ranker = new Ranker(tools)
    expect(namesOf(ranker, 'haze over the town').indexOf('delta')).toBeGreaterThan(0)
    for (let run = 0; run < 3; run++) {
      ranker.learn({ ...readText('haze over the valley'), tools: ['delta', 'beta'] })
    }
    expect(namesOf(ranker, 'haze over the town').slice(0, 2).sort()).toEqual(['beta', 'delta'])
    expect(ranker.history.count(3, 1)).toBe(3)
  })

  it('ranks by meaning where tools and question have vectors', () => {
    const vectors = [normalise([1, 0]), normalise([0, 1])]
    const library = ['one', 'two'].map((name, at) => ({ name, tokens: [name], vector: vectors[at]! }))
    const { order } = new Ranker(library).rank({ tokens: ['other'], vector: normalise([0.1, 1]) })
    expect(order[0]).toBe(1)
  })

  it('gives the vote by remembered questions without counting their transitions', () => {
    const ranker = new Ranker(tools)
    ranker.remember([{ ...readText('haze'), tools: ['delta', 'beta'] }], 10)
    expect(namesOf(ranker, 'haze').slice(0, 2).sort()).toEqual(['beta', 'delta'])
    expect(ranker.history.count(3, 1)).toBe(0)
  })

  it('lets past questions vote for what was asked for, not for what that needed', () => {
    // Delta and gamma need alpha, which would win the vote of two of three flows.
    const ranker = new Ranker(tools, { dependsOn: [[], [], [0], [0]] })
    for (const [question, tool] of Object.entries({ haze: 'delta', glow: 'gamma', ice: 'beta' })) {
      ranker.learn({
        ...readText(`${question} over town`),
        tools: tool === 'beta' ? [tool] : [tool, 'alpha'],
      })
    }
    const { vote, order } = ranker.rank(readText('lights over town'))
    expect(vote[0]).toBe(0)
    expect(vote[3]).toBeGreaterThan(0)
    expect(order.indexOf(0)).toBeGreaterThan(0)
  })

  it('adds up its score from what it tells', () => {
    const ranker = new Ranker(tools)
    ranker.learn({ ...readText('haze over the valley'), tools: ['delta', 'beta'] })
    const { scores, text, vote, transitions } = ranker.rank(readText('smoke and haze'))
    scores.forEach((score, at) => expect(score).toBeCloseTo(text[at]! + vote[at]! + transitions[at]!, 12))
    expect(transitions[1]).toBeGreaterThan(0)
  })

  it('does not depend on the order of the library', () => {
    const scoresOf = (library: typeof tools) => {
      const ranker = new Ranker(library)
      for (const [question, flow] of Object.entries({
        haze: ['delta', 'beta'],
        glow: ['gamma'],
        ice: ['beta'],
      }))
        for (let run = 0; run < 3; run++) ranker.learn({ ...readText(`${question} over town`), tools: flow })
      const { scores } = ranker.rank(readText('haze over the water'), [
        readText('haze'),
        readText('the water'),
      ])
      return new Map(library.map(({ name }, at) => [name, scores[at]!]))
    }
    const there = scoresOf(tools)
    const back = scoresOf([...tools].reverse())
    for (const [name, score] of there) expect(back.get(name)).toBeCloseTo(score, 9)
  })
})
