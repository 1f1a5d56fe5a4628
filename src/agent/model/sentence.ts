import type { AnswerSpan } from '../../trace/events.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import { convertUnit } from '../../trace/units.ts'
import { citeQuantity, type Found } from '../figures.ts'
import { numerals } from '../grounding.ts'
import { UNIT_WORDS } from '../question-words.ts'
import type { DoneStep } from '../types.ts'

const LONGEST = 400
/** Amounts in words cannot be held against what was measured. */
const AMOUNT_WORDS =
  /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|halves|twice|double[ds]?|triple[ds]?|quarters?)\b/i
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const FOREIGN = /[<>[\]{}`|]|\bhttps?:|\bwww\.|\b(system|assistant|user)\s*:/i

export interface SentenceInput {
  readonly found: Found
  readonly done: readonly DoneStep[]
  /** Texts of typed facts and the question, whose figures may stand without a citation. */
  readonly facts: readonly string[]
}

/** A model's sentence with each figure cited to the step that measured it, or in one line why it is not shown. */
export function citedSentence(text: string, { found, done, facts }: SentenceInput): AnswerSpan[] | string {
  const sentence = text.trim()
  if (sentence === '' || sentence.length > LONGEST) return 'it is empty or too long'
  if (UNPRINTABLE.test(sentence) || FOREIGN.test(sentence)) return 'it is not plain text of one line'
  const amount = AMOUNT_WORDS.exec(sentence)
  if (amount && !facts.some((fact) => fact.toLowerCase().includes(amount[0].toLowerCase())))
    return 'it tells an amount in words; figures have to be written in digits'
  const known = new Set(facts.flatMap(numerals))
  const spans: AnswerSpan[] = []
  let said = 0
  for (const match of sentence.matchAll(/[-−]?\d[\d,]*(?:\.\d+)?/g)) {
    const end = match.index + match[0].length
    const numeral = numerals(match[0])[0]!
    const measured = measuredAs(numeral, unitAfter(sentence.slice(end)), found, done)
    if (measured === null) {
      if (known.has(numeral) || known.has(numeral.replace(/^-/, ''))) continue
      return `its figure ${match[0]} was not measured`
    }
    if (match.index > said) spans.push({ text: sentence.slice(said, match.index) })
    spans.push({ text: match[0], cite: citeQuantity(measured.step, measured.quantity) })
    said = end
  }
  if (said < sentence.length) spans.push({ text: sentence.slice(said) })
  return tellsAnswer(spans, sentence, found) ? spans : 'it does not tell what was measured'
}

/** The figure that a numeral is the rounding of, in the unit written after it; the answer's own goes first. */
function measuredAs(
  numeral: string,
  unit: Unit | null,
  found: Found,
  done: readonly DoneStep[],
): { readonly step: DoneStep; readonly quantity: Quantity } | null {
  const all = done.flatMap((step) =>
    (step.error ? [] : (step.observation?.numbers ?? [])).map((quantity) => ({ step, quantity })),
  )
  const own = found.kind === 'figure' ? [{ step: found.step, quantity: found.quantity }] : []
  const shown = Number(numeral)
  const half = 0.5 * 10 ** -(/\.(\d+)/.exec(numeral)?.[1]?.length ?? 0) * (1 + 1e-9)
  return (
    [...own, ...all].find(({ quantity }) => {
      const value = unit === null ? quantity.value : convertUnit(quantity.value, quantity.unit, unit)
      return value !== null && Math.abs(value - shown) <= half
    }) ?? null
  )
}

/** The unit that a text begins with, the longest that fits. */
function unitAfter(text: string): Unit | null {
  const begins = /^\s*[^\s.,;:]+(?: [^\s.,;:]+)?/.exec(text)?.[0] ?? ''
  const found = UNIT_WORDS.flatMap(([pattern, unit]) => {
    const match = pattern.exec(begins)
    return match && begins.slice(0, match.index).trim() === '' ? [{ unit, length: match[0].length }] : []
  })
  return found.sort((a, b) => b.length - a.length)[0]?.unit ?? null
}

function tellsAnswer(spans: readonly AnswerSpan[], sentence: string, found: Found): boolean {
  if (found.kind === 'label') return sentence.includes(found.value)
  if (found.kind === 'place') return true
  const cited = citeQuantity(found.step, found.quantity)
  return spans.some(
    ({ cite }) => cite?.step === cited.step && cite.name === cited.name && cite.value === cited.value,
  )
}
