import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/retrieval/dense.ts'
import { order } from '../../src/retrieval/fusion.ts'
import { ToolIndex, type ReadText } from '../../src/retrieval/tool-index.ts'

const words = (...tokens: string[]): ReadText => ({ tokens })
const library = (...texts: string[]) =>
  new ToolIndex(texts.map((text, at) => ({ name: String(at), tokens: text.split(' ') })))

/** As a ranker that has learned nothing adds them up. */
const textWithParts = (index: ToolIndex, question: ReadText, parts: readonly ReadText[]) => {
  const { bestPart, words, meaning, partWords, partMeaning } = index.textSignals(question, parts)
  const scores = words.map((value, at) => 0.5 * (value + partWords[at]!) + meaning[at]! + partMeaning[at]!)
  return { scores, bestPart }
}

describe('ToolIndex', () => {
  it('lifts a part to the question by the root of its share of the best score', () => {
    // Tools of equal length, each word in one tool: every word in common is worth the same s. Whole: 2s, s, 0.
    // Parts: 2s for tool 0 and s·√(2s / s) for tool 1.
    const { scores, bestPart } = textWithParts(library('x y', 'z v', 'u w'), words('x', 'y', 'z'), [
      words('x', 'y'),
      words('z'),
    ])
    const nothing = scores[2]!
    expect((scores[1]! - nothing) / (scores[0]! - nothing)).toBeCloseTo((1 + Math.SQRT2) / 4, 12)
    expect(bestPart.slice(0, 2)).toEqual([0, 1])
  })

  it('does not let one rare word in a part of its own outweigh what the rest of the question asks', () => {
    const others = Array.from(
      { length: 400 },
      (_, at) => `only${at} ${['burn', 'area', 'severity'][at % 20] ?? 'x'} y`,
    )
    const index = library('burn area severity', 'named thing y', ...others)
    const question = words('burn', 'area', 'severity', 'named')
    const { scores } = textWithParts(index, question, [words('burn', 'area', 'severity'), words('named')])
    expect(order(scores)[0]).toBe(0)
  })

  it('keeps the order of the whole question where it is its only part', () => {
    const index = library('burn severity', 'burn area', 'lake area', 'cloud')
    const question = words('burn', 'area')
    expect(order(textWithParts(index, question, [question]).scores)).toEqual(
      order(textWithParts(index, question, []).scores),
    )
  })

  it('hears a part whose words the question has not', () => {
    const { scores, bestPart } = textWithParts(library('burn severity', 'lake area'), words('haze'), [
      words('valley'),
      words('lake'),
    ])
    expect(order(scores)[0]).toBe(1)
    expect(bestPart[1]).toBe(1)
  })

  it('takes the best part by meaning where all have vectors', () => {
    const vectors = [normalise([1, 0]), normalise([0, 1])]
    const index = new ToolIndex(
      vectors.map((vector, at) => ({ name: String(at), tokens: [`t${at}`], vector })),
    )
    const part = (x: number, y: number): ReadText => ({ tokens: ['other'], vector: normalise([x, y]) })
    const { bestPart } = textWithParts(index, part(1, 1), [part(1, 0), part(0, 1)])
    expect(bestPart).toEqual([0, 1])
  })
})
