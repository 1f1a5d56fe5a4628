import type { AnswerSpace, ReadSlot } from '../trace/events.ts'
import type { Unit } from '../trace/quantity.ts'
import { COUNT_OF_DATES, readDates } from './dates-in-text.ts'
import { withoutBackground } from './background.ts'
import { asksForDate, courseIn } from './course-words.ts'
import { toolsNamed } from './named-tools.ts'
import { DIMENSION_OF_UNIT, momentIn, ordinalsIn, PLACE_WORDS, UNIT_WORDS, YES_NO } from './question-words.ts'
import { readDecisionLimit } from './decision-limits.ts'
import { readDirect } from './direct-ask.ts'
import { readArea } from './drawn-area.ts'
import { withIdsForNames } from './layer-names.ts'
import { confidenceIn } from './fire-products.ts'
import { plainHeat } from './heat-words.ts'
import { asksForOtherSide, directOfOtherSide, slotsOfOtherSide } from './permitted.ts'
import { orderOfDates } from './order-words.ts'
import { withWordsOfOptions } from './option-words.ts'
import { plainWords } from './plain-words.ts'
import { figuresOf, readAsks } from './read-ask.ts'
import { isSeverityClass } from './severity-plans.ts'
import { LIMIT_UNIT, limitValue, readSlots } from './read-slots.ts'
import { TextReader } from './text-reader.ts'
import type { Ask, Known, Question } from './types.ts'

/** Reads what is asked: the answer space, each thing asked for, the typed slots and the dates. */
export function readQuestion(text: string, known: Known): Question {
  const { stem: whole, options } = splitOptions(withIdsForNames(text, known.names ?? []))
  const { rest: said, area, refusal: noArea } = readArea(whole, known)
  const { indexNames } = known
  const stem = withoutBackground(
    plainHeat(plainWords(withWordsOfOptions(said, options), known.specs)),
    (rest) => namesSomething(rest, known),
  )
  const read = readAsks(stem, known).map((ask) => inUnitOfOptions(ask, options))
  const direct = readDirect(stem, read[0]!, known)
  const asks = direct ? [{ ...read[0]!, text: stem, full: stem, ...direct.ask }] : read
  const reader = new TextReader(direct?.left ?? stem)
  const layers = reader.takeAll(/\b(?:scene|layer)-\d+\b/i).map(([id]) => id.toLowerCase())
  // A class of the layer asked about is found again by its number in the words.
  if (asks[0]!.ofProduct) reader.takeAll(/\bclass(?:es)? \d{1,3}\b/i)
  // The sensor of the scenes is a circumstance; that of no scene is left and asked about.
  for (const sensor of known.sensors ?? [])
    reader.takeAll(new RegExp(`\\b${sensor.replace('-', '[- ]?')}[a-c]?\\b`, 'i'))
  const dates = readDates(reader)
  if (asks.some(({ series }) => series)) reader.take(COUNT_OF_DATES)
  // Numbers of bands and wavelengths go with the tool that is named, which knows its bands.
  if (asks[0]!.named.length > 0) {
    reader.takeAll(/\bbands? \d{1,2}(?:(?:, | and | or | to |, and )\d{1,2})*\b/i)
    reader.takeAll(/\b\d+(?:\.\d+)? ?(?:[µμ]m\b|um\b|micro(?:n|met(?:er|re))s?\b)/i)
  }
  // Limits of the class that is named say nothing new, nor does the circle of a bearing.
  if (/\bsever|\bdNBR class/i.test(stem)) takeClassLimits(reader)
  reader.take(/\(?\b0\s*(?:to|–|-)\s*(?:180|360)(?:\s*(?:°|degrees?))?\)?/i)
  const range = direct ? null : readRange(reader)
  const limit = YES_NO.test(stem) ? readLimit(reader, STATISTIC.test(stem)) : readDecisionLimit(reader)
  const given = [...readSlots(reader, indexNames), ...(direct?.slots ?? [])]
  const isOther = asksForOtherSide(stem)
  const taken = withIndex(isOther ? slotsOfOtherSide(given) : given, asks[0]!)
  const slots = withFires(taken, stem, { dates, ask: asks[0]! })
  return {
    text,
    stem,
    space: answerSpace(options, asks[0]!),
    asks,
    direct: direct && isOther ? directOfOtherSide(direct.direct) : (direct?.direct ?? null),
    besideDirect: direct?.left ?? null,
    slots: withSignOfLoss(slots, stem, asks[0]!.indices),
    thresholdOn: slots.some(({ slot }) => slot === 'threshold') ? thresholdOn(stem, asks[0]!) : null,
    dates,
    layers: area?.layer ? [...layers, area.layer] : layers,
    area,
    noArea,
    limit,
    range,
    // 'Which of these dates has the highest mean' wants a date, and no figure of all of them.
    allDates: ALL_DATES.test(stem) && STATISTIC_SAID.test(stem) && !(asks[0]!.series && asksForDate(stem)),
    unknownIndices: unknownIndices(stem, indexNames),
    ordinals: ordinalsIn(stem),
    moment: momentIn(stem),
    rest: reader.rest,
  }
}

/** True where the words name an index, a tool or a course. */
function namesSomething(text: string, { indexNames, specs }: Known): boolean {
  const named = (text.match(/\b\w+\b/g) ?? []).some((word) => indexNames.has(word.toLowerCase()))
  return named || toolsNamed(text, specs).length > 0 || courseIn(text, false) !== null
}

/** Where the words name no amount, options that are all of one unit do: 'which comes closest? A) 12 ha …'. */
function inUnitOfOptions(ask: Ask, options: readonly { readonly text: string }[]): Ask {
  const units = new Set(options.map(({ text }) => UNIT_WORDS.find(([pattern]) => pattern.test(text))?.[1]))
  const [unit] = units
  const dimension = unit && DIMENSION_OF_UNIT[unit]
  // Options in hectares want an area, also where the words name an index.
  const isOpen = ask.dimension === 'text' || (dimension === 'area' && ask.dimension === 'value')
  return units.size === 1 && unit && dimension && isOpen && ask.unit === null
    ? { ...ask, unit, dimension, figures: figuresOf({ ...ask, dimension }) }
    : ask
}

/** The one index that the words name, for tools that take it as an argument. */
function withIndex(slots: readonly ReadSlot[], { indices }: Ask): readonly ReadSlot[] {
  const [name, ...others] = indices
  return name !== undefined && others.length === 0 ? [...slots, { slot: 'index', value: name }] : slots
}

/** What the words say of detections: their least confidence, and the one day that they are of. */
function withFires(
  slots: readonly ReadSlot[],
  stem: string,
  { dates, ask }: { readonly dates: Question['dates']; readonly ask: Ask },
): readonly ReadSlot[] {
  const isOfTable = ask.named[0] === 'active_fires'
  if (!isOfTable && ask.named[0] !== 'fire_pixels') return slots
  const confidence = confidenceIn(stem)
  const day = isOfTable && dates.length === 1 ? isoDay(dates[0]!) : null
  return [
    ...slots,
    ...(confidence === null ? [] : [{ slot: 'confidence', value: confidence }]),
    ...(day === null ? [] : [{ slot: 'date', value: day }]),
  ]
}

const isoDay = ({ year, month, day }: Question['dates'][number]): string | null =>
  year === null || month === null || day === null
    ? null
    : [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')

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

const ALL_DATES =
  /\b(any|all|each|every|whole) (one )?(of )?(the |these |those )?((two|three|four|five|six|\d+) )?(dates?|scenes?|images?|days|passes|acquisitions|series)\b|\b(over|across|of|in|among|on|at) (all|the|these|those)( of)?( the| these| those)?( (two|three|\d+|whole|entire|full|\w+))? (dates|series|acquisitions|passes)\b|(?<!\bbetween )\b(all|the|these|those)( the)? (two|three|four|five|six|\d+) (dates|scenes|images|days|passes|acquisitions|overpasses)\b/i
const STATISTIC_SAID = /\b(highest|lowest|maximum|minimum|max|min|hottest|coldest|warmest|peak|top)\b/i

/** 'At least 20 but at most 25 °C'. */
const FROM_BELOW =
  '\\b(?:at least|(?:no|not) (?:less|lower|colder|cooler) than|(?:more|higher|greater|warmer|hotter|brighter) than|above|over|exceeding)'
const FROM_ABOVE =
  '(?:at most|up to|(?:no|not) (?:more|higher|warmer|hotter) than|(?:less|lower|colder|cooler|darker) than|below|under|not above)'

/** 'Between 20 and 25 °C', 'from 0.2 to 0.4': both ends belong to it. Dates have been taken out before. */
function readRange(reader: TextReader): Question['range'] {
  const stem = reader.rest
  const number = '(-?\\d+(?:\\.\\d+)?)'
  const ends = `${number}${LIMIT_UNIT}`
  const match =
    reader.take(new RegExp(`\\bbetween ${ends} and ${ends}(?![\\w%²])`, 'i')) ??
    reader.take(
      new RegExp(
        `\\b(?:in the range (?:of |from )?|ranging from |from |within )${ends} ?(?:(?:up )?to|and|–|-) ?${ends}(?![\\w%²])`,
        'i',
      ),
    ) ??
    // A range of degrees needs no word before it.
    reader.take(
      new RegExp(`(?<![\\w.-])${ends} ?(?:to|–) ?${number}(\\s*(?:°\\s?C|degrees? celsius|K\\b))`, 'i'),
    ) ??
    reader.take(
      new RegExp(
        `${FROM_BELOW} ${ends},? (?:(?:and|but|yet) )?(?:is )?${FROM_ABOVE} ${number}${LIMIT_UNIT.replace(/\?$/, '')}(?![\\w%²])`,
        'i',
      ),
    )
  if (!match) return null
  const [, low, ofLow, high, ofHigh] = match
  return { low: limitValue(low!, ofLow ?? ofHigh, stem), high: limitValue(high!, ofHigh ?? ofLow, stem) }
}

const DNBR_RANGE =
  /\b(?:dNBR )?(?:of |from |between )?(0?\.\d+) ?(?:(?:up )?to|through|until|–|-|and) ?(0?\.\d+)(?![\d.])/i

function takeClassLimits(reader: TextReader): void {
  const [, low, high] = DNBR_RANGE.exec(reader.rest) ?? []
  if (low !== undefined && isSeverityClass(Number(low), Number(high))) reader.take(DNBR_RANGE)
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

/** Up to three words between a word of change and its amount; 'fell below 0.3' tells a state. */
const GAP = '(?: (?!(?:to|below|under|above|from|between|than)\\b)\\w+){0,3} ?'
const BY =
  '(?:by|more than|at least|over|(?:no|not) less than|exceeding|a minimum of|of(?= -?\\d)|[>≥]=?|(?=0?\\.\\d)|(?=-?\\d+(?:\\.\\d+)? ?dB\\b))'
const FELL = new RegExp(
  `\\b(?:drop|fall|loss|decrease|decline|reduction|lowering)s? (?:(?:of|by|in) )?(?:above|over|of|at least|more than|larger than|greater than|exceeding)(?!\\w)|` +
    `\\b(?:fell|fall(?:en|s)?|drop(?:s|ped)?|decreased?|decreas(?:es|ing)|declin(?:ed?|es|ing)|los[te]s?|loss|losing|sank|sunk|reduced|lowered|down|darkened|dimmed|darker|dimmer|weaker|weakened|lower(?= by\\b))${GAP}${BY}|` +
    `\\b\\d?\\.\\d+ (?:or (?:more|greater) )?(?:lower|drop|fall|decrease|decline|loss)\\b`,
  'i',
)
const ROSE = new RegExp(
  `\\b(?:rose|rise[ns]?|increased?|gain(?:ed)?|grew|climbed|up|brightened|brighter|stronger)${GAP}${BY}`,
  'i',
)

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
  const order = orderOfDates(stem)
  const isNbr = indices.includes('nbr')
  // A fall of the burn ratio told as later minus earlier is negative, and positive in the layer.
  if (isNbr && order === 'later_minus_earlier' && typeof threshold?.value === 'number' && threshold.value < 0)
    return turned(slots, -threshold.value, { at_or_below: 'at_or_above', below: 'above' })
  const isFall = (FELL.test(stem) || order === 'earlier_minus_later') && !isNbr
  if (!isFall || typeof threshold?.value !== 'number' || threshold.value < 0) return slots
  return turned(slots, -threshold.value, { at_or_above: 'at_or_below', above: 'below' })
}

/** The slots with another threshold and the other side. */
const turned = (
  slots: readonly ReadSlot[],
  value: number,
  sides: Readonly<Record<string, string>>,
): readonly ReadSlot[] =>
  slots.map((known) => {
    if (known.slot === 'threshold') return { ...known, value }
    return known.slot === 'side' ? { ...known, value: sides[String(known.value)] ?? known.value } : known
  })

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
