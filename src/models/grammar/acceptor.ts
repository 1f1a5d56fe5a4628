import { holdsAny, LAST_CODE_POINT, type CharacterClass, type Grammar, type Sequence } from './grammar.ts'

/** A place in a sequence of the grammar, and where to go on once that sequence is through. */
interface Frame {
  readonly id: number
  readonly sequence: Sequence
  readonly at: number
  readonly below: Frame | null
}

/** What an acceptor has read: equal ones are the same object. */
export interface AcceptorState {
  /** True where the text may end here. */
  readonly complete: boolean
  /** Places before a character that may come next; none where the text can only end. */
  readonly frames: readonly Frame[]
  /** A code point of which only the first bytes were read. */
  readonly partial: Bits | null
}

/** Reads UTF-8 byte by byte and says after each whether it can still become a text of the grammar. */
export class Acceptor {
  readonly start: AcceptorState
  private readonly frames = new Map<string, Frame>()
  private readonly states = new Map<string, AcceptorState>()
  private readonly steps = new Map<AcceptorState, Map<number, AcceptorState | null>>()
  private readonly ids = new Map<Sequence, number>()

  constructor(grammar: Grammar) {
    const found = new Found()
    for (const sequence of grammar.root.alternatives) this.expand(sequence, 0, null, found)
    this.start = this.state(found, null)
  }

  /** The state after one more byte; null where no text of the grammar goes on so. */
  next(state: AcceptorState, byte: number): AcceptorState | null {
    const steps = this.steps.get(state) ?? new Map<number, AcceptorState | null>()
    this.steps.set(state, steps)
    const known = steps.get(byte)
    if (known !== undefined) return known
    const after = this.step(state, byte)
    steps.set(byte, after)
    return after
  }

  /** The state after several bytes. */
  read(state: AcceptorState, bytes: Iterable<number>): AcceptorState | null {
    let now: AcceptorState | null = state
    for (const byte of bytes) {
      now = this.next(now, byte)
      if (!now) return null
    }
    return now
  }

  private step({ frames, partial }: AcceptorState, byte: number): AcceptorState | null {
    const read = partial ? continued(partial, byte) : opened(byte)
    if (!read) return null
    const { bits, missing, least } = read
    const shift = 6 * missing
    const first = Math.max(least, bits << shift)
    const last = Math.min(LAST_CODE_POINT, (bits << shift) + (1 << shift) - 1)
    if (first > last || (first >= 0xd800 && last <= 0xdfff)) return null
    const fitting = frames.filter(({ sequence, at }) => holdsAny(sequence[at] as CharacterClass, first, last))
    if (fitting.length === 0) return null
    const found = new Found()
    if (missing > 0) for (const frame of fitting) found.frames.add(frame)
    else for (const { sequence, at, below } of fitting) this.expand(sequence, at + 1, below, found)
    return this.state(found, missing > 0 ? read : null)
  }

  /** Follows rules until a character is next, or the end. */
  private expand(sequence: Sequence, at: number, below: Frame | null, found: Found): void {
    const element = sequence[at]
    if (element === undefined) {
      if (below) this.expand(below.sequence, below.at, below.below, found)
      else found.complete = true
      return
    }
    const frame = this.frame(sequence, at, below)
    if (found.seen.has(frame)) return
    found.seen.add(frame)
    if (element.kind === 'characters') {
      found.frames.add(frame)
      return
    }
    // The last call of a sequence has nothing to come back to, so that repetitions do not pile up.
    const back = at + 1 < sequence.length ? this.frame(sequence, at + 1, below) : below
    for (const alternative of element.rule.alternatives) this.expand(alternative, 0, back, found)
  }

  private frame(sequence: Sequence, at: number, below: Frame | null): Frame {
    let id = this.ids.get(sequence)
    if (id === undefined) this.ids.set(sequence, (id = this.ids.size))
    const key = `${id} ${at} ${below?.id ?? ''}`
    const known = this.frames.get(key) ?? { id: this.frames.size, sequence, at, below }
    this.frames.set(key, known)
    return known
  }

  private state({ frames, complete }: Found, partial: AcceptorState['partial']): AcceptorState {
    const ids = [...frames].map(({ id }) => id).sort((a, b) => a - b)
    const key = `${ids.join(' ')}|${complete}|${partial ? `${partial.bits} ${partial.missing} ${partial.least}` : ''}`
    const known = this.states.get(key) ?? { frames: [...frames], complete, partial }
    this.states.set(key, known)
    return known
  }
}

class Found {
  readonly frames = new Set<Frame>()
  readonly seen = new Set<Frame>()
  complete = false
}

interface Bits {
  readonly bits: number
  /** Bytes to come. */
  readonly missing: number
  /** The least code point that is written with so many bytes. */
  readonly least: number
}

/** The first byte of a code point. */
function opened(byte: number): Bits | null {
  if (byte < 0x80) return { bits: byte, missing: 0, least: 0 }
  if (byte >= 0xc2 && byte < 0xe0) return { bits: byte & 0x1f, missing: 1, least: 0x80 }
  if (byte >= 0xe0 && byte < 0xf0) return { bits: byte & 0x0f, missing: 2, least: 0x800 }
  if (byte >= 0xf0 && byte < 0xf5) return { bits: byte & 0x07, missing: 3, least: 0x10000 }
  return null
}

function continued({ bits, missing, least }: Bits, byte: number): Bits | null {
  return (byte & 0xc0) === 0x80 ? { bits: (bits << 6) | (byte & 0x3f), missing: missing - 1, least } : null
}
