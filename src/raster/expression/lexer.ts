import { AppError } from '../../lib/errors.ts'

export interface Token {
  readonly kind: 'number' | 'name' | 'symbol' | 'end'
  /** As the grammar spells it: '−' is '-', '**' is '^', '&&' is 'and'. */
  readonly text: string
  /** Place of the first character, from 1. */
  readonly at: number
}

/** Longest expression that is read: far above any formula, far below what could hold the machine up. */
const MAX_CHARACTERS = 2000
const MAX_NAME = 64

const SPACE = /\s+/y
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SYMBOL = /\*\*|&&|\|\||[<>=!]=|[-+*/^<>(),−·⋅×÷≤≥≠²³√]/y

/** Signs of printed formulas and of other languages, each with its spelling here. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '−': '-',
  '·': '*',
  '⋅': '*',
  '×': '*',
  '÷': '/',
  '**': '^',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '&&': 'and',
  '||': 'or',
}
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not'])

export function unreadable(problem: string): AppError {
  return new AppError('invalid_input', `the expression cannot be read: ${problem}`)
}

/** The tokens of a text, the last of them 'end'. Throws invalid_input for what is too long or no part of the language. */
export function tokenise(text: string): Token[] {
  if (text.length > MAX_CHARACTERS) {
    throw unreadable(`it has ${text.length} characters, at most ${MAX_CHARACTERS} are allowed`)
  }
  const tokens: Token[] = []
  let place = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = place
    const found = pattern.exec(text)?.[0]
    place += found?.length ?? 0
    return found
  }
  for (;;) {
    take(SPACE)
    const at = place + 1
    if (place === text.length) {
      tokens.push({ kind: 'end', text: 'the end', at })
      return tokens
    }
    const digits = take(NUMBER)
    const name = digits === undefined ? take(NAME) : undefined
    const symbol = digits === undefined && name === undefined ? take(SYMBOL) : undefined
    if (digits !== undefined) {
      if (!Number.isFinite(Number(digits))) throw unreadable(`the number at character ${at} is too large`)
      tokens.push({ kind: 'number', text: digits, at })
    } else if (name !== undefined) {
      if (name.length > MAX_NAME) {
        throw unreadable(`the name at character ${at} is longer than ${MAX_NAME} characters`)
      }
      tokens.push({ kind: WORDS.has(name) ? 'symbol' : 'name', text: name, at })
    } else if (symbol === '√') {
      tokens.push({ kind: 'name', text: 'sqrt', at })
    } else if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', text: SPELLINGS[symbol] ?? symbol, at })
    } else {
      throw unreadable(strangerAt(text, place))
    }
  }
}

function strangerAt(text: string, place: number): string {
  const stranger = String.fromCodePoint(text.codePointAt(place)!)
  const hints: Readonly<Record<string, string>> = { '=': "; write '=='", '!': "; write 'not'" }
  // Controls, marks and lone surrogates would garble the message: their number is shown instead.
  const shown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(stranger)
    ? `'${stranger}'`
    : `U+${stranger.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  return `${shown} at character ${place + 1} has no meaning here${hints[stranger] ?? ''}`
}
