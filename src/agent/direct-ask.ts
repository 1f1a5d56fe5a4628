import { FIRE_PRODUCT_TOOLS } from './fire-products.ts'
import type { BandName, Port } from '../trace/port.ts'
import type { ReadSlot } from '../trace/events.ts'
import {
  CHANGE,
  COUNT_WORDS,
  GAIN,
  LOSS,
  STATISTIC_WORDS,
  UNIT_WORDS,
  withoutComparisons,
  withoutHabitat,
  ONE_OF_DATES,
  PLACE_OF_TARGET,
  YES_NO,
  ZONE_WORDS,
} from './question-words.ts'
import { readBand } from './band-words.ts'
import { isOfPatches } from './plan-settings.ts'
import { readDataFacts, type DataFact } from './data-facts.ts'
import { readFormula, type Formula } from './read-formula.ts'
import { readLimits, type Limits } from './read-limits.ts'
import { TextReader } from './text-reader.ts'
import type { Ask, Known } from './types.ts'

/** Something with a value in every pixel. */
export type Measured =
  | { readonly what: 'index'; readonly name: string }
  | { readonly what: 'slope'; readonly unit: 'deg' | '%' }
  | { readonly what: 'height' }
  | { readonly what: 'band'; readonly band: BandName }

/** A question whose words settle the steps, so that neither a skill nor a search has to find them. */
export type Direct =
  | { readonly kind: 'data'; readonly facts: readonly DataFact[] }
  | {
      readonly kind: 'formula'
      readonly expression: string
      readonly isTrueOrFalse: boolean
      readonly statistic: string
    }
  | { readonly kind: 'cut'; readonly of: Measured; readonly limits: Limits }
  | { readonly kind: 'percentile'; readonly of: Measured; readonly percentile: number }
  | { readonly kind: 'values'; readonly of: Measured; readonly statistic: string | null }
  | { readonly kind: 'relief' }
  | { readonly kind: 'facing' }
  | { readonly kind: 'each-date'; readonly index: string; readonly statistic: 'mean' | 'median' }
  | { readonly kind: 'class-size'; readonly which: 'largest' | 'smallest' }
  | { readonly kind: 'class-values'; readonly of: Measured; readonly statistic: string }
  | {
      readonly kind: 'class-rank'
      readonly of: Measured
      readonly statistic: string
      readonly direction: 'highest_first' | 'lowest_first'
    }

export interface DirectReading {
  readonly direct: Direct
  /** What the words ask for, in place of the reading of single words. */
  readonly ask: Partial<Ask>
  readonly slots: readonly ReadSlot[]
  /** The words without what was understood here; null where all of them were. */
  readonly left: string | null
}

/** Null where the words do not settle the steps. `ask` is the first reading of the same words. */
export function readDirect(stem: string, ask: Ask, known: Known): DirectReading | null {
  const text = new TextReader(stem).rest
  return (
    (ask.indices.length === 0 ? readFormulaAsk(text, known) : null) ??
    readDataAsk(text, ask) ??
    (isOfOneState(text, ask) ? (readClassAsk(text, ask, known) ?? readValueAsk(text, ask, known)) : null) ??
    readEachDate(text, ask)
  )
}

/** No change, no yes or no, no course over dates: those are asked of more than values. */
function isOfOneState(text: string, ask: Ask): boolean {
  const told = withoutHabitat(text)
  const words = withoutComparisons(readLimits(told)?.left ?? told)
    .replace(DIFFERENCE_OF_HEIGHT, ' ')
    .replace(BOTH_ENDS, 'the ends')
    .replace(/\b(?:differ\w*|between)\b(?=[^.?]*\bthe ends\b)|\bthe ends\b[^.?]*?\bdiffer\w*/gi, ' ')
  return (
    !ask.series &&
    !ask.differenced &&
    !ask.zoned &&
    !isYesNo(text) &&
    ![LOSS, GAIN, CHANGE].some((pattern) => pattern.test(words))
  )
}

/** What is asked last counts; which of several directions it is, is no yes or no. */
const isYesNo = (text: string): boolean => {
  const sentences = text.trim().split(/(?<=[?!.])\s+(?=[A-Z])/)
  const last = sentences.at(-1) ?? text
  return YES_NO.test(last) && !/\b(north|south|east|west)\b[^?]*\bor\b/i.test(last)
}

const statisticIn = (text: string) => STATISTIC_WORDS.find(([pattern]) => pattern.test(text))?.[1][0] ?? null

/** Ends of a relief have names of their own: the summit is the highest, the valley floor the lowest. */
const heightStatisticIn = (text: string) =>
  statisticIn(text) ??
  (/\b(summits?|peaks?|top(most)?|uppermost|tallest|greatest|steepest)\b/i.test(text)
    ? 'max'
    : /\b(bottom(most)?|valley floor|lowermost|deepest|least)\b/i.test(text)
      ? 'min'
      : null)

/** The words without a percentile that they tell in one way or in two ('exceeded by 5 %, i.e. the 95th percentile'). */
function withoutPercentile(
  text: string,
  { value, words }: { readonly value: number; readonly words: string },
): string {
  const left = text.replace(words, ' · ')
  const again = percentileIn(left)
  return again && Math.abs(again.value - value) < 1e-9 ? left.replace(again.words, ' · ') : left
}

/** 'The 95th percentile', 'exceeded by 5 % of the pixels', 'below which half of the land lies'. */
function percentileIn(text: string): { readonly value: number; readonly words: string } | null {
  const named = /\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th) percentile\b/i.exec(text)
  if (named) return { value: Number(named[1]), words: named[0] }
  const part = `(half|(?:an?|${COUNTS.join('|')}) (?:${PARTS.map(([name]) => name).join('|')})s?|(\\d{1,2}(?:\\.\\d+)?) ?(?:%|percent|per cent))`
  const [words, said, number] =
    new RegExp(
      `\\b(?:exceeded|surpassed|topped) (?:by|in|at) (?:only |just )?${part}(?:(?<=%)|\\b)`,
      'i',
    ).exec(text) ?? []
  const over = said === undefined ? undefined : shareOf(said, number)
  if (over !== undefined) return { value: 100 - over, words: words! }
  const under =
    new RegExp(`\\b(?:below|under|beneath) (?:which|what)\\b.*?\\b${part}(?:(?<=%)|\\b)`, 'i').exec(text) ??
    new RegExp(`(?<!\\w)${part} of [^,.?]*\\b(?:below|under|beneath) (?:which|what)\\b`, 'i').exec(text)
  const below = under && shareOf(under[1]!, under[2])
  if (under && below != null) return { value: below, words: under[0] }
  // 'Which NDVI do 90 % of the pixels stay below?'
  const behind = new RegExp(
    `\\b(?:which|what) [^,.?]*?(?<!\\w)${part} of [^,.?]*?\\b(below|under|beneath|above|over)\\W*$`,
    'i',
  ).exec(text)
  if (behind) {
    const share = shareOf(behind[1]!, behind[2])
    return { value: /above|over/i.test(behind[3]!) ? 100 - share : share, words: behind[0] }
  }
  const top = /\b(?:top|highest|upper|uppermost) (\d{1,2}(?:\.\d+)?) ?(?:%|percent\b|per cent\b)/i.exec(text)
  const rest = top ? text.replace(top[0], ' · ') : text
  const isLimit =
    VALUE_SOUGHT.test(text) && sizeAsked(rest) === null && !COUNT_WORDS.test(rest) && !hasStatistic(rest)
  return top && isLimit ? { value: 100 - Number(top[1]), words: top[0] } : null
}

/** 'From which NDVI value on', 'what NDVI must a pixel have', 'the limit above which' ask where a part begins. */
const VALUE_SOUGHT =
  /\b(?:which|what) (?:\w+ ){0,3}(?:value|limit|threshold)\b|\b(?:at|from|above|over|beyond) (?:which|what)\b|\b(?:which|what) \w+ (?:must|does|should)\b|\b(?:limit|threshold|cut-?off)\b/i

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const PARTS = [
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
  ['twentieth', 20],
] as const

/** Percent of 'half', 'a quarter', 'nine tenths' or of the number that was read. */
function shareOf(words: string, number: string | undefined): number {
  if (number !== undefined) return Number(number)
  const part = PARTS.find(([name]) => words.toLowerCase().includes(name))
  const count = COUNTS.findIndex((name) => words.toLowerCase().startsWith(name)) + 1
  return (100 * Math.max(1, count)) / (part?.[1] ?? 2)
}

const isOf = (port: Port, quantity: string) =>
  port.kind === 'raster' && [port.quantity].flat().some((one) => one === quantity)
const hasHeights = ({ products }: Known) => products.some(({ port }) => isOf(port, 'elevation'))
const hasClasses = ({ products }: Known) =>
  products.some(({ port }) => isOf(port, 'class') || isOf(port, 'mask'))

/** Nothing else is asked: what the first reading saw in single words does not count. */
const NOTHING_ELSE = {
  target: null, change: null, rank: null, indices: [], zoned: false, series: false, within: false, differenced: false,
  ofProduct: false,
} as const satisfies Partial<Ask> // prettier-ignore

/** Area, share or pixels of a mask, by the unit or the words. */
function sizeAsked(text: string): Partial<Ask> | null {
  const unit = UNIT_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
  if (unit === 'ha' || unit === 'km2' || unit === 'm2') return { dimension: 'area', unit, figures: ['area'] }
  if (unit === '%' || /\b(share|fraction|proportion|what part)\b/i.test(text))
    return { dimension: 'share', unit, figures: ['share'] }
  if (COUNT_WORDS.test(text) && /\b(pixels?|cells?)\b/i.test(text))
    return { dimension: 'count', unit: null, figures: ['pixels'] }
  return /\b(area|how (much|large|big)|extent|size)\b/i.test(text)
    ? { dimension: 'area', unit: null, figures: ['area'] }
    : null
}

function readFormulaAsk(text: string, { sensors = [] }: Known): DirectReading | null {
  // The log ratio of two dates is no formula over the bands of one.
  const formula = /\blog[- ]?ratio\b/i.test(text) ? null : readFormula(text, sensors)
  if (!formula) return null
  const limited = limitedFormula(formula)
  if (limited === null) return null
  const { expression, isTrueOrFalse, left } = limited
  // A part of the scene is another figure.
  if (PLACE_OF_TARGET.test(left) || isOfPart(left) || MORE_ARITHMETIC.test(left)) return null
  const statistic = statisticIn(left) ?? 'mean'
  const ask: Partial<Ask> = isTrueOrFalse
    ? (sizeAsked(left) ?? { dimension: 'share', unit: null, figures: ['share'] })
    : { dimension: 'value', unit: null, figures: [statistic] }
  return {
    direct: { kind: 'formula', expression, isTrueOrFalse, statistic },
    ask: { ...NOTHING_ELSE, ...ask, named: ['band_maths'] },
    slots: [],
    left,
  }
}

/** Arithmetic in words that no sign here stands for: the formula alone would be another one. */
const MORE_ARITHMETIC =
  /\b(roots?|squared?|cubed?|logarithms?|exponent\w*|absolute|twice|double[ds]?|halved|half of|times|divided|multiplied|subtract\w*|minus|plus|inverse|reciprocal)\b/i

const SIGN_OF = { above: '>', at_or_above: '>=', below: '<', at_or_below: '<=' } as const

/** 'nir - swir1 is more than 0.1' is a comparison; null where the words limit a formula in a way that none can tell. */
function limitedFormula(formula: Formula): Formula | null {
  const limits = formula.isTrueOrFalse ? null : readLimits(formula.left)
  if (limits === null) return formula
  const { low, high, unit, left } = limits
  const limit = low ?? high
  if (limit === null || (low !== null && high !== null) || unit !== null || hasStatistic(left)) return null
  if (readLimits(left) !== null) return null
  return {
    expression: `${formula.expression} ${SIGN_OF[limit.side]} ${limit.value}`,
    isTrueOrFalse: true,
    left,
  }
}

const SHOWN =
  /\b(above|below|exceed\w*|cloud\w*|passed|between|where|highest|lowest|largest|smallest|warmest|coldest|greenest|driest|wettest|most|least)\b/i

/** Facts that words for what the pictures show may seem to ask for. */
const isOfPictures = ({ figure, label }: DataFact): boolean =>
  label === 'dates' || figure === 'area' || figure === 'date_count' || figure === 'scene_count'

function readDataAsk(text: string, ask: Ask): DirectReading | null {
  const facts = readDataFacts(text)
  const [first] = facts
  // Days of fire are told by the detections.
  if (first === undefined || ask.indices.length > 0 || FIRE_PRODUCT_TOOLS.has(ask.named[0] ?? '')) return null
  // What the pictures show is no fact about them.
  const isShown = ask.target !== null || SHOWN.test(text)
  if (isShown && facts.some(isOfPictures)) return null
  const dimension = first.figure === null ? 'text' : first.dimension
  return {
    direct: { kind: 'data', facts },
    ask: {
      ...NOTHING_ELSE,
      dimension,
      unit: dimension === 'area' || dimension === 'length' ? ask.unit : null,
      figures: first.figure === null ? [] : [first.figure],
      named: ['list_data'],
    },
    slots: [],
    left: null,
  }
}

const DIFFERENCE_OF_HEIGHT =
  /\b(height|elevation|altitude|vertical) (difference|range|span|drop)\b|\b(difference|range|span) (in|of) (the )?(height|elevation|altitude)s?\b|(?<!\bof the )\brelief\b|\b(rises?|climbs?)\b/i
const LOW_END = '(?:lowest|minimum|min|bottom|foot|valley)'
const HIGH_END = '(?:highest|maximum|max|top|summit|peak)'
const BOTH_ENDS = new RegExp(`\\b${LOW_END}\\b.*\\b${HIGH_END}\\b|\\b${HIGH_END}\\b.*\\b${LOW_END}\\b`, 'i')
/** Words that ask how far two ends lie apart, and not for the two. */
const APART = /\b(differ\w*|between|separat\w*|minus|range|span\w*|gap|apart|above the|from)\b/i
const FACING =
  /\b(which|what) (way|direction|aspect)\b[^?]*\b(slopes?|hill\w*|mountain\w*|terrain|ground|land)\b[^?]*\b(face|facing|fall|point|look|oriented)|\b(slopes?|hill\w*) (mostly |mainly )?(face|facing)\b|\b(dominant|prevailing|main|predominant|common\w*|most frequent|major\w*|typical|usual|most)\b[^?]*\b(aspects?|exposures?|expositions?)\b|\b(aspects?|exposures?|expositions?)\b[^?]*\b(dominant|dominates?|prevail\w*|predominant|most)\b|\b(directions?|orientations?|compass)\b[^?]*\b(slop(es?|ing)|hill\w*|mountain\w*|terrain|relief)\b|\b(slopes?|hill\w*|mountain\w*|terrain)\b[^?]*\b(directions?|orientations?|oriented)\b/i
const SLOPE = /\b(slop(es?|ing)|steep(er|est|ness)?|inclin(ation|ed)|gradients?|tilt(ed)?)\b/i
const HEIGHT =
  /\b(elevations?|heights?|altitudes?|(above|over) sea level|highest|lowest|how (high|tall)|summits?|peaks?|topmost|uppermost)\b/i

function measuredIn(text: string, ask: Ask, known: Known, limits: Limits | null): Measured | null {
  const [index, ...others] = ask.indices
  // Two things at once are no limits of one.
  const hasBoth =
    hasHeights(known) && (SLOPE.test(text) || /\b(elevations?|altitudes?|heights?)\b/i.test(text))
  if (index !== undefined) return others.length === 0 && !hasBoth ? { what: 'index', name: index } : null
  if (hasHeights(known) && (SLOPE.test(text) || limits?.steep === true)) {
    const isPercent =
      (limits?.unit ?? (/%|\bpercent(?:age)?\b|\bper cent\b/i.test(text) ? '%' : 'deg')) === '%'
    return { what: 'slope', unit: isPercent ? '%' : 'deg' }
  }
  if (hasHeights(known) && (HEIGHT.test(text) || limits?.unit === 'm')) return { what: 'height' }
  const band = readBand(text)
  return band === null ? null : { what: 'band', band }
}

/** Values as such: their part within limits, a percentile, a figure that no other way gives. */
function readValueAsk(text: string, ask: Ask, known: Known): DirectReading | null {
  if (isOfPart(text)) return null
  const heights = hasHeights(known)
  if (heights && FACING.test(text) && sizeAsked(text) === null && !hasStatistic(text)) {
    return plain({ kind: 'facing' }, { dimension: 'sector', figures: [], named: ['aspect'] }, text)
  }
  if (
    heights &&
    (BOTH_ENDS.test(text)
      ? DIFFERENCE_OF_HEIGHT.test(text) || APART.test(text)
      : DIFFERENCE_OF_HEIGHT.test(text) && !SLOPE.test(text)) &&
    readLimits(text) === null
  ) {
    return plain({ kind: 'relief' }, { dimension: 'value', figures: ['result'], named: ['calculate'] }, text)
  }
  const percentile = percentileIn(text)
  if (percentile && ask.target === null) {
    const of = measuredIn(text, ask, known, null)
    return (
      of &&
      plain(
        { kind: 'percentile', of, percentile: percentile.value },
        { dimension: 'value', figures: ['percentile_value'], named: ['percentile_of_raster'] },
        withoutPercentile(text, percentile),
      )
    )
  }
  const statistic = heights && ask.indices.length === 0 ? heightStatisticIn(text) : statisticIn(text)
  const limits = readLimits(text)
  if (limits !== null)
    return ask.target === null && !hasStatistic(limits.left) ? readCut(limits, text, ask, known) : null
  const of = ask.target === null && statistic !== null ? measuredIn(text, ask, known, null) : null
  if (of?.what === 'height' && statistic !== null && !/\bwhere (is|are|does|do|lies?)\b/i.test(text)) {
    return plain(
      { kind: 'values', of, statistic },
      { dimension: 'value', figures: [statistic], named: ['statistics'] },
      text,
    )
  }
  // How high the steepest spot lies, and where, is no slope.
  const isOfSpot =
    /\bsteepest\b/i.test(text) && /\bwhere\b|\b(elevations?|altitudes?|heights?|high)\b/i.test(text)
  if (of?.what === 'slope' && !isOfSpot && ['mean', 'median', 'max', 'std'].includes(statistic ?? '')) {
    return plain(
      { kind: 'values', of, statistic: `${statistic}_slope` },
      { dimension: 'value', figures: [`${statistic}_slope`], named: ['slope'] },
      text,
    )
  }
  // What a tool derives of bands is no value of theirs.
  return of?.what === 'band' &&
    ask.named.length === 0 &&
    /\b(reflectance|bands?|channel|NIR|infra-?red|SWIR ?[12])\b/i.test(text)
    ? plain(
        { kind: 'values', of, statistic },
        { dimension: 'value', figures: [statistic!], named: ['statistics'] },
        text,
      )
    : null
}

const hasStatistic = (text: string) =>
  /\b(mean|average|median|standard deviation|maximum|minimum)\b/i.test(text)

function readCut(first: Limits, text: string, ask: Ask, known: Known): DirectReading | null {
  const limits = bothLimits(first)
  if (limits === null) return null
  const of = measuredIn(text, ask, known, limits)
  const size = sizeAsked(limits.left)
  if (of === null || size === null || of.what === 'band') return null
  if (of.what === 'height' && limits.unit !== 'm' && limits.unit !== null) return null
  if (of.what === 'index' && limits.unit !== null) return null
  const { low, high } = limits
  const one = low === null ? high : high === null ? low : null
  const named = of.what === 'index' ? [of.name] : of.what === 'slope' ? ['slope'] : ['threshold_mask']
  return {
    direct: { kind: 'cut', of, limits },
    ask: {
      ...NOTHING_ELSE,
      ...size,
      rank: ask.rank,
      figures: ask.figures.some(isOfPatches) ? ask.figures.filter(isOfPatches) : size.figures!,
      indices: of.what === 'index' ? [of.name] : [],
      named: of.what === 'index' ? [] : named,
    },
    slots: one
      ? [
          { slot: 'rule', value: 'value' },
          { slot: 'threshold', value: one.value },
          { slot: 'side', value: one.side },
        ]
      : [],
    left: limits.left,
  }
}

/** Both ends where a second limit follows ('above 0.2 and below 0.6'); null where the two do not make one range. */
function bothLimits(first: Limits): Limits | null {
  const second = readLimits(first.left)
  if (second === null) return first
  const low = first.low ?? second.low
  const high = first.high ?? second.high
  const isOne =
    (first.low === null) !== (second.low === null) && (first.high === null) !== (second.high === null)
  return isOne && first.unit === second.unit && readLimits(second.left) === null
    ? { ...second, low, high, steep: first.steep || second.steep }
    : null
}

const isOfPart = (text: string) =>
  [CLASS_CODE, EACH_CLASS, WHICH_CLASS, TWO_SIDES, ZONE_WORDS].some((pattern) => pattern.test(text))

const CLASS_CODE =
  /\b(class|zone|category|code|land[- ]?cover(?: type)?|cover type)(?: no\.?| number| #)? (\d{1,3})\b/i
const EACH_CLASS =
  /\b(each|every|per|by|all( the)?|the (different|single)) ([\w-]+ ){0,2}(class(es)?|zones?|categor(y|ies)|land[- ]?covers?|cover types?)\b|\b(among|across|over|between) (the )?(different )?([\w-]+ ){0,2}(classes|zones|categories)\b|\b(class|zone)[- ]by[- ](class|zone)\b|\b(class|zone)[- ]?wise\b/i
const CLASS_NAME = '(?:class(?:es)?|zones?|categor(?:y|ies)|land[- ]?covers?|cover types?)'
/** Asks for one of the classes, by a word beside them or in a sentence behind them. */
const WHICH_CLASS = new RegExp(
  `\\b(?:which|what)(?:'s| is| are)?(?: of)? (?:(?!does |do |of |in |area |share |part |percentage |mean )[\\w-]+ ){0,4}(?:(?:types?|kinds?) of )?${CLASS_NAME}\\b(?! \\d)|\\bwhere\\b.*\\b(?:by|among|of the) (?:[\\w-]+ ){0,2}${CLASS_NAME}\\b|\\b${CLASS_NAME}\\b.*[.:,;] ?which\\b`,
  'i',
)
const TWO_SIDES =
  /\b(inside|within|in) (the )?(mask|protected|reserve|area|zone|park)\b|\b(inside|within|in)\b.*\b(outside|beyond|elsewhere|surroundings)\b|\bmask(ed)?\b.*\b(rest|remainder)\b|\bin and out(side)?( of)?\b/i

function readClassAsk(text: string, ask: Ask, known: Known): DirectReading | null {
  if (!hasClasses(known)) return null
  const of = measuredIn(text, ask, known, null)
  const statistic = statisticIn(text)
  if (WHICH_CLASS.test(text) && ask.target !== 'burned') {
    if (ask.indices.length > 0 && of !== null) {
      const isLow = /\b(lowest|least|smallest|minimum|poorest|bottom|weakest|worst|last)\b/i.test(text)
      const isHigh =
        /\b(highest|most|largest|biggest|greatest|maximum|best|peaks?|top\w*|greenest|first)\b/i.test(text)
      if (isLow === isHigh) return null
      const by = /\b(standard deviation|spread)\b/i.test(text) ? 'std' : 'mean'
      return plain(
        { kind: 'class-rank', of, statistic: by, direction: isLow ? 'lowest_first' : 'highest_first' },
        // 'Where is it highest, by class' asks for a class and no place.
        {
          dimension: 'text',
          figures: [],
          named: ['rank_zones'],
          text: text.replace(/\bwhere\b/i, 'in which class'),
        },
        text,
      )
    }
    const isSmall = /\b(smallest|least|rarest)\b/i.test(text)
    // The hottest, wettest or greenest class is told by values.
    if (VALUE_RANKED.test(text)) return null
    const comesFirst =
      /\bby (?:area|size|extent)\b/i.test(text) && /\b(?:comes first|on top|at the top)\b/i.test(text)
    const isLarge =
      comesFirst ||
      /\b(largest|biggest|greatest|widest|most|dominat\w*|dominant|predominant|prevail\w*|commonest|main)\b/i.test(
        text,
      )
    return isSmall === isLarge
      ? null
      : plain(
          { kind: 'class-size', which: isSmall ? 'smallest' : 'largest' },
          { dimension: 'text', figures: [], named: ['class_areas'] },
          text,
        )
  }
  // What burned is told apart by the fire, and by no mask that lies about.
  const hasSides =
    TWO_SIDES.test(text) && (ask.target === null || /\b(mask|protected|reserve|park|zone)\b/i.test(text))
  const isOfClasses = ask.target !== 'burned' && (CLASS_CODE.test(text) || EACH_CLASS.test(text) || hasSides)
  if (!isOfClasses || of === null || of.what === 'band' || readLimits(text) !== null) return null
  return plain(
    { kind: 'class-values', of, statistic: statistic ?? 'mean' },
    { dimension: 'value', figures: [statistic ?? 'mean'], named: ['zonal_statistics'] },
    // That one side is greener is claimed, and both are told.
    text.replace(CLASS_CODE, ' · ').replace(/\b\w+er than\b/gi, ' · '),
  )
}

const VALUE_RANKED =
  /\b(hott|warm|cold|cool|dri|wett|green|bright|dark|steep|high|low)est\b|\bmean\b|\baverage\b/i

/** 'NDVI on each date': a value a date, and no course. */
function readEachDate(text: string, ask: Ask): DirectReading | null {
  const [index, ...others] = ask.indices
  const isEach =
    /\b(each|every|both|all( of)?( the| these)?|per|by|either)( (of )?the| single| one of the| individual)? (dates?|scenes?|images?|acquisitions?|days?|pictures?)\b|\b(date|scene|image) by (date|scene|image)\b|\b(dates?|scenes?|images?) (each|individually|separately)\b/i.test(
      text,
    )
  // 'NDVI of both dates; after that the mean of the later one' is told from one of them.
  const isCourse =
    ONE_OF_DATES.test(text) ||
    /\b(trends?|rates?|slope|differen\w*|subtract\w*|minus|highest|lowest|maximum|minimum|which|when)\b/i.test(
      text,
    )
  if (
    index === undefined ||
    others.length > 0 ||
    !isEach ||
    isCourse ||
    ask.differenced ||
    ask.dimension !== 'value'
  )
    return null
  const statistic = /\bmedian\b/i.test(text) ? 'median' : 'mean'
  return {
    direct: { kind: 'each-date', index, statistic },
    ask: {
      ...NOTHING_ELSE,
      series: true,
      indices: [index],
      dimension: 'value',
      unit: null,
      figures: ['at_date'],
    },
    slots: [],
    left: null,
  }
}

function plain(direct: Direct, ask: Partial<Ask>, left: string): DirectReading {
  return { direct, ask: { ...NOTHING_ELSE, unit: null, ...ask }, slots: [], left }
}
