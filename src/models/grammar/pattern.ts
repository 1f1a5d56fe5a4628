import { AppError } from '../../lib/errors.ts'
import { charClass, complement, literal, without, type Span } from './code-points.ts'

/**
 * GBNF of the insides of a JSON string that match a regular expression: literals, classes, \d \w \s, '.', groups,
 * alternatives and counts; ^ and $ at its two ends alone. Signs that JSON writes with a backslash are left out of
 * classes. Throws invalid_input for anything else.
 */
export function patternToGbnf(pattern: string, character: string): string {
  const reader = new PatternReader(pattern, character)
  return reader.whole()
}

/** What a JSON string does not hold as it is: control characters, the quote and the backslash. */
const ESCAPED: readonly Span[] = [
  [0, 0x1f],
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x7f, 0x7f],
]

const CLASSES: Readonly<Record<string, readonly Span[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [[0x20, 0x20]],
}

class PatternReader {
  #at = 0
  #depth = 0
  #partedAtTop = false
  readonly #signs: readonly string[]

  constructor(
    readonly pattern: string,
    readonly character: string,
  ) {
    this.#signs = Array.from(pattern)
  }

  whole(): string {
    const open = !this.#take('^')
    const inside = this.#alternatives()
    const end = this.#take('$')
    // There an anchor would belong to one alternative alone.
    const parted = this.#partedAtTop && !(open && !end)
    if (this.#at < this.#signs.length || parted) this.#refuse()
    return [open ? `${this.character}*` : '', `(${inside})`, end ? '' : `${this.character}*`].join(' ').trim()
  }

  #alternatives(): string {
    this.#depth++
    const found = [this.#sequence()]
    while (this.#take('|')) found.push(this.#sequence())
    this.#depth--
    if (this.#depth === 0) this.#partedAtTop = found.length > 1
    return found.join(' | ')
  }

  #sequence(): string {
    const parts: string[] = []
    while (this.#at < this.#signs.length && !['|', ')'].includes(this.#next()!) && !this.#atEnd()) {
      parts.push(this.#atom() + this.#count())
    }
    return parts.length > 0 ? parts.join(' ') : '""'
  }

  #atom(): string {
    const sign = this.#signs[this.#at++]!
    if (sign === '(') {
      if (this.#take('?') && !this.#take(':')) this.#refuse()
      const inside = this.#alternatives()
      if (!this.#take(')')) this.#refuse()
      return `(${inside})`
    }
    if (sign === '[') return this.#class()
    if (sign === '.') return charClass(complement(ESCAPED))
    if (sign === '\\') {
      const spans = this.#escape()
      return this.#spansAsAtom(spans)
    }
    if ('^$*+?{}'.includes(sign)) this.#refuse()
    return literal(JSON.stringify(sign).slice(1, -1))
  }

  #spansAsAtom(spans: readonly Span[]): string {
    const [only] = spans
    if (spans.length === 1 && only![0] === only![1]) {
      return literal(JSON.stringify(String.fromCodePoint(only![0])).slice(1, -1))
    }
    return charClass(without(spans, ESCAPED))
  }

  #class(): string {
    const negated = this.#take('^')
    const spans: Span[] = []
    while (!this.#take(']')) {
      const from = this.#classSign()
      const [first] = from
      if (this.#next() === '-' && this.#signs[this.#at + 1] !== ']' && from.length === 1) {
        this.#at++
        const [last] = this.#classSign()
        spans.push([first![0], last![1]])
      } else {
        spans.push(...from)
      }
    }
    const held = without(negated ? complement(spans) : spans, ESCAPED)
    if (held.length === 0) this.#refuse()
    return charClass(held)
  }

  #classSign(): readonly Span[] {
    const sign = this.#signs[this.#at++]
    if (sign === undefined) this.#refuse()
    if (sign === '\\') return this.#escape()
    const code = sign.codePointAt(0)!
    return [[code, code]]
  }

  /** What stands behind a backslash. */
  #escape(): readonly Span[] {
    const sign = this.#signs[this.#at++]
    if (sign === undefined) this.#refuse()
    const known = CLASSES[sign]
    if (known) return known
    if (/[A-Za-z0-9]/.test(sign)) this.#refuse()
    const code = sign.codePointAt(0)!
    return [[code, code]]
  }

  #count(): string {
    const sign = this.#next()
    if (sign === '*' || sign === '+' || sign === '?') {
      this.#at++
      if (this.#next() === '?') this.#refuse()
      return sign
    }
    const [counts] = /^\{\d+(,\d*)?\}/.exec(this.#signs.slice(this.#at).join('')) ?? []
    this.#at += counts?.length ?? 0
    return counts ?? ''
  }

  #atEnd(): boolean {
    return this.#next() === '$' && this.#at === this.#signs.length - 1
  }

  #next(): string | undefined {
    return this.#signs[this.#at]
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false
    this.#at++
    return true
  }

  #refuse(): never {
    throw new AppError('invalid_input', `the pattern ${this.pattern} cannot be held by a grammar`)
  }
}
