import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { groundsOf, heard } from '../../src/retrieval/grounds.ts'
import { ToolGraph } from '../../src/retrieval/tool-graph.ts'
import { readText, ToolIndex } from '../../src/retrieval/tool-index.ts'

const tools = ['flood water', 'water', 'fire'].map((text) => ({ name: text, ...readText(text) }))

describe('heard', () => {
  it('counts from 1 the tools that share a word, and gives 0 to the rest', () => {
    const index = new ToolIndex(tools)
    // "water" makes up the whole of the second text and half of the first.
    expect(heard(index, readText('water')).ranks).toEqual([2, 1, 0])
    expect(heard(index, readText('snow')).ranks).toEqual([0, 0, 0])
  })

  it('ranks all of them by meaning', () => {
    const vectors = [[1, 0], [0, 1], [1, 1]].map((values) => normalise(values)) // prettier-ignore
    const index = new ToolIndex(tools.map((tool, at) => ({ ...tool, vector: vectors[at]! })))
    expect(heard(index, readText('inundation', normalise([1, 0]))).ranks).toEqual([1, 3, 2])
  })
})

describe('groundsOf', () => {
  const past = (names: readonly string[]) => ({ tokens: [], tools: names })
  const [one, other, third] = [past(['fire']), past(['fire', 'water']), past(['water'])]
  const by = ['words', 'both', 'meaning'] as const
  const history = new ToolGraph(3)
  history.add(1, 2, 4)
  const grounds = groundsOf(2, {
    ranking: {
      bestPart: [0, 0, 1],
      // By meaning and by words: a question that is near by both votes twice and counts once.
      neighbours: [
        { past: one, weight: 0.5 },
        { past: one, weight: 0.1 },
        { past: other, weight: 0.1 },
        { past: third, weight: 0.1 },
      ],
      leaders: [1, 2],
    },
    parts: [
      { text: 'water', from: 'question' },
      { text: 'fire', from: 'skill' },
    ],
    ofParts: [[2, 1, 0], [0, 0, 1]].map((ranks) => ({ ranks, by })), // prettier-ignore
    ofQuestion: { ranks: [1, 2, 0], by },
    names: tools.map(({ name }) => name),
    history,
  })

  it('names the sub-task that a tool fits best, and its rank there', () => {
    expect(grounds.subTask).toEqual({ text: 'fire', from: 'skill', rank: 1, by: 'meaning' })
    expect(grounds.questionRank).toBeNull()
  })

  it('counts past questions once and adds up their votes', () => {
    // 0.5 + 0.1 + 0.1 of 0.8.
    expect(grounds.votes).toEqual({ used: 2, of: 3, share: expect.closeTo(0.875, 12) as number })
  })

  it('tells steps from and to the best tools that runs took, and none to itself', () => {
    expect(grounds.transitions).toEqual([{ tool: 'water', side: 'after', times: 4 }])
  })
})
