import { countsParts } from './counted-words.ts'
import { courseOf, type CourseReading } from './course-words.ts'
import { AT_EACH, COMPARE_WORDS, GAIN, LOSS, ONE_OF_DATES, withoutTimes } from './question-words.ts'
import { comparesDayAndNight } from './heat-words.ts'
import { FIRE_PRODUCT_TOOLS } from './fire-products.ts'
import { asksForOutside, isOfSurroundings, targetsIn } from './targets.ts'
import type { Ask, Question } from './types.ts'
import { meaningWords, spellMeaning } from './words.ts'

const CHOICE_OF_DATE = 'the choice of a date'
const PARTS =
  'two parts of the scene set beside each other: draw one as an area of interest, and ask for what lies inside and outside of it'
const PART_OF_SCENE = 'a part of the scene'
const SUMS = 'sums of parts'
const CHANGE_IN_PERCENT = 'a change in percent'
const TIMES = 'times and rates'
const SEASON_OF_YEAR = 'a season of the year: name the month or the date'
const PROPERTY = 'that property or unit'
const TOGETHER = 'how two things go together'
const LAND_COVER = 'that kind of land cover'
const DATES_AT_ONCE = 'several dates at once: ask for one date, or for the change between two'

/** Parts of a question that change its meaning and that nothing here takes into account. */
const UNSERVED: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /\b(not(?! (?:above|below|over|under|more|less|fewer|higher|lower|greater|smaller|exceed\w*)\b(?: than)?(?: (?:an? )?\w+)? [-−]?\d)|never|neither|nor|except|exclud\w*|unburn\w*|un-burn\w*|non-\w+|other than)\b|n't\b/i,
    'what is left out or denied',
  ],
  [
    /\b(north|south|east|west)(ern)?(most)? (of|half|part|third|quarter|side of the (lake|river|scar))\b|\b(half|quarter|third) of the (scene|image|area)\b|\b(left|right|upper|lower|top|bottom) (half|part|third|corner)\b|\b(latitude|longitude)\b|\bnear\b(?![- ]infra)|\bwithin \d(?![^?]{0,12}(?:–|-|to|and)\s*\d)/i,
    PART_OF_SCENE,
  ],
  [
    /\bper (day|week|month|year|hour)\b|\bhow (many|much) (days?|weeks?|months?|years?|time)\b|\bhow (long|fast|quickly)\b|\brate\b|\bspeed\b/i,
    TIMES,
  ],
  [
    /\b(which|what) (?:(?:one )?of (?:(?:the|these|those|all|our|my) )*(?:(?:\d+|\w+) )?)?(date|day|month|year|scene|image)s?\b|(?:^\W*|\b(?:since|tell|say|know|find out|me|us|and|is|was|,) ?)when\b|\bwhen (?:did|was|were|is|are|does|do|has|have|will)\b|\bwhen\W*$/i,
    CHOICE_OF_DATE,
  ],
  [
    /\b(each|every|both|all( the)?( \w+)?|per) (dates?|scenes?|images?)\b|\bover time\b|\btime series\b|\btrends?\b|\bnet (change|loss|gain)\b/i,
    DATES_AT_ONCE,
  ],
  [/\b(in|during|of) (the |last |this )?(summer|spring|autumn|fall|winter)\b/i, SEASON_OF_YEAR],
  [/\bcorrelat\w*|\bregress\w*|\brelation(ship)? between\b/i, TOGETHER],
  [
    /\btransmittan\w*(?![^?]*\b(0?\.9\d+|bands? 1[789]|water|vapou?r)\b)/i,
    'the transmittance of the air without a band: name 17, 18 or 19',
  ],
  [
    /\b(?:mean|average|median|typical|usual) (?:size|area|extent|footprint)\b(?! of (?:the )?(?:temp|value))|\bon average\b[^?.]*\b(?:large|big)\b|\bhow (?:large|big)\b[^?.]*\bon average\b/i,
    'the usual size of parts: the largest one, their number and their area together can be told',
  ],
  [/\bperimeters?\b|\bcircumference\b/i, 'the length of an outline'],
  [/\b(percent(age)?|relative) (change|increase|decrease)\b/i, CHANGE_IN_PERCENT],
  [/\bseasonality\b/i, 'the size of the seasons'],
  [/\b(salt[a-z]*|salin[a-z]*|healthy|health|fahrenheit)\b|°\s?f\b/i, PROPERTY],
  [/\b(hott|warm|cool|cold|dri|wett|green)er\b[^?]*\bthan\b(?!\s+-?\d)/i, PARTS],
  [
    /\b(?:(?:larg|bigg|small|great)er|more|less|worse|most)\b[^?]*\b(?:north|south|east|west)\w*,? or (?:in |on |to |towards? )?(?:the )?(?:north|south|east|west)\w*/i,
    PARTS,
  ],
  [
    /\bbetween\b[^?]*\band\b[^?]*\band (?:then )?between\b/i,
    'two spans of time: ask for one, and then for the other',
  ],
  [
    /\b(how many bands|resolution|pixel size|size of a pixel)\b/i,
    'what the data is like: ask “what is loaded?”, or look at the details of the scene',
  ],
  [/\b(together|combined|altogether|sum of)\b/i, SUMS],
  [
    /\b(square miles?|sq\.? ?mi|miles?|feet|foot|yards?|football (fields?|pitch(es)?)|soccer (fields?|pitch(es)?))\b/i,
    'that unit: areas come in hectares, acres, km² or m², lengths in m or km',
  ],
  [
    /\b(crop ?lands?|crops?|grass ?lands?|pastures?|wetlands?|mangroves?|orchards?|plantations?|peat\w*|savanna\w*)\b/i,
    LAND_COVER,
  ],
]

/** What a series of dates takes into account: the land that it shows is called by its use ('the pasture'), and what a thing told of it does beside. */
const SERVED_IN_SERIES: ReadonlySet<string> = new Set([TIMES, DATES_AT_ONCE, LAND_COVER])
/** Detections carry times and places: their days, their pace and the way that they go are told from them. */
const SERVED_BY_FIRES: ReadonlySet<string> = new Set([TIMES, CHOICE_OF_DATE, TOGETHER, DATES_AT_ONCE])
const SERVED_BY_COURSE: Readonly<Record<string, (course: CourseReading) => boolean>> = {
  [CHOICE_OF_DATE]: ({ labels }) => labels.length > 0,
  [SEASON_OF_YEAR]: ({ isMap }) => isMap,
  [TOGETHER]: ({ tool }) => tool === 'linear_trend',
  [PARTS]: ({ tool }) => tool === 'series_anomalies',
  [PROPERTY]: ({ tool }) => tool === 'vhi_map',
}

/** Small patches can be left out: that is a setting. */
const SMALL_PATCHES =
  /\b(exclud\w*|leav\w* out|without|ignor\w*)\b[^,.?]*\b(smaller|fewer|less) than \d+ (pixels?|px)\b/i

/** 'The share of snow', 'the percentage of water in this scene': of the scene, with no more said of it. */
const OWN_SHARE =
  /\b(?:share|fraction|proportion|portion|percentage) of (?:the )?(?:open )?(?:snow|water|vegetation|forests?)(?: cover(?:age)?)?(?:\W*$| (?:in|on|for|over|within|across) (?:the|this) (?:\w+ )?(?:scene|image|area|part|picture|pixels?|land)\b|,? in (?:%|per ?cent))/i

/** 'Was not before', 'not any more', 'but not in the second', 'the later one has not': the other date of a change. */
const NOT_THEN =
  /(?<=\b(?:the|at|on|in) (?:first|earlier|second|later|last|other|older|newer)(?: (?:one|date|image|scene|map|mask|day|picture))?,? )(?:has|had|is|was|does|did|shows?|showed|holds?)(?: not\b|n't\b|n’t\b)|\b(?:in)?to non-?\w+\b|(?:\bnot|n't)\b(?:(?: \w+){0,3} (?:before|beforehand|earlier|previously|formerly|yet|any ?more|any longer|afterwards|now|later)\b|(?: \w+){0,2} (?:in|on|at) the (?:first|earlier|second|later|last|other)\b)/gi

/** Things that `how many` can be said of here. */
const COUNTED =
  /\bhow many\b(?:\s+[\w-]+){0,3}?\s+(patch(es)?|scars?|parts?|pieces?|components?|fires?|burns?|spots?|hot ?spots?|lakes?|ponds?|bod(y|ies)|scenes?|dates?|layers?|images?|bands?|pixels?|clusters?|regions?|areas?|settlements?|towns?|villages?|hamlets?|clearings?|clear[- ]?cuts?|gaps?|(?:land|mud|rock)?slides?)\b|\bnumber of\b|\bcount\b|\b(spots|hot ?spots|patches|scars|fires|lakes|clusters|regions)\b[^?]*\bhow many (there are|are there|of them)\b/i

/** 'North-west of the scene centre'. */
const OF_CENTRE =
  /^(?:north|south|east|west)(?:ern)?(?:most)? of (?:the )?(?:(?:scene|image|picture|map)(?:'s)? )?(?:cent(?:re|er)|middle)\b/i

/** Bands by names that are no words of other things. An index that merely takes them is another figure. */
const BAND_SAID =
  /\b(?:NIR|SWIR[- ]?[12]?|near[- ]infra-?red|short-?wave[- ]infra-?red|(?:red|green|blue) (?:band|channel|reflectance)s?|B\d{1,2}A?)\b/i

/**
 * What of the question nobody here takes into account, in words; null where all is served. Such a question is given
 * back: the figure without the condition would answer another question.
 */
export function unservedPart(question: Question, ask: Ask): string | null {
  if (question.direct) return besideDirect(question)
  const told = withoutTimes(ask.text).replace(SMALL_PATCHES, ' ')
  const words = ask.change === 'loss' || ask.change === 'gain' ? told.replace(NOT_THEN, ' ') : told
  const twoDates = ask.change !== null || ask.differenced || ask.target === 'burned'
  const isOfOneDate = question.moment !== null && ONE_OF_DATES.test(words)
  const compares = COMPARE_WORDS.test(words) || ask.named.includes('urban_heat_island')
  const course = courseOf(ask)
  const isOfProduct = FIRE_PRODUCT_TOOLS.has(ask.named[0] ?? '')
  const hasConfidence = question.slots.some(({ slot }) => slot === 'confidence')
  const hasPoint = question.slots.some(({ slot }) => slot === 'longitude')
  if (isOfProduct && question.dates.length > 0 && !question.slots.some(({ slot }) => slot === 'date'))
    return `“${question.dates[0]!.words}” (one whole day of a table of detections can be told apart)`
  const level = isOfProduct && !hasConfidence ? /\bnominal\b/i.exec(words) : null
  if (level) return `“${level[0]}” (say for example “of at least nominal confidence”)`
  for (const [pattern, what] of UNSERVED) {
    if (what === PARTS && (ask.named.includes('urban_heat_island') || comparesDayAndNight(words))) continue
    if (question.allDates && what === SUMS) continue
    // Of a loaded product the means of two dates are set in relation.
    const isGrowth = ask.dimension === 'share' && (ask.change === 'gain' || ask.change === 'change')
    if (what === CHANGE_IN_PERCENT && ask.shown !== null && isGrowth) continue
    // Whether high values lie together is what these tell.
    if (what === SUMS && /\bmoran|\bgetis|\bclustered\b/i.test(words)) continue
    if (ask.series && SERVED_IN_SERIES.has(what)) continue
    if (course && SERVED_BY_COURSE[what]?.(course)) continue
    const match = pattern.exec(words)
    if (match && asksForOutside(words) && /^n(?:on-|ot\b|ever\b)/i.test(match[0])) continue
    if (match && what === SUMS && isOneWhole(ask, question, words)) continue
    if (ask.named.includes('urban_heat_island') && /^non-(urban|built|city)/i.test(match?.[0] ?? '')) continue
    if (match && hasConfidence && /^(exclud|except)/i.test(match[0])) continue
    if (question.allDates && what === DATES_AT_ONCE) continue
    if (isOfProduct && SERVED_BY_FIRES.has(what)) continue
    // A sector about the centre is one of those that a mask is shared out to.
    const hasSectors = ask.dimension === 'share' && question.slots.some(({ slot }) => slot === 'sectors')
    if (match && hasSectors && what === PART_OF_SCENE && OF_CENTRE.test(words.slice(match.index))) continue
    if (hasSectors && /^(?:north|south|east|west)\w* quarter/i.test(match?.[0] ?? '')) continue
    if (hasPoint && what === PART_OF_SCENE && /^(latitude|longitude)$/i.test(match?.[0] ?? '')) continue
    if (match && what === SUMS && (isOfProduct || /\bhot[- ]?spots?\b/i.test(words))) continue
    // The index of both or all dates, and then a figure of the later one.
    if (match && what === DATES_AT_ONCE && /^(both|each|every|all)\b/i.test(match[0]) && isOfOneDate) continue
    if (match && twoDates && /^(both|all|each|every)\b/i.test(match[0])) continue
    // A cloud mask may be spoken of in the negative: it is served.
    if (match && !/\bcloud\w*/i.test(words.slice(Math.max(0, match.index - 25), match.index + 40)))
      return `“${match[0]}” (${what})`
  }
  const event =
    /\b(first|second|third|last) (wild)?(fire|burn|flood|storm)s?\b(?! (date|image|scene|picture|acquisition)s?\b)/i.exec(
      words,
    )
  if (event && question.dates.length === 0)
    return `“${event[0]}” (say its dates: the scenes tell dates, not events)`
  if (ask.indices.length > 1 && !compares && !ask.differenced) {
    return `${ask.indices.map(spellMeaning).join(' and ')} in one figure: ask for each on its own`
  }
  const targets = isOfProduct ? [] : [...new Set(targetsIn(words))]
  const isOfTown = ask.named.includes('urban_heat_island') && isOfSurroundings(words)
  const isPlants = targets.every((target) => target === 'built_up' || target === 'vegetation')
  if (targets.length > 1 && !(isOfTown && isPlants) && !(compares && ask.dimension === 'value')) {
    return `${targets.map(meaningWords).join(' and ')} in one figure: ask for each on its own`
  }
  if (
    ask.dimension === 'share' &&
    !OWN_SHARE.test(words) &&
    !/\bsectors?\b|\b(north|south|east|west)/i.test(words) &&
    /\b(of|share|fraction) (the |its |all )?(lakes?|forests?|snow|vegetation|burned area|scars?|water(?! vapou?r)|reservoirs?)\b/i.test(
      words,
    )
  ) {
    return 'a share of something else than the scene: shares here are of the valid pixels'
  }
  if (ask.dimension === 'count' && !isOfProduct && !COUNTED.test(words) && !countsParts(words))
    return `“${/\bhow many (?:\w+ ?){1,3}/i.exec(words)?.[0].trim() ?? 'that number'}” (nothing here counts it)`
  if (/\bpercentile\b/i.test(words) && (ask.dimension === 'value' || ask.dimension === 'text'))
    return 'percentiles of values'
  const isExtent = ask.target !== null && (ask.dimension === 'area' || ask.dimension === 'share')
  const atEach = ask.series && course === null && isExtent ? AT_EACH.exec(words) : null
  if (atEach) return `“${atEach[0]}” (${DATES_AT_ONCE})`
  if (
    course === null &&
    ask.change === null &&
    ask.target !== 'burned' &&
    /\bbefore\b.*\bafter\b|\bfirst\b.*\blast\b|\bearlier\b.*\blater\b/i.test(words) &&
    ask.dimension !== 'text'
  ) {
    return 'two dates at once: ask for one date, or for the change between them'
  }
  // A difference that was not read as one: the value of one date would answer another question.
  const apart =
    ask.dimension === 'value' &&
    ask.indices.length === 1 &&
    ask.change === null &&
    !ask.series &&
    !ask.differenced &&
    !compares
      ? /\b(?:minus|deviat\w*|depart(?:s|ed|ure)|relative to|compared (?:to|with)|versus|vs)\b/i.exec(words)
      : null
  if (apart) return `“${apart[0]}” (say of which two dates the difference is wanted)`
  const done = ask.change === null && STATES.has(ask.target ?? '') ? DONE.exec(words) : null
  if (done && (ask.dimension === 'area' || ask.dimension === 'share'))
    return `“${done[0]}” (say whether what was lost or what was gained is meant)`
  // How far a city exceeds its environs in degrees is no angle.
  const isTurned =
    /\b(?:ax[ei]s|orient\w*|bearings?|azimuth|align\w*|stretch\w*|elongat\w*|direction|point(?:s|ing)?|run(?:s|ning)?|l(?:ies|ying)|slop\w*|steep\w*|inclin\w*|aspect|compass|angle|north)\b/i
  if (ask.dimension === 'angle' && ask.named.length === 0 && !isTurned.test(words))
    return 'degrees of what: a temperature, a slope or a bearing'
  const [one, other] = question.dates
  if (
    one &&
    other &&
    one.words !== other.words &&
    !twoDates &&
    !ask.series &&
    course === null &&
    !question.allDates &&
    targets.length + ask.indices.length > 0
  )
    return 'two dates at once: ask for one date, or for the change between them'
  const end = endOfValues(ask, words)
  if (end !== null) return end
  if (ask.indices.length + targets.length === 0 && course === null && tellsArithmetic(words))
    return 'arithmetic of several bands in words (write it as a formula, such as “(red + green) / 2”)'
  const unknown = question.unknownIndices[0]
  if (unknown) return `“${unknown}” (no such index here)`
  const band = ask.indices.length + targets.length + ask.named.length === 0 ? BAND_SAID.exec(words) : null
  if (band && ask.dimension === 'value')
    return `“${band[0]}” (write what is to be computed of bands as a formula, such as “nir / red”)`
  return leftNumber(question.rest)
}

/** Things that are measured at one date, and words by which they came or went. */
const STATES: ReadonlySet<string> = new Set(['water', 'vegetation', 'snow', 'sea_ice', 'built_up'])
const DONE =
  /\b(?:has|have|had)(?: \w+){0,3} (?:come|gone|become|turned|taken|shifted|moved|conquered|invaded|eaten|retaken|reclaimed|perished|replaced|reached|arrived|left|given way|overrun|yielded|been (?:converted|replaced|given|turned|overtaken|swallowed|wiped|ripped))\b/i

/** Superlatives and parts of the values; what ends alike is none. */
const END_OF_VALUES =
  /\b(?!(?:forest|rest|west|\w+-west|northwest|southwest|test|best|nearest|closest|latest|newest|earliest|oldest|interest|request|harvest|honest|modest|protest|suggest|largest|biggest)\b)[a-z]{3,}est\b|\b(?:deciles?|quartiles?|quantiles?|(?:hottest|coldest|top|upper|lower) (?:tenth|fifth|third|quarter|half)|variance|kurtosis|skew\w*|modal|exceeded|surpass(?:ed)?|(?:half|quarter|third|fifth|tenth) of (?:the|all) (?:\w+ )?(?:pixels|values|cells|scene|land|area))\b/i
const STATISTICS: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'min', 'max'])

/** One end or part of the values is asked for, and none of the figures that can be told was read from it. */
function endOfValues(
  { dimension, figures, change, series, indices, named }: Ask,
  words: string,
): string | null {
  const isOfValues =
    (dimension === 'value' || dimension === 'temperature') &&
    change === null &&
    !series &&
    (indices.length > 0 || named.length > 0)
  if (!isOfValues || figures.some((name) => STATISTICS.has(name) || name.includes('_'))) return null
  const said = END_OF_VALUES.exec(words)
  return said && `“${said[0]}” (say for example “the highest”, “the lowest” or “the 90th percentile”)`
}

const BANDS_SAID =
  /\b(?:red|green|blue|NIR|near[- ]infra-?red|SWIR[- ]?[12]?|short-?wave[- ]infra-?red|thermal)\b/gi
const ARITHMETIC =
  /\b(?:add(?:ed|ing)?|divid\w*|multipl\w*|subtract\w*|square[d]?|roots?|times|plus|minus|sum|product)\b|[\w)] ?[/*×÷] ?\w/i
const tellsArithmetic = (words: string): boolean =>
  ARITHMETIC.test(words) &&
  new Set((words.match(BANDS_SAID) ?? []).map((band) => band.toLowerCase())).size > 1

/** 'All ponds and the lake together' are all of one thing at one date: its mask has them all. */
const isOneWhole = (ask: Ask, { dates, slots }: Question, words: string): boolean =>
  (ask.dimension === 'area' || ask.dimension === 'share') &&
  new Set(targetsIn(words)).size === 1 &&
  ask.change !== 'change' &&
  // What was lost and what was gained are two figures.
  !(LOSS.test(words) && GAIN.test(words)) &&
  ask.indices.length === 0 &&
  ask.rank === null &&
  !ask.figures.includes('largest_area') &&
  dates.length < 2 &&
  !slots.some(({ slot }) => slot === 'top') &&
  !/\b(?:two|three|both) (?:largest|biggest)\b/i.test(words)

/** 'We can't work on steeper ground. How much is that?' tells why and leaves nothing out. */
const CANNOT = /\b(?:can(?:no|'|’)t|can not|could not|couldn['’]t)\b(?=[^?]*[.!;] )/gi

/** Clouds are masked: 'pixels that are not clouded' says so. */
const NO_CLOUD =
  /(?:\b(?:not|never|without|except(?: for)?|excluding|other than|nor)|n['’]t)[ -](?:(?:under|below|beneath|in|by|a|any|the|hidden|covered|affected|obscured|called|flagged|marked|masked|as|lie|be) ){0,4}(?:cloud\w*|overcast)\b|\bnon-cloud\w*\b/gi

/** What of the words is left where they settle the steps, and bears on the figure all the same. */
function besideDirect({ besideDirect: left, rest }: Question): string | null {
  if (left === null) return null
  for (const [pattern, what] of UNSERVED) {
    if (what === PROPERTY || what === CHOICE_OF_DATE || what === TIMES) continue
    const told = left.replace(CANNOT, ' ').replace(NO_CLOUD, ' ')
    const match = pattern.exec(told)
    if (match) return `“${match[0]}” (${what})`
  }
  return leftNumber(rest)
}

/** A number that no slot, date or name has taken. */
function leftNumber(rest: string): string | null {
  const left = /(?<![\w.-])[-+]?\d+(?:\.\d+)?(?![\w]*[a-z]\d)\s*(?:%|[a-z²]+)?/i.exec(rest)
  return left ? `“${left[0].trim()}” (say for example “dNBR at least 0.27”)` : null
}
