import { AppError } from '../../lib/errors.ts'
import {
  LAST_CODE_POINT,
  type CharacterClass,
  type Element,
  type Grammar,
  type Rule,
  type Sequence,
} from './grammar.ts'

/** A repetition of more than this is a mistake of whoever wrote the schema. */
const MOST_REPEATS = 10_000

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads the grammar notation of llama.cpp: rules, strings, character classes, `.`, groups, `|`, `* + ? {m,n}` and
 * comments. Throws invalid_input where it is none, or names a rule that is not there.
 */
export function readGbnf(text: string): Grammar {
  return new Reader(text).read()
}

class Reader {
  private at = 0
  private readonly rules = new Map<string, Rule>()
  private readonly defined = new Set<string>()

  constructor(private readonly text: string) {}

  read(): Grammar {
    this.skip(true)
    while (this.at < this.text.length) {
      const name = this.match(/[A-Za-z0-9_-]+/y) ?? this.fail('the name of a rule')
      this.skip(false)
      if (!this.take('::=')) this.fail('::=')
      this.rule(name).alternatives.push(...this.alternatives(false))
      this.defined.add(name)
      this.skip(true)
    }
    const lacking = [...this.rules.keys(), 'root'].find((name) => !this.defined.has(name))
    if (lacking !== undefined) throw new AppError('invalid_input', `the grammar has no rule named ${lacking}`)
    return { root: this.rule('root') }
  }

  private rule(name: string): Rule {
    const known = this.rules.get(name) ?? { alternatives: [] }
    this.rules.set(name, known)
    return known
  }

  /** Inside parentheses a line may end anywhere, outside only after `|` and `::=`. */
  private alternatives(inside: boolean): Sequence[] {
    const found: Sequence[] = []
    do {
      this.skip(true)
      found.push(this.sequence(inside))
      this.skip(inside)
    } while (this.take('|'))
    return found
  }

  private sequence(inside: boolean): Sequence {
    const elements: Element[] = []
    for (;;) {
      this.skip(inside)
      const item = this.item()
      if (!item) return elements
      elements.push(...this.repeated(item))
    }
  }

  private item(): Sequence | null {
    const next = this.text[this.at]
    if (next === '"') return this.string()
    if (next === '[') return [this.characterClass()]
    if (this.take('.')) return [{ kind: 'characters', ranges: [[0, LAST_CODE_POINT]], negated: false }]
    if (this.take('(')) {
      const rule: Rule = { alternatives: this.alternatives(true) }
      if (!this.take(')')) this.fail(')')
      return [{ kind: 'rule', rule }]
    }
    const name = this.match(/[A-Za-z0-9_-]+/y)
    return name === null ? null : [{ kind: 'rule', rule: this.rule(name) }]
  }

  private string(): Sequence {
    this.at++
    const elements: Element[] = []
    while (!this.take('"')) {
      const code = this.codePoint()
      elements.push({ kind: 'characters', ranges: [[code, code]], negated: false })
    }
    return elements
  }

  private characterClass(): CharacterClass {
    this.at++
    const negated = this.take('^')
    const ranges: [number, number][] = []
    while (!this.take(']')) {
      const first = this.codePoint()
      const isRange = this.text[this.at] === '-' && this.text[this.at + 1] !== ']'
      if (isRange) this.at++
      ranges.push([first, isRange ? this.codePoint() : first])
    }
    return { kind: 'characters', ranges, negated }
  }

  private codePoint(): number {
    const code = this.text.codePointAt(this.at) ?? this.fail('the end of a string or class')
    this.at += code > 0xffff ? 2 : 1
    if (code !== 0x5c) return code
    const hex = this.match(/x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}/y)
    if (hex !== null) return parseInt(hex.slice(1), 16)
    const letter = this.match(/[\s\S]/y) ?? this.fail('an escaped character')
    return (ESCAPES[letter] ?? letter).codePointAt(0)!
  }

  private repeated(item: Sequence): Sequence {
    if (this.take('*')) return [any(item)]
    if (this.take('+')) return [...item, any(item)]
    if (this.take('?')) return upTo(item, 1)
    const counts = this.match(/\{\s*\d+\s*(,\s*\d*\s*)?\}/y)
    if (counts === null) return item
    const [least, most] = counts
      .slice(1, -1)
      .split(',')
      .map((each) => each.trim())
    const minimum = Number(least)
    const maximum = most === undefined ? minimum : most === '' ? null : Number(most)
    if (Math.max(minimum, maximum ?? 0) > MOST_REPEATS) this.fail(`at most ${MOST_REPEATS} repetitions`)
    return [
      ...Array.from({ length: minimum }, () => item).flat(),
      ...(maximum === null ? [any(item)] : upTo(item, maximum - minimum)),
    ]
  }

  /** Blanks and comments, with `lines` line ends too. */
  private skip(lines: boolean): void {
    this.match(lines ? /(?:\s|#[^\n]*)*/y : /(?:[ \t]|#[^\n]*)*/y)
  }

  private take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }

  private fail(wanted: string): never {
    const rest = JSON.stringify(this.text.slice(this.at, this.at + 20))
    throw new AppError('invalid_input', `the grammar needs ${wanted} where it has ${rest}`)
  }
}

function any(item: Sequence): Element {
  const rule: Rule = { alternatives: [] }
  const call: Element = { kind: 'rule', rule }
  rule.alternatives.push([...item, call], [])
  return call
}

function upTo(item: Sequence, count: number): Sequence {
  let rest: Sequence = []
  for (let left = count; left > 0; left--) {
    rest = [{ kind: 'rule', rule: { alternatives: [[...item, ...rest], []] } }]
  }
  return rest
}
