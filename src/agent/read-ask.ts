import type { Dimension, Port } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'
import { isConvertible } from '../trace/units.ts'
import {
  AREA_WORDS,
  CHANGE,
  COMPARE_WORDS,
  COUNT_WORDS,
  DIMENSION_OF_UNIT,
  GAIN,
  HEAT_WORDS,
  LARGEST_CHANGE,
  LOSS,
  momentIn,
  ONE_OF_DATES,
  PLACE_OF_TARGET,
  PLACE_WORDS,
  RATE_WORDS,
  SEASON_WORDS,
  AT_EACH,
  COURSE_OF_INDEX,
  SERIES_WORDS,
  SECTOR_WORDS,
  SHARE_WORDS,
  STATISTIC_WORDS,
  UNIT_WORDS,
  UNUSUAL_WORDS,
  withoutComparisons,
  withoutLimits,
  withoutTimes,
  YES_NO,
  ZONE_WORDS,
} from './question-words.ts'
import { countedIn } from './counted-words.ts'
import { courseIn, type CourseReading } from './course-words.ts'
import { ofFireProduct } from './fire-products.ts'
import { changeOfDates, comparesDayAndNight, inOrder } from './heat-words.ts'
import { orderOfDates } from './order-words.ts'
import { recipesNamed } from './named-recipes.ts'
import { toolsNamed } from './named-tools.ts'
import { sectorsNamed } from './sector-words.ts'
import { changeOfState } from './state-words.ts'
import {
  asksForHeatIsland,
  asksForOutside,
  asksForTemperature,
  isOfSurroundings,
  targetsIn,
} from './targets.ts'
import type { Ask, ChangeWord, Known } from './types.ts'
import { meaningWords } from './words.ts'

/** Cuts at question marks, semicolons, commas and 'and' where each part asks for something of its own. */
export function readAsks(stem: string, known: Known): Ask[] {
  const target = targetsIn(withoutTimes(stem))[0] ?? iceShown(stem, known)
  const parts = stem
    .split(
      /[?;]\s*|,\s*(?:and\s+)?(?=(?:how|which|what|where)\b)|\s+and\s+(?=(?:how|which|what|where|in which)\b)/i,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const asking = parts.filter((part) => isAsking(part) && !IS_CONDITION.test(part))
  const clauses = asking.length > 1 ? asking : [stem]
  return clauses.map((clause) => readAsk(clause, stem, target, known))
}

/** Of a product that shows sea ice the pack and what froze are ice. */
const iceShown = (text: string, { shown }: Known): string | null =>
  shown.includes('sea_ice') && /\b(?:frozen|froze|freez\w*|refr[eo]\w*|pack|floes?|open water)\b/i.test(text)
    ? 'sea_ice'
    : null

/** 'Where NDVI fell by 0.3 or more, what is …' sets a condition and asks for no place. */
const IS_CONDITION =
  /^\W*(?:[^:;?]{1,40}: ?)?where(?:ver)?\b(?! (?:did|does|do|is|are|was|were|can)\b)[^?]*\d/i

const isAsking = (part: string): boolean =>
  /\b(how (many|much|large|big|far)|which (way|direction|share|part)|what|where|direction|extent|share)\b/i.test(
    part.replace(TOLD_WHERE, ' ').replace(RELATIVE_WHERE, ' '),
  )

/** 'Of the patches where forest was cut' says which ones, and asks for no place. */
const RELATIVE_WHERE =
  /\b(?:of|among|over|in|on|for|at|from|take|taking|given) (?:all |only |just )?(?:of )?(?:the |those |these |all )?(?:[\w-]+ )?(?:patch(?:es)?|parts?|pieces?|areas?|places?|spots?|clearings?|parcels?|plots?|pixels?|cells?|sites?|land|ground) where\b/gi

/** A statement in which 'where' goes on about what stands before it ('Turtles nest where the beach is dark.') asks for no place. */
const TOLD_WHERE =
  /(?<=^|[.!] )(?!(?:find|map|show|tell|mark|say|give|locate|see|determine|report|identify|state|name|list)\b)[A-Z][\w'’-]* [^.?!]*? where [^.?!]*\.(?= |$)/g

const isInTown = (words: string): boolean =>
  /^(?:towns?|villages?)$/i.test(PLACE_OF_TARGET.exec(words)?.[1] ?? '')

/** Ground that is wet at one date and dry at the other. */
const wetAsWater = (phrase: string) => phrase.replace(/\b(?:wet|submerged|drowned)\b/gi, 'water')

/** A verb that says the direction outweighs the states that the words set side by side. */
const directed = (change: ChangeWord | null) => (change === 'change' ? null : change)

function readAsk(clause: string, stem: string, target: string | null, known: Known): Ask {
  const { indexNames } = known
  const words = withoutTimes(clause)
  const own = targetsIn(words)[0]
  const named = indicesIn(clause, indexNames)
  const found = named.names.length > 0 ? named : indicesIn(stem, indexNames)
  const unitWords = withoutLimits(clause).replace(TOP_SHARE, 'a limit')
  const said = UNIT_WORDS.find(([pattern]) => pattern.test(unitWords))?.[1] ?? null
  const isIsland = asksForHeatIsland(stem)
  const changeInWords = isIsland
    ? null
    : ((HEAT_WORDS.test(stem) && comparesDayAndNight(stem) ? 'change' : null) ??
      (own === undefined && target === null ? changeOfDates(stem) : null) ??
      directed(readChange(words)) ??
      (found.names.length > 0 && orderOfDates(stem) === 'earlier_minus_later' ? 'loss' : null) ??
      changeOfState(inOrder(words), (phrase) =>
        targetsIn(wetAsWater(phrase)).includes(own ?? target ?? ''),
      ) ??
      readChange(words) ??
      (clause === stem ? null : readChange(withoutTimes(stem))))
  // Degrees of heat are no angle.
  const unit =
    said === 'deg' && HEAT_WORDS.test(stem) ? (isIsland || changeInWords !== null ? 'K' : 'degC') : said
  const outside = !isIsland && asksForOutside(stem)
  const isOfTown = outside || (isIsland && (own ?? target) === 'vegetation' && isOfSurroundings(stem))
  const seenInWords = isOfTown
    ? 'built_up'
    : (own ?? target ?? (isInTown(words) && asksForTemperature(stem) ? 'built_up' : null))
  const largest = found.names.length > 0 && unit === null ? largestChange(clause, found.names) : null
  const statistic = isIsland
    ? []
    : (largest ?? STATISTIC_WORDS.find(([pattern]) => pattern.test(clause))?.[1] ?? endOfHeat(stem, unit))
  const read = dimensionOf({
    words,
    unit,
    statistic: statistic.length > 0,
    index: found.names.length > 0,
    target: seenInWords,
    change: changeInWords,
  })
  const fires = ofFireProduct(stem, { unit, dimension: read, figures: statistic }, known)
  // How large a heat island is is told in degrees.
  const isOfIsland = isIsland && unit === null && ['area', 'share', 'count', 'value'].includes(read)
  const dimension = fires?.dimension ?? (isOfIsland ? 'temperature' : read)
  // What a loaded mask marks is told by the mask.
  const isOfMask =
    !known.hasScenes &&
    /\bmask\b/i.test(stem) &&
    known.products.some(({ port }) => isQuantity(port, ['mask', 'class']))
  const seen = fires || isOfMask ? null : seenInWords
  const change = fires ? null : changeInWords
  const course = fires ? null : courseIn(clause, found.names.length > 0 || seenInWords === 'vegetation')
  // What was on the first date and is not on the second is told from two dates, also where 'each date' is spoken of.
  const ofTwo = change !== null && /\b(first|earlier)\b.*\b(second|later|last)\b/i.test(clause)
  // Detections have a course of their own; 'NBR for each image, then the dNBR' makes one difference.
  const isOfOwn = fires !== null || ofTwo || (found.differenced && !RATE_WORDS.test(clause))
  // Ground that was lost 'over the year' or 'at each date' is told from two dates; so is how it changed 'over the dates',
  // but for plants, which have a course.
  const isOfGround =
    (read === 'area' || read === 'share') &&
    (directed(changeInWords) !== null ||
      (changeInWords !== null && seenInWords !== 'vegetation' && !AT_EACH.test(clause))) &&
    ![RATE_WORDS, SEASON_WORDS, UNUSUAL_WORDS].some((words) => words.test(clause))
  // 'NDVI on each date, then the mean of the earlier one' ends in one of them.
  const isOfOneDate = ONE_OF_DATES.test(clause) && momentIn(clause) !== null
  const series =
    course !== null ||
    (!isOfOwn &&
      !isOfGround &&
      !isOfOneDate &&
      ([SERIES_WORDS, SEASON_WORDS, UNUSUAL_WORDS].some((words) => words.test(clause)) ||
        (found.names.length > 0 && COURSE_OF_INDEX.test(clause))))
  // 'And how many hectares is the largest' goes on about what the clause before it named.
  const isDependent =
    clause !== stem &&
    own === undefined &&
    named.names.length === 0 &&
    toolsNamed(clause, known.specs).length === 0
  const isOfSpots = isDependent && /\bhot[- ]?spots?\b/i.test(stem) && !/\bhot[- ]?spots?\b/i.test(clause)
  const toolNames = [
    ...(fires ? [fires.tool] : []),
    ...recipesNamed(clause, known.specs),
    ...toolsNamed(isIsland || isDependent ? stem : clause, known.specs),
  ].filter((name) => name !== 'vegetation_cover_fraction' || change === null)
  // The temperature of built-up land is none of the whole scene, however it is spoken of.
  const isOfCity = !isIsland && !outside && seen === 'built_up' && asksForTemperature(stem)
  const isWithin =
    (PLACE_OF_TARGET.test(words) || isOfCity) &&
    (found.names.length > 0 || toolNames.length > 0) &&
    !isAreaUnit(unit) &&
    unit !== '%' &&
    change === null &&
    !outside &&
    !series
  const shown = known.shown.find((meaning) => SHOWN_WORDS[meaning]?.test(stem)) ?? null
  const cutBy =
    dimension === 'value' && change === null && !series
      ? limitedIndex(stem, found.names, toolNames.length > 0 ? 0 : 1)
      : null
  // How much water vapour there is is no area.
  const isAmount =
    toolNames.length > 0 &&
    dimension === 'area' &&
    !isAreaUnit(unit) &&
    seen === null &&
    !/\bhot[- ]?spots?\b/i.test(clause)
  // How plants changed over many dates is told by their greenness; by ground only where that is asked for.
  const isOfGreenness =
    series && seen === 'vegetation' && dimension === 'area' && !isAreaUnit(unit) && !AREA_WORDS.test(words)
  // 'What is the mean NDVI?' where NDVI itself is loaded, and no scene to compute it from.
  const [index, ...otherIndices] = found.names
  const isLoaded =
    !known.hasScenes &&
    !series &&
    change === null &&
    seen === null &&
    otherIndices.length === 0 &&
    known.products.some(({ port }) => port.kind === 'raster' && port.meaning === index)
  const ask: Ask = {
    text: isOfSpots ? `${clause} (of the hotspots)` : clause,
    full: isIsland
      ? `${words} (urban heat island)`
      : own === undefined && target !== null
        ? `${words} (${meaningWords(target)})`
        : isFlood(own, { change, words }, known)
          ? `${words} (flooded land, flood from radar)`
          : fullWords(words),
    dimension: series && RATE_WORDS.test(clause) ? 'rate' : isAmount || isOfGreenness ? 'value' : dimension,
    unit: fires?.dimension === 'value' ? 'MW' : unit,
    target: seen,
    change,
    figures: outside
      ? ['mean_outside']
      : fires
        ? fires.figures
        : [...figuresOf({ text: words, dimension, target: seen, change }), ...statistic],
    rank: rankIn(words),
    indices: isLoaded ? [] : cutBy === null ? found.names : found.names.filter((name) => name !== cutBy),
    ...(cutBy !== null && { cutBy }),
    // What the product holds already is not retrieved again.
    named: shown === 'sea_ice' ? [] : toolNames,
    zoned: ZONE_WORDS.test(clause),
    within: shown === 'sea_ice' ? false : isWithin || cutBy !== null,
    series,
    shown,
    ofProduct:
      isLoaded || (isOfProduct(stem, known) && seen === null && found.names.length === 0 && change === null),
    // 'NBR, then the difference', and 'how much did NBR drop on average', ask for the difference of dates.
    differenced:
      found.differenced ||
      (found.names.length > 0 && !isIsland && /\b(difference[ds]?|subtract\w*)\b/i.test(clause)) ||
      (found.names.length === 1 &&
        (orderOfDates(stem) !== null ||
          /\b(after|later|second|last|latest)\b[^?.]{0,12}\bminus\b/i.test(clause))) ||
      (found.names.length > 0 && dimension === 'value' && change !== null && !series),
    exports: /\b(export|download|save)\b/i.test(clause),
  }
  return course === null ? ask : ofCourse(ask, course)
}

/** What came under water between dates that radar alone saw is told as a flood. */
const isFlood = (
  target: string | undefined,
  { change, words }: { readonly change: ChangeWord | null; readonly words: string },
  { sensors = [] }: Known,
): boolean =>
  target === 'water' &&
  (change === 'gain' || /\b(?:log[- ]?ratio|flood\w*|inundat\w*)\b/i.test(words)) &&
  sensors.length > 0 &&
  sensors.every((sensor) => sensor === 'sentinel-1')

/** The end of a difference at which its largest fall or rise lies; NBR is taken before minus after, so that a fall is high. */
function largestChange(text: string, indices: readonly string[]): readonly string[] | null {
  const match = LARGEST_CHANGE.exec(text)
  if (!match) return null
  const word = match[1] ?? match[2] ?? match[3]!
  const isFall =
    (LOSS.test(word) || /^(negative|reduction|fall|drop)$/i.test(word)) !== indices.includes('nbr')
  return [isFall ? 'min' : 'max']
}

/** An ask whose words want something told from a course over dates. */
const ofCourse = (ask: Ask, { dimension, figures, isMap }: CourseReading): Ask => ({
  ...ask,
  // A map that is cut at a limit is told by its area or share.
  dimension: isMap && figures.length === 0 ? (ask.unit === '%' ? 'share' : 'area') : dimension,
  // Percent of an amplitude, or of a level of significance, are no unit of the answer.
  unit: isMap ? ask.unit : null,
  figures,
  named: [],
  series: true,
  ofProduct: false,
  differenced: false,
})

/** 'On the hottest patch, how many °C': where degrees are asked the end of the values is meant that the words name. */
function endOfHeat(text: string, unit: Unit | null): readonly string[] {
  const [, word] =
    (unit === 'degC' || unit === 'K'
      ? /\b(hott|warm|cold|cool|chilli)est\b(?! (?:\d|ten|tenth|five|quarter|third|half|date|day|month|year|scene|image|class|zone))/i
      : /$^/
    ).exec(text) ?? []
  return word === undefined ? [] : [/hott|warm/i.test(word) ? 'max' : 'min']
}

/** 'The top 5 %' are a limit, and no share that is asked for. */
const TOP_SHARE = /\b(?:top|hottest|highest|upper|uppermost) \d{1,2}(?:\.\d+)? ?(?:%|percent|per cent)/gi

/** The index that carries a limit ('NDWI above 0') where `others` more things are there to take a value of. */
function limitedIndex(text: string, names: readonly string[], others: number): string | null {
  if (names.length !== 1 + others) return null
  const limit =
    '(?:\\s+(?:is|of|values?|being))*\\s*(?:above|over|below|under|at least|at most|exceed\\w*|[<>≥≤]=?|(?:greater|higher|more|less|lower) than)\\s*-?\\d'
  const limited = names.filter((name) => new RegExp(`\\b${name}\\b${limit}`, 'i').test(text))
  return limited.length === 1 ? limited[0]! : null
}

/** Words for what a loaded product shows that takes the place of a scene. */
const SHOWN_WORDS: Readonly<Record<string, RegExp>> = {
  sea_ice: /\b(ice|floes?|concentrations?)\b/i,
  night_lights:
    /\b(night\w*|lights?|lit|bright\w*|sh[io]ne\w*|shining|radiance|lamps?|dark\w*|glow\w*|DMSP|DNB|DN|digital numbers?|nW)\b/i,
}

/** Words for the one layer that is spoken of, and what its port is. */
const PRODUCT_WORDS: readonly (readonly [pattern: RegExp, fits: (port: Port) => boolean])[] = [
  [/\b(the|this|that|my|our) (\w+ )?(mask)\b/i, (port) => isQuantity(port, ['mask', 'class'])],
  [
    /\b(the|this|that|my|our) (\w+ )?(class(es)?|classification|land ?cover)\b/i,
    (port) => isQuantity(port, ['class']),
  ],
  [
    /\b(the|this|that|my|our) (\w+ )?(dem|elevation model|elevations?|heights?)\b|\b(elevation|height|altitude)s?\b/i,
    (port) => isQuantity(port, ['elevation']),
  ],
  [/\bclass(es)? \d{1,3}\b/i, (port) => isQuantity(port, ['class'])],
  [/\b(the|this|that|my|our) (\w+ )?(layer|raster|result)\b/i, (port) => port.kind === 'raster'],
]

const isQuantity = (port: Port, quantities: readonly string[]) =>
  port.kind === 'raster' && [port.quantity].flat().some((quantity) => quantities.includes(quantity))

/** True where the words mean one layer that is no scene: by its id, by its kind, or as there is nothing else. */
function isOfProduct(stem: string, { products, hasScenes }: Known): boolean {
  if (products.some(({ id }) => new RegExp(`\\b${id}\\b`, 'i').test(stem))) return true
  if (!hasScenes) return products.length > 0
  return PRODUCT_WORDS.some(
    ([pattern, fitting]) => pattern.test(stem) && products.some(({ port }) => fitting(port)),
  )
}

/** 'What is here?' has no word that any task is known by. */
function fullWords(words: string): string {
  return /\bwhat('s| is| are| do (you|we|i) have)?\b.{0,20}\b(here|loaded|there)\b/i.test(words)
    ? `${words} (inventory of the loaded data, scenes and dates)`
    : words
}

/** The figures that the words ask for beside statistics: of patches, pixels and growth. */
export function figuresOf({
  text: words,
  dimension,
  target,
  change,
}: Pick<Ask, 'text' | 'dimension' | 'target' | 'change'>): string[] {
  const counted = dimension === 'count' ? countedIn(words) : null
  if (counted !== null) return [counted]
  if (dimension === 'angle' && target === 'burned' && OLD_TO_NEW.test(words)) return ['bearing']
  if (dimension !== 'area') return []
  if (rankIn(words) !== null) return ['area']
  const patch =
    /\b(largest|biggest|main|most extensive)\b( \w+)?( (scar|patch|area|component|piece|region|lake|body|one))?\b/i
  if (patch.test(words)) return ['largest_area']
  return target === 'burned' && change === 'gain' ? ['growth_area'] : []
}

/** From one burn to another: the way between the two, which the axis of neither tells. */
const OLD_TO_NEW =
  /\bfrom (?:the )?(?:\w+ of (?:the )?)?(?:old|earl(?:y|i)|first|previous|former)\w*\b[^.?]*?\bto (?:the )?(?:\w+ (?:of|that) (?:the )?)?(?:new|late|last|second|young|add|growth|grew)\w*\b|\b(?:new(?:er|ly)?|later|younger|added|growth)\b[^.?]*?\bfrom (?:the )?(?:\w+ of (?:the )?)?(?:old|earl(?:y|i)|first|previous|former)\w*\b/i

const RANK_WORDS: readonly (readonly string[])[] = [
  ['second', '2nd', 'two', '2', 'next', 'runner'],
  ['third', '3rd', 'three', '3'],
  ['fourth', '4th', 'four', '4'],
  ['fifth', '5th', 'five', '5'],
]
const RANK_WORD = `(${RANK_WORDS.flat().join('|')})`
/** 'The second largest', 'second in size', 'number two by area', 'the next biggest after the largest'. */
const RANKS: readonly RegExp[] = [
  `\\b(second|third|fourth|fifth|2nd|3rd|4th|5th|next)[- ](?:most )?(?:largest|biggest|greatest|extensive|in (?:size|area|extent|rank|line)|by (?:size|area))\\b`,
  `\\b(?:rank(?:ed|s|ing)?|order(?:ed)?|sort(?:ed)?|size|area|largest|biggest)\\b.*\\b(?:number|no\\.?|rank|place|position) ?${RANK_WORD}\\b`,
  `\\b(?:number|no\\.?|rank|place) ?${RANK_WORD} (?:in|by) (?:size|area|extent)\\b`,
  `\\b(?:comes?|ranks?|ranked|placed|is|stands?|the) (second|third|fourth|fifth)(?= (?:in|by|for|on|as to) (?:terms of |respect of )?(?:the )?(?:size|area|extent|surface|rank\\w*)\\b)`,
  `\\bcomes? (second|third|fourth|fifth)\\b`,
  `\\b(?:in |on |takes? |holds? )(?:the )?(second|third|fourth|fifth) (?:place|rank|position)\\b`,
  `\\b(runner)[- ]up\\b`,
].map((pattern) => new RegExp(pattern, 'i'))

/** 2 for 'the second largest patch', null where no rank is named. */
function rankIn(words: string): number | null {
  const said = RANKS.flatMap((pattern) => pattern.exec(words)?.[1]?.toLowerCase() ?? [])[0]
  if (said === undefined) return null
  const at = RANK_WORDS.findIndex((forms) => forms.includes(said))
  return at < 0 ? null : at + 2
}

/** An area told of what another clause describes: 'where NDVI fell, what is their area'. */
const OWN_AREA =
  /\b(?:what|which|how large|how big)\b[^?.]{0,25}\b(?:area|extent|size)\b|\b(?:over|on) what area\b/i

interface DimensionInput {
  readonly words: string
  readonly unit: Unit | null
  readonly statistic: boolean
  readonly index: boolean
  readonly target: string | null
  readonly change: ChangeWord | null
}

const WHICH_SECTOR =
  /\b(?:which|what|in which|in what) (?:of the (?:\w+ ){0,3})?(?:sectors?|directions?|sides?|ways?|octants?|quadrants?|points?|headings?)\b|\bwhere\b/i

function dimensionOf({ words, unit, statistic, index, target, change }: DimensionInput): Dimension {
  const ofUnit = unit === null ? undefined : DIMENSION_OF_UNIT[unit]
  if (SHARE_WORDS.test(words) && sectorsNamed(words).length === 1 && !WHICH_SECTOR.test(words)) return 'share'
  if (SECTOR_WORDS.test(words) && unit !== 'deg' && !['area', 'share', 'speed'].includes(ofUnit ?? ''))
    return 'sector'
  if (/\belongat\w*\b/i.test(words)) return 'ratio'
  if (/\b(axis|orientation|oriented)\b/i.test(words)) return 'angle'
  if (ofUnit) return ofUnit
  if (statistic || (index && COMPARE_WORDS.test(words))) return 'value'
  if (SHARE_WORDS.test(words)) return 'share'
  if (COUNT_WORDS.test(words)) return 'count'
  // How much an index changed is told in its own numbers.
  if (
    index &&
    change !== null &&
    target === null &&
    /\bhow much\b(?! (of the )?(land|ground|area|terrain))/i.test(words)
  )
    return 'value'
  if (AREA_WORDS.test(words) || (change !== null && OWN_AREA.test(words))) return 'area'
  if (/\bhow far\b|\bdistance\b/i.test(words)) return 'length'
  if (PLACE_WORDS.test(words)) return 'text'
  // 'Did the lake shrink?' is answered by how much.
  if (target !== null && (change !== null || YES_NO.test(words))) return 'area'
  return index ? 'value' : 'text'
}

function readChange(whole: string): ChangeWord | null {
  const text = withoutComparisons(whole)
  if (LOSS.test(text)) return 'loss'
  if (GAIN.test(text)) return 'gain'
  return CHANGE.test(text) ? 'change' : null
}

/** Short names that people write in small letters too; other short ones are words of a language as well ('si', 'ui', 'bi'). */
const SHORT_AND_SMALL: ReadonlySet<string> = new Set(['nbr', 'evi', 'bai', 'bsi'])

const isSaidAsIndex = (word: string): boolean =>
  word.length > 3 || SHORT_AND_SMALL.has(word) || /^[A-Z][A-Z0-9]*$/.test(word)

/** Indices named, and whether as a difference ('dNBR'). */
function indicesIn(
  text: string,
  names: ReadonlySet<string>,
): { readonly names: string[]; readonly differenced: boolean } {
  const found = new Set<string>()
  let differenced = false
  for (const [word] of text.matchAll(/\b[A-Za-z][A-Za-z0-9_]*\b/g)) {
    const name = word.toLowerCase()
    if (names.has(name) && isSaidAsIndex(word)) found.add(name)
    else if (name.startsWith('d') && names.has(name.slice(1))) {
      found.add(name.slice(1))
      differenced = true
    }
  }
  return { names: [...found], differenced }
}

const isAreaUnit = (unit: Unit | null): boolean => unit !== null && isConvertible(unit, 'm2')
