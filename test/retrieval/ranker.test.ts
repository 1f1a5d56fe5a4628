import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { Ranker } from '../../src/retrieval/ranker.ts'
import { readText } from '../../src/retrieval/tool-index.ts'
import { VoteBalance } from '../../src/retrieval/vote-balance.ts'

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
})

describe('VoteBalance', () => {
  const text = [3, 0, 0]
  const vote = [0, 0, 1]

  it('starts at the stated weight', () => {
    expect(new VoteBalance([0, 0.5, 8]).weight).toBe(0.5)
  })

  it('moves to a heavy vote where past questions know better', () => {
    const balance = new VoteBalance([0, 0.5, 8])
    for (let run = 0; run < 3; run++) balance.learn(text, vote, [2])
    expect(balance.weight).toBe(8)
  })

  it('moves to no vote where descriptions know better', () => {
    const balance = new VoteBalance([0, 0.5, 8])
    for (let run = 0; run < 20; run++) balance.learn([1, 0.9, 0], [0, 1, 0], [0])
    expect(balance.weight).toBe(0)
  })
})
