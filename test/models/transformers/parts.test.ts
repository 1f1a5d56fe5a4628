import { describe, expect, it } from 'vitest'
import { firstTokens, sharedLength } from '../../../src/models/transformers/cache.ts'
import { logProbability, sequenceLogProbability } from '../../../src/models/transformers/log-probability.ts'
import { TextStream } from '../../../src/models/transformers/text-stream.ts'
import { bytesOfTokens } from '../../../src/models/transformers/vocabulary.ts'

describe('sequenceLogProbability', () => {
  // Softmax of ln(1, 2, 5) is (0.125, 0.25, 0.625).
  const row = Float32Array.of(Math.log(1), Math.log(2), Math.log(5))

  it('is the sum over the tokens and the end of the turn', () => {
    expect(Math.exp(sequenceLogProbability([row, row, row], [0, 1], [2]))).toBeCloseTo(
      0.125 * 0.25 * 0.625,
      6,
    )
  })

  it('counts any of several ends', () => {
    expect(Math.exp(sequenceLogProbability([row], [], [0, 2]))).toBeCloseTo(0.75, 6)
  })

  it('stands large logits', () => {
    expect(logProbability(Float32Array.of(1000, 1000), [0])).toBeCloseTo(-Math.LN2, 6)
  })
})

describe('cache', () => {
  it('keeps the first tokens of each head', () => {
    // 2 heads, 3 tokens, size 2: head, token and place are the digits.
    const data = Float32Array.of(0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121)
    expect([...firstTokens(data, 2, 3, 2, 2)]).toEqual([0, 1, 10, 11, 100, 101, 110, 111])
  })

  it('counts what two sequences share', () => {
    expect(sharedLength([1, 2, 3], [1, 2, 4, 3])).toBe(2)
    expect(sharedLength([], [1])).toBe(0)
  })
})

describe('bytesOfTokens', () => {
  it('reads bytes that are shown as letters', () => {
    const bytes = bytesOfTokens(
      new Map([
        ['Ġ', 0],
        ['ĠSÃ£o', 1],
        ['Ċ', 2],
        ['<|im_end|>', 4],
        ['Ã', 5],
      ]),
      new Set([4]),
    )
    expect(bytes.map((each) => each && [...each])).toEqual([
      [0x20],
      [0x20, 0x53, 0xc3, 0xa3, 0x6f],
      [0x0a],
      null,
      null,
      [0xc3],
    ])
  })

  it('reads pieces of SentencePiece', () => {
    const bytes = bytesOfTokens(
      new Map([
        ['▁São', 0],
        ['<0xE2>', 1],
      ]),
      new Set(),
    )
    expect(bytes.map((each) => [...each!])).toEqual([[0x20, 0x53, 0xc3, 0xa3, 0x6f], [0xe2]])
  })
})

describe('TextStream', () => {
  it('holds a character back until it is whole, and gives the same text in pieces and at the end', () => {
    const bytes = new TextEncoder().encode('né🌱!')
    const decode = (tokens: readonly number[]) => new TextDecoder().decode(Uint8Array.from(tokens))
    const pieces: string[] = []
    const stream = new TextStream(decode, (piece) => pieces.push(piece))
    for (const byte of bytes) stream.add(byte)
    expect(stream.end()).toBe('né🌱!')
    expect(pieces).toEqual(['n', 'é', '🌱', '!'])
  })
})
