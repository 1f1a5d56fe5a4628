import { shapeFaults } from '../memory/index.ts'
import type { Answer, AnswerSpace, AnswerSpan, Citation } from '../trace/events.ts'
import type { Unit } from '../trace/quantity.ts'
import { quantityName } from './figures.ts'
import type { DoneStep } from './types.ts'
import { convertUnit, unitFamily } from '../trace/units.ts'

const NUMERAL = /[-−]?\d[\d,]*(?:\.\d+)?/g

export interface GroundingInput {
  readonly answer: Answer
  readonly space: AnswerSpace
  readonly steps: readonly DoneStep[]
  /** Numerals that may stand without a citation: of the question, arguments, dates and other typed facts. */
  readonly facts: readonly string[]
}

/**
 * φ: what is wrong with an answer, in our words; empty where it stands. Every figure must be cited to an observation of
 * this run and equal it up to rounding or a change of unit, or be a figure of the question or of typed facts.
 */
export function answerFaults({ answer, space, steps, facts }: GroundingInput): string[] {
  const faults = [...shapeFaults(answer, space)]
  const spans = [...answer.spans, ...answer.caveats.flat()]
  for (const citation of [...answer.evidence, ...spans.flatMap((span) => (span.cite ? [span.cite] : []))]) {
    if (!isObserved(citation, steps))
      faults.push(`${citation.name} of step ${citation.step} was not observed`)
  }
  const known = new Set(facts.flatMap(numerals))
  for (const span of spans) faults.push(...spanFaults(span, known))
  if (
    answer.value !== null &&
    !answer.evidence.some((citation) => isValueOf(answer.value!, answer.unit, citation))
  ) {
    faults.push('the value does not follow from what is cited')
  }
  return [...new Set(faults)]
}

/** Numerals of a text, without thousands separators. */
export function numerals(text: string): string[] {
  return [...text.matchAll(NUMERAL)].map(([numeral]) => numeral.replaceAll(',', '').replace('−', '-'))
}

function spanFaults(span: AnswerSpan, known: ReadonlySet<string>): string[] {
  const found = numerals(span.text)
  if (!span.cite) {
    return found
      .filter((numeral) => !known.has(numeral) && !known.has(numeral.replace(/^-/, '')))
      .map((numeral) => `${numeral} has no source`)
  }
  const { value, unit } = span.cite
  if (typeof value === 'string')
    return span.text.includes(value) ? [] : [`'${span.text}' is not the ${span.cite.name} observed`]
  return found.every((numeral) => isRoundingOf(numeral, value, unit))
    ? []
    : [`${span.text} is not the ${span.cite.name} observed`]
}

function isObserved(citation: Citation, steps: readonly DoneStep[]): boolean {
  const observation = steps.find((step) => step.step === citation.step)?.observation
  if (!observation) return false
  if (typeof citation.value === 'string') {
    return observation.labels.some(({ name, value }) => name === citation.name && value === citation.value)
  }
  const coordinates = observation.places.flatMap(({ geometry }) =>
    geometry.type === 'Point' ? geometry.coordinates : [],
  )
  return (
    observation.facts[citation.name] === citation.value ||
    observation.numbers.some(
      (quantity) => quantityName(quantity) === citation.name && quantity.value === citation.value,
    ) ||
    coordinates.includes(citation.value)
  )
}

/** True where the numeral is the value, or the value in another unit of its family, rounded to the numeral's digits. */
function isRoundingOf(numeral: string, value: number, unit: Unit | null): boolean {
  const shown = Number(numeral)
  const decimals = /\.(\d+)/.exec(numeral)?.[1]?.length ?? 0
  const half = 0.5 * 10 ** -decimals * (1 + 1e-9)
  return inAllUnits(value, unit).some((candidate) => Math.abs(candidate - shown) <= half)
}

function isValueOf(value: number, unit: Unit | null, citation: Citation): boolean {
  if (typeof citation.value === 'string') return false
  const converted = unit && citation.unit ? convertUnit(citation.value, citation.unit, unit) : citation.value
  return converted !== null && Math.abs(converted - value) <= Math.abs(value) * 1e-9
}

function inAllUnits(value: number, unit: Unit | null): number[] {
  if (unit === null) return [value]
  return unitFamily(unit)
    .map((other) => convertUnit(value, unit, other))
    .filter((candidate) => candidate !== null)
}
