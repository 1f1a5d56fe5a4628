import { describe, expect, it } from 'vitest'
import { Bm25 } from '../../src/retrieval/bm25.ts'

const documents = [['fire', 'area'], ['fire', 'fire', 'smoke'], ['water']]

describe('Bm25', () => {
  it('scores as worked by hand', () => {
    // 3 documents, mean length 2, k1 1.5, b 0.75. 'fire' is in 2: idf = ln(1 + 1.5 / 2.5) = 0.470004.
    // Document 0: length 2: 0.470004 · 1 · 2.5 / (1 + 1.5) = 0.470004.
    // Document 1: length 3: 0.470004 · 2 · 2.5 / (2 + 1.5 · (0.25 + 0.75 · 1.5)) = 2.350018 / 4.0625 = 0.578466.
    const scores = new Bm25(documents).scores(['fire'])
    expect(scores[0]).toBeCloseTo(0.470004, 5)
    expect(scores[1]).toBeCloseTo(0.578466, 5)
    expect(scores[2]).toBe(0)
  })

  it('adds up tokens, counts a repeated one once and passes over unknown ones', () => {
    const index = new Bm25(documents)
    const [fire, area] = [index.scores(['fire'])[0]!, index.scores(['area'])[0]!]
    expect(index.scores(['fire', 'fire', 'area', 'volcano'])[0]).toBeCloseTo(fire + area, 12)
  })

  it('is the same whether documents come at once or one by one', () => {
    const index = new Bm25(documents.slice(0, 1))
    for (const document of documents.slice(1)) index.add(document)
    expect(index.scores(['fire', 'water'])).toEqual(new Bm25(documents).scores(['fire', 'water']))
  })

  it('gives no scores without documents', () => {
    expect(new Bm25().scores(['fire'])).toHaveLength(0)
  })
})
