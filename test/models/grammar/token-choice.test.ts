import { describe, expect, it } from 'vitest'
import { Acceptor } from '../../../src/models/grammar/acceptor.ts'
import { readGbnf } from '../../../src/models/grammar/read-gbnf.ts'
import { TokenChoice } from '../../../src/models/grammar/token-choice.ts'

const END = 0
const encoder = new TextEncoder()

/** Token 0 is the end; the others are given. */
function choiceOf(tokens: readonly (string | number[])[]) {
  const bytes = tokens.map((each) =>
    typeof each === 'string' ? encoder.encode(each) : Uint8Array.from(each),
  )
  return new TokenChoice([null, ...bytes])
}

describe('TokenChoice', () => {
  const tokens = ['n', 'ni', 'nir', 'red', 're', 'd', 'x', 'nirx', [0xc3], [0xa9]]
  const choice = choiceOf(tokens)
  const acceptor = new Acceptor(readGbnf('root ::= "nir" | "red" | "é"'))

  /** The wish of a model: the first is the likeliest. */
  const wish = (...ids: number[]) => {
    const logits = new Float32Array(tokens.length + 1).fill(-9)
    ids.forEach((id, at) => (logits[id] = -at))
    return logits
  }

  it('takes the likeliest token that the grammar allows', () => {
    const picked = choice.best(acceptor, acceptor.start, wish(7, 8, END, 2, 3), [END])
    expect(picked?.token).toBe(2)
  })

  it('goes on inside a token and inside a character', () => {
    const ni = acceptor.read(acceptor.start, encoder.encode('ni'))!
    expect(choice.best(acceptor, ni, wish(3, 1), [END])).toBeNull()
    const half = choice.best(acceptor, acceptor.start, wish(9, 1), [END])!
    expect(half.token).toBe(9)
    expect(choice.best(acceptor, half.state, wish(1, 10), [END])?.token).toBe(10)
  })

  it('ends where the text is complete and nowhere else', () => {
    const done = acceptor.read(acceptor.start, encoder.encode('red'))!
    expect(choice.best(acceptor, done, wish(1, 2), [END])?.token).toBe(END)
  })

  it('finds the only allowed token of a large vocabulary, as a search of each token does', () => {
    const many = Array.from({ length: 30_000 }, (_, at) => at.toString(36))
    const large = choiceOf(many)
    const digits = new Acceptor(readGbnf('root ::= "b" ("9" | "z") [0-9]'))
    const logits = Float32Array.from({ length: many.length + 1 }, (_, id) => Math.sin(id * 7))
    const allowed = many
      .map((text, at) => ({ id: at + 1, state: digits.read(digits.start, encoder.encode(text)) }))
      .filter(({ state }) => state !== null)
    const best = allowed.reduce((a, b) => (logits[b.id]! > logits[a.id]! ? b : a))
    expect(allowed.length).toBeGreaterThan(10)
    expect(large.best(digits, digits.start, logits, [END])?.token).toBe(best.id)
  })
})
