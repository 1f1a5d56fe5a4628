import type { Acceptor, AcceptorState } from './acceptor.ts'

/** Tokens that are tried by their rank before all are looked at. */
const TRIED = 16

/**
 * Picks tokens whose bytes keep a text within a grammar. Looks at the likeliest tokens first; where those are refused, at
 * the whole vocabulary in the order of its bytes, so that a refused beginning is refused once for all tokens that have it.
 */
export class TokenChoice {
  /** Ids of tokens that are text, in the order of their bytes. */
  private readonly order: Int32Array
  /** How many bytes each shares with the one before it in the order. */
  private readonly shared: Uint16Array

  /** `bytes` by token id; null for what is no text, which is never picked. */
  constructor(private readonly bytes: readonly (Uint8Array | null)[]) {
    const ids = [...bytes.keys()].filter((id) => (bytes[id]?.length ?? 0) > 0)
    this.order = Int32Array.from(ids.sort((a, b) => compare(bytes[a]!, bytes[b]!)))
    this.shared = Uint16Array.from(this.order, (id, at) =>
      at === 0 ? 0 : sharedBytes(bytes[this.order[at - 1]!]!, bytes[id]!),
    )
  }

  /**
   * The likeliest token that the grammar allows and the state after it; one of `ends`, with the state as it is, where the
   * text may end. Null where nothing is allowed.
   */
  best(
    acceptor: Acceptor,
    state: AcceptorState,
    logits: Float32Array,
    ends: readonly number[],
  ): { token: number; state: AcceptorState } | null {
    const refused = new Set<number>()
    for (let tries = 0; tries < TRIED; tries++) {
      const token = likeliest(logits, refused)
      if (token < 0) return null
      const after = this.after(acceptor, state, token, ends)
      if (after) return { token, state: after }
      refused.add(token)
    }
    return this.bestOfAll(acceptor, state, logits, ends)
  }

  private after(acceptor: Acceptor, state: AcceptorState, token: number, ends: readonly number[]) {
    if (ends.includes(token)) return state.complete ? state : null
    const bytes = this.bytes[token]
    return bytes && bytes.length > 0 ? acceptor.read(state, bytes) : null
  }

  private bestOfAll(
    acceptor: Acceptor,
    state: AcceptorState,
    logits: Float32Array,
    ends: readonly number[],
  ): { token: number; state: AcceptorState } | null {
    let best: { token: number; state: AcceptorState } | null = null
    const consider = (token: number, after: AcceptorState) => {
      if (!best || logits[token]! > logits[best.token]!) best = { token, state: after }
    }
    if (state.complete) for (const token of ends) consider(token, state)
    /** States after 0, 1, … bytes of the token at hand; shorter than its bytes where it was refused. */
    const states: AcceptorState[] = [state]
    for (let at = 0; at < this.order.length; at++) {
      const shared = this.shared[at]!
      if (shared >= states.length) continue
      states.length = shared + 1
      const token = this.order[at]!
      const bytes = this.bytes[token]!
      while (states.length <= bytes.length) {
        const after = acceptor.next(states[states.length - 1]!, bytes[states.length - 1]!)
        if (!after) break
        states.push(after)
      }
      if (states.length > bytes.length) consider(token, states[bytes.length]!)
    }
    return best
  }
}

function likeliest(logits: Float32Array, refused: ReadonlySet<number>): number {
  let best = -1
  let most = -Infinity
  for (let id = 0; id < logits.length; id++) {
    if (logits[id]! > most && !refused.has(id)) {
      best = id
      most = logits[id]!
    }
  }
  return best
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const shared = sharedBytes(a, b)
  return (a[shared] ?? -1) - (b[shared] ?? -1)
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
