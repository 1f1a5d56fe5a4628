import { hasStatistic, sizeAsked, statisticIn } from './asked-sizes.ts'
import { readBalance } from './balance-words.ts'
import { isOfPart, readClassAsk } from './class-ask.ts'
import { readClassDifference } from './class-difference.ts'
import { readDataFacts, type DataFact } from './data-facts.ts'
import { NOTHING_ELSE, plain, type DirectReading } from './direct.ts'
import { FIRE_PRODUCT_TOOLS } from './fire-products.ts'
import { readFormulaAsk } from './formula-ask.ts'
import { hasHeights, measuredIn, SLOPE, valuesIn } from './measured.ts'
import { percentileIn, withoutPercentile } from './percentiles.ts'
import { isOfPatches } from './plan-settings.ts'
import {
  CHANGE,
  GAIN,
  LOSS,
  ONE_OF_DATES,
  withoutComparisons,
  withoutHabitat,
  YES_NO,
} from './question-words.ts'
import { readLimits, type Limits } from './read-limits.ts'
import { TextReader } from './text-reader.ts'
import { eachDate, readTwoDates } from './two-dates.ts'
import type { Ask, Known } from './types.ts'

/** Null where the words do not settle the steps. `ask` is the first reading of the same words. */
export function readDirect(stem: string, ask: Ask, known: Known): DirectReading | null {
  const text = new TextReader(stem).rest
  return (
    (ask.indices.length === 0 ? readFormulaAsk(text, known) : null) ??
    readDataAsk(text, ask) ??
    readClassDifference(text, ask, known) ??
    readBalance(text, ask, known) ??
    readRange(text, ask, known) ??
    readSpreadOfChange(text, ask) ??
    (isOfOneState(text, ask) ? (readClassAsk(text, ask, known) ?? readValueAsk(text, ask, known)) : null) ??
    readEachDate(text, ask) ??
    readTwoDates(text, ask)
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

/** Ends of a relief have names of their own: the summit is the highest, the valley floor the lowest. */
const heightStatisticIn = (text: string) =>
  statisticIn(text) ??
  (/\b(summits?|peaks?|top(most)?|uppermost|tallest|greatest|steepest)\b/i.test(text)
    ? 'max'
    : /\b(bottom(most)?|valley floor|lowermost|deepest|least)\b/i.test(text)
      ? 'min'
      : null)

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
  const isShown = ask.target !== null || SHOWN.test(text.replace(/\bmost recent(?:ly)?\b/gi, ' '))
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

/** How far the ends of the values lie apart, by the noun or by its two ends. */
const RANGE_OF =
  /\b(?:differ\w*|between|gap|apart|span|range|swing)\b[^.?]*\b(?:(?:hott|warm)est\b[^.?]*\b(?:cold|cool)est|(?:cold|cool)est\b[^.?]*\b(?:hott|warm)est)\b|\b(?:what|how (?:large|wide|big)|give|the) (?:\w+ ){0,3}(?:value )?(?:range|span)\b(?! (?:from|between|of) -?\d)|\b(?:highest|largest|max\w*|top)\b[^.?]*\b(?:lowest|smallest|min\w*|bottom)\b[^.?]*\b(?:apart|differ\w*|range|span|gap)\b|\b(?:lowest|smallest|min\w*|bottom)\b[^.?]*\b(?:highest|largest|max\w*|top)\b[^.?]*\b(?:apart|differ\w*|range|span|gap)\b|\b(?:differ\w*|gap|apart|span|range)\b[^.?]*\b(?:(?:highest|largest|max\w*)\b[^.?]*\b(?:lowest|smallest|min\w*)|(?:lowest|smallest|min\w*)\b[^.?]*\b(?:highest|largest|max\w*))\b/i

/** How far the ends of an index or a temperature lie apart; heights have a reading of their own. */
function readRange(text: string, ask: Ask, known: Known): DirectReading | null {
  const isOther = isOfPart(text) || hasHeights(known) || ask.series || ask.differenced || ask.target !== null
  if (isOther || !RANGE_OF.test(text) || readLimits(text) !== null) return null
  if (/\b(?:dates?|days?|nights?|years?|months?|images|scenes)\b/i.test(text)) return null
  const of = valuesIn(text, ask, known)
  if (of?.what !== 'index' && of?.what !== 'made') return null
  return plain({ kind: 'range', of }, { dimension: 'value', figures: ['result'], named: ['calculate'] }, text)
}

/** The unit that the words name: of degrees, for values that are kept in kelvin, or of a column of water. */
const unitOfValues = ({ unit }: Ask) =>
  unit === 'degC' || unit === 'K' || unit === 'cm' || unit === 'mm' ? unit : null

/** How far the changes of an index are spread; which date is taken from which makes no odds. */
function readSpreadOfChange(text: string, ask: Ask): DirectReading | null {
  const [index, ...others] = ask.indices
  const isOther = ask.series || ask.zoned || ask.within || ask.target !== null || ask.named.length > 0
  if (index === undefined || others.length > 0 || !ask.differenced || isOther) return null
  if (ask.dimension !== 'value' || statisticIn(text) !== 'std') return null
  if (readLimits(text) !== null || /\bdeviations? (?:above|below|from|under|over|beyond)\b/i.test(text))
    return null
  return plain(
    { kind: 'values', of: { what: 'change', name: index }, statistic: 'std' },
    { dimension: 'value', figures: ['std'], indices: [index], differenced: true, named: ['statistics'] },
    text,
  )
}

const FACING =
  /\b(which|what) (way|direction|aspect)\b[^?]*\b(slopes?|hill\w*|mountain\w*|terrain|ground|land)\b[^?]*\b(face|facing|fall|point|look|oriented)|\b(slopes?|hill\w*) (mostly |mainly )?(face|facing)\b|\b(dominant|prevailing|main|predominant|common\w*|most frequent|major\w*|typical|usual|most)\b[^?]*\b(aspects?|exposures?|expositions?)\b|\b(aspects?|exposures?|expositions?)\b[^?]*\b(dominant|dominates?|prevail\w*|predominant|most)\b|\b(directions?|orientations?|compass)\b[^?]*\b(slop(es?|ing)|hill\w*|mountain\w*|terrain|relief)\b|\b(slopes?|hill\w*|mountain\w*|terrain)\b[^?]*\b(directions?|orientations?|oriented)\b/i

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
  if (percentile && (ask.target === null || ask.shown !== null)) {
    const of = valuesIn(text, ask, known)
    return (
      of &&
      plain(
        { kind: 'percentile', of, percentile: percentile.value },
        {
          dimension: 'value',
          unit: unitOfValues(ask),
          figures: ['percentile_value'],
          named: ['percentile_of_raster'],
        },
        withoutPercentile(text, percentile),
      )
    )
  }
  const statistic = heights && ask.indices.length === 0 ? heightStatisticIn(text) : statisticIn(text)
  const limits = readLimits(text)
  if (limits !== null)
    return (ask.target === null || (!known.hasScenes && limits.unit === 'm')) && !hasStatistic(limits.left)
      ? readCut(limits, text, ask, known)
      : null
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
  if (
    of?.what === 'index' &&
    ask.dimension === 'value' &&
    !ask.within &&
    (statistic === 'median' || statistic === 'std')
  ) {
    return plain(
      { kind: 'values', of, statistic },
      { dimension: 'value', figures: [statistic], indices: [of.name], named: ['statistics'] },
      text,
    )
  }
  // Two operands make a formula, of which one is no band.
  if (
    /[a-z)\d] ?[/*×·÷+] ?[(a-z]/i.test(
      text.replace(/\b(?:and|or|km|m)\/\w+|\w+²?\/(?:cm|sr|m|s|d)\S*/gi, ' '),
    )
  )
    return null
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
    /\b(trends?|rates?|slope|gradients?|regress\w*|lines?|fit(?:s|ted)?|curve|course|season\w*|amplitude|differen\w*|subtract\w*|minus|highest|lowest|maximum|minimum|which|when)\b/i.test(
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
  return eachDate(index, statistic, null)
}
