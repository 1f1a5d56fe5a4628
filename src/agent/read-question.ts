import type { AnswerSpace, ReadSlot } from '../trace/events.ts'
import type { Unit } from '../trace/quantity.ts'
import { readDates } from './dates-in-text.ts'
import { momentIn, ordinalsIn, PLACE_WORDS, YES_NO } from './question-words.ts'
import { readAsks } from './read-ask.ts'
import { readSlots } from './read-slots.ts'
import { TextReader } from './text-reader.ts'
import type { Ask, Known, Question } from './types.ts'

/** Reads what is asked: the answer space, each thing asked for, the typed slots and the dates. */
export function readQuestion(text: string, known: Known): Question {
  const { stem, options } = splitOptions(text)
  const { indexNames } = known
  const asks = readAsks(stem, known)
  const reader = new TextReader(stem)
  const layers = reader.takeAll(/\b(?:scene|layer)-\d+\b/i).map(([id]) => id.toLowerCase())
  // A class of the layer asked about is found again by its number in the words.
  if (asks[0]!.ofProduct) reader.takeAll(/\bclass(?:es)? \d{1,3}\b/i)
  const dates = readDates(reader)
  const limit = YES_NO.test(stem) ? readLimit(reader, STATISTIC.test(stem)) : null
  const slots = withIndex(readSlots(reader, indexNames), asks[0]!)
  return {
    text,
    stem,
    space: answerSpace(options, asks[0]!),
    asks,
    slots: withSignOfLoss(slots, stem, asks[0]!.indices),
    thresholdOn: slots.some(({ slot }) => slot === 'threshold') ? thresholdOn(stem, asks[0]!) : null,
    dates,
    layers,
    limit,
    unknownIndices: unknownIndices(stem, indexNames),
    ordinals: ordinalsIn(stem),
    moment: momentIn(stem),
    rest: reader.rest,
  }
}

/** The one index that the words name, for tools that take it as an argument. */
function withIndex(slots: readonly ReadSlot[], { indices }: Ask): readonly ReadSlot[] {
  const [name, ...others] = indices
  return name !== undefined && others.length === 0 ? [...slots, { slot: 'index', value: name }] : slots
}

const LIMIT_UNITS: Readonly<Record<string, Unit>> = {
  ha: 'ha',
  hectares: 'ha',
  hectare: 'ha',
  km2: 'km2',
  'km²': 'km2',
  m2: 'm2',
  'm²': 'm2',
  '%': '%',
}

/** 'Is the mean NDVI greater than 0.5' compares a figure and cuts nothing. */
const STATISTIC = /\b(mean|average|median|maximum|minimum|max|min)\b/i

function readLimit(reader: TextReader, ofStatistic: boolean): Question['limit'] {
  const compared =
    '\\b(?:larger|bigger|more|greater|higher|smaller|less|lower|above|below|over|under|at least|at most)(?: than)? (-?[\\d.]+)'
  const match = reader.take(new RegExp(`${compared} ?(ha|hectares?|km2|km²|m2|m²|%)(?!\\w)`, 'i'))
  const unit = match && LIMIT_UNITS[match[2]!.toLowerCase()]
  if (match && unit) return { value: Number(match[1]), unit, words: `${match[1]!} ${match[2]!}` }
  const plain = ofStatistic ? reader.take(new RegExp(`${compared}(?![\\d.]*\\s*[\\w°%])`, 'i')) : null
  return plain ? { value: Number(plain[1]), unit: '1', words: plain[1]! } : null
}

/** 'RdNBR' and its like: capitals that end as the names of indices do. */
function unknownIndices(text: string, known: ReadonlySet<string>): string[] {
  const words = [
    ...text.matchAll(/\b[A-Za-z]*(?:NBR|NDVI|NDWI|NDSI|[A-Z]{2}VI|[A-Z]{2}WI|[A-Z]{2}BI|[A-Z]{2}SI)\d?\b/g),
  ].map(([word]) => word)
  return words.filter((word) => {
    const name = word.toLowerCase()
    return !known.has(name) && !(name.startsWith('d') && known.has(name.slice(1)))
  })
}

const FELL =
  /\b(fell|fall(?:en|s)?|dropp?(?:ed|s)?|decreased?|declined?|los[te]s?|sank|sunk|reduced)\b(?: \w+)? (?:by|more than|at least|over)\b/i
const ROSE =
  /\b(rose|rise[ns]?|increased?|gain(?:ed)?|grew|climbed)\b(?: \w+)? (?:by|more than|at least|over)\b/i

function thresholdOn(stem: string, ask: Ask): Question['thresholdOn'] {
  if (FELL.test(stem) || ROSE.test(stem) || ask.differenced) return 'change'
  return ask.indices.length > 0 ? 'state' : null
}

/**
 * 'NDVI fell by at least 0.2' asks for a change at or below −0.2, taken after minus before. The difference of NBR is
 * taken the other way round, so its fall is positive already.
 */
function withSignOfLoss(
  slots: readonly ReadSlot[],
  stem: string,
  indices: readonly string[],
): readonly ReadSlot[] {
  const threshold = slots.find(({ slot }) => slot === 'threshold')
  const isFall = FELL.test(stem) && !indices.includes('nbr')
  if (!isFall || typeof threshold?.value !== 'number' || threshold.value < 0) return slots
  const turned: Readonly<Record<string, string>> = { at_or_above: 'at_or_below', above: 'below' }
  return slots.map((known) => {
    if (known.slot === 'threshold') return { ...known, value: -Number(threshold.value) }
    return known.slot === 'side' ? { ...known, value: turned[String(known.value)] ?? known.value } : known
  })
}

/** Options come as 'A) …', '(b) …' or 'C. …', in alphabetical order from A. */
export function splitOptions(text: string): { stem: string; options: { label: string; text: string }[] } {
  const marks = [...text.matchAll(/(?:^|[\s;,])\(?([A-Ha-h])[).:]\s+/g)]
  const start = marks.findIndex((mark) => mark[1]!.toUpperCase() === 'A')
  if (start < 0) return { stem: text.trim(), options: [] }
  const run: RegExpExecArray[] = []
  for (const mark of marks.slice(start)) {
    if (mark[1]!.toUpperCase() !== String.fromCharCode(65 + run.length)) break
    run.push(mark)
  }
  if (run.length < 2) return { stem: text.trim(), options: [] }
  const options = run.map((mark, index) => {
    const from = mark.index + mark[0].length
    const to = run[index + 1]?.index ?? text.length
    return {
      label: mark[1]!.toUpperCase(),
      text: text
        .slice(from, to)
        .trim()
        .replace(/[;,.]$/, ''),
    }
  })
  return { stem: text.slice(0, run[0]!.index).trim(), options }
}

function answerSpace(options: readonly { label: string; text: string }[], ask: Ask): AnswerSpace {
  if (options.length > 0) return { kind: 'choice', options }
  if (ask.dimension === 'text') return PLACE_WORDS.test(ask.text) ? { kind: 'place' } : { kind: 'free' }
  if (ask.dimension === 'sector') return { kind: 'free' }
  return { kind: 'number', unit: ask.unit }
}
