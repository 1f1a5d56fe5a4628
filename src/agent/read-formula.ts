import { formulaNames } from '../sensing/formula.ts'
import { sensorBand, type Sensor } from '../sensing/sensors.ts'
import { BAND_NAMES } from '../trace/port.ts'
import { inSigns } from './formula-words.ts'

export interface Formula {
  readonly expression: string
  /** True for a comparison: its result is a mask. */
  readonly isTrueOrFalse: boolean
  /** The words without the formula. */
  readonly left: string
}

/** Operators that people write as words. */
const WORDS: readonly (readonly [pattern: RegExp, sign: string])[] = [
  // 'Over 0.1' is a limit.
  [/^(divided by|over(?!\s*-?\d))/i, '/'],
  [/^(multiplied by|times)/i, '*'],
  [/^minus\b/i, '-'],
  [/^plus\b/i, '+'],
]
const SIGN = /^(>=|<=|[-+*/^()<>≥≤−·×])/
const NAME = /^[a-z][a-z0-9_]*/i
const NUMBER = /^\d+(\.\d+)?(?![\w-]*\d)/
const FUNCTIONS = /^(sqrt|log|exp|abs)(?=\s*\()/i
const SIGNS: Readonly<Record<string, string>> = { '−': '-', '·': '*', '×': '*', '≥': '>=', '≤': '<=' }

interface Token {
  readonly at: number
  readonly end: number
  readonly text: string
  readonly kind: 'operand' | 'operator'
}

/**
 * The longest formula over bands that stands in the words: names of bands or a sensor's own ('B8A'), numbers, signs or
 * their names. Null where there is none with a sign and two operands, of which one is a band.
 */
export function readFormula(said: string, sensors: readonly string[]): Formula | null {
  const text = inSigns(said)
  const runs = tokenRuns(text, sensors).flatMap((run) => {
    const formula = longestFormula(run)
    return formula ? [formula] : []
  })
  const best = runs.sort((a, b) => b.length - a.length)[0]
  if (!best) return null
  const expression = best.map(({ text: part }) => part).join(' ')
  const isTrueOrFalse = /[<>]/.test(expression)
  return {
    expression,
    isTrueOrFalse,
    left: `${text.slice(0, best[0]!.at)} · ${text.slice(best.at(-1)!.end)}`,
  }
}

/** Runs of tokens that follow each other with nothing but spaces between. */
function tokenRuns(text: string, sensors: readonly string[]): Token[][] {
  const runs: Token[][] = [[]]
  let at = 0
  while (at < text.length) {
    const space = /^\s+/.exec(text.slice(at))?.[0].length ?? 0
    at += space
    const token = tokenAt(text, at, sensors)
    if (token) {
      runs.at(-1)!.push(token)
      at = token.end
      continue
    }
    if (runs.at(-1)!.length > 0) runs.push([])
    at += /^[\p{L}\p{N}_]+|^./u.exec(text.slice(at))?.[0].length ?? 1
  }
  return runs
}

function tokenAt(text: string, at: number, sensors: readonly string[]): Token | null {
  const rest = text.slice(at)
  const make = (length: number, said: string, kind: Token['kind']): Token => ({
    at,
    end: at + length,
    text: said,
    kind,
  })
  for (const [pattern, sign] of WORDS) {
    const match = pattern.exec(rest)
    if (match) return make(match[0].length, sign, 'operator')
  }
  const call = FUNCTIONS.exec(rest)
  if (call) return make(call[0].length, call[0].toLowerCase(), 'operator')
  const sign = SIGN.exec(rest)
  if (sign) return make(sign[0].length, SIGNS[sign[0]] ?? sign[0], 'operator')
  const number = NUMBER.exec(rest)
  if (number) return make(number[0].length, number[0], 'operand')
  const name = NAME.exec(rest)?.[0]
  const band = name === undefined ? null : bandNamed(name, sensors)
  return band === null ? null : make(name!.length, band, 'operand')
}

function bandNamed(name: string, sensors: readonly string[]): string | null {
  const lower = name.toLowerCase()
  if (BAND_NAMES.some((known) => known === lower)) return lower
  if (!/^b\d/i.test(name)) return null
  const found = new Set(sensors.flatMap((sensor) => sensorBand(sensor as Sensor, name)?.name ?? []))
  return found.size === 1 ? [...found][0]! : null
}

/** The longest part of a run that is a formula. */
function longestFormula(run: readonly Token[]): readonly Token[] | null {
  for (let length = run.length; length >= 3; length--) {
    for (let from = 0; from + length <= run.length; from++) {
      const part = run.slice(from, from + length)
      if (isFormula(part)) return part
    }
  }
  return null
}

function isFormula(part: readonly Token[]): boolean {
  if (part.filter(({ kind }) => kind === 'operand').length < 2) return false
  if (!part.some(({ kind, text }) => kind === 'operator' && !/[()]/.test(text))) return false
  return (formulaNames(part.map(({ text }) => text).join(' ')) ?? []).length > 0
}
