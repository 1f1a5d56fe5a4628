import type { Dimension } from '../trace/port.ts'
import type { Ask } from './types.ts'
import { AMPLITUDE_SHARE } from './amplitude-words.ts'
import { RATE_WORDS, SEASON_WORDS, SERIES_WORDS, UNUSUAL_WORDS } from './question-words.ts'

/** What the words ask of a course over many dates: the tool that tells it, and which of its figures and dates. */
export interface CourseReading {
  readonly tool: string
  /** True where the tool looks at every pixel of dated rasters and not at a table by date. */
  readonly isMap: boolean
  /** Names of the figures asked for, best first; empty where the tool's answer as a whole is asked. */
  readonly figures: readonly string[]
  readonly labels: readonly string[]
  readonly dimension: Dimension
}

type Words = readonly [pattern: RegExp, reading: CourseReading]

const table = (
  tool: string,
  dimension: Dimension,
  figures: readonly string[],
  labels: readonly string[] = [],
): CourseReading => ({ tool, isMap: false, figures, labels, dimension })

const map = (tool: string, dimension: Dimension, figures: readonly string[]): CourseReading => ({
  tool,
  isMap: true,
  figures,
  labels: [],
  dimension,
})

/** Indices of Kogan are told from all dates of one season, pixel by pixel. */
const CONDITIONS: readonly Words[] = [
  [/\bVHI\b|\bvegetation health index\b/i, map('vhi_map', 'share', ['mean'])],
  [/\bTCI\b|\btemperature condition\b/i, map('tci_map', 'share', ['mean'])],
  [/\bVCI\b|\bvegetation condition\b/i, map('vci_map', 'share', ['mean'])],
]

/** A limit that the words put on what is mapped: then the ground beyond it is asked for, and not the mean. */
const LIMITED =
  /(?:\b(?:below|under|above|over|less than|more than|at least|at most|exceed\w*)(?: (?:a|an|the|of|VCI|TCI|VHI|vegetation|temperature|condition|health|index|value|level))*|[<>≤≥]=?)\s*-?\d|-?\d+ ?%? (?:or|and) (?:less|lower|below|under|more|higher|above)\b/i

const SCORES = /\bz[- ]?(scores?|values?)?\b|\bstandard deviations?\b|\bsigmas?\b|\bstandardi[sz]\w*/i
const EACH_PIXEL = /\b(pixels?|everywhere|across the (scene|area))\b/i
/** A part of the ground: what is so on a share of it is told pixel by pixel. */
const PART_OF_GROUND = /\b(shares?|fraction|proportion|percent(age)?|per cent|part|how much) of the\b/i
const FALLS =
  /\b(fall\w*|fell|declin\w*|decreas\w*|brown\w*|drop\w*|los\w*|negative(ly)?|down(ward\w*)?|worsen\w*|shrink\w*|degrad\w*)\b/i
/** The mean of all dates, beside which one of them is high or low. */
const NORMAL =
  /\b(?:long[- ]term|multi[- ]?(?:year\w*|annual)|all[- ]years?|overall|usual|normal|historical|whole[- ]series) (?:mean|average|level|value)\b|\b(?:means?|average|norm(?:al)?) (?:of|over|across|for|from) (?:all|the (?:whole|entire|full)|every|the other)\b/i
const APART =
  /\b(minus|less(?! than)|excess|deficit|shortfall|gap|distance|vs\.?|differ\w*|deviat\w*|depart\w*|how (?:far|much)|short of|lower|higher|below|above|compared|relative to|against|versus)\b/i

const SEASON: readonly (readonly [pattern: RegExp, figure: string, label: string])[] = [
  [
    /\b(?:from|since) (?:which|what) (?:day|date)\b|\b(?:first|opening) day\b|\b(start(s|ed|ing)?|begin(s|ning)?|began|begun|onset|sets? in|commence\w*|green[- ]?up|greens? up)\b/i,
    'start_day',
    'start_date',
  ],
  [
    /\b(peak(s|ed|ing)?|maximum|height|greenest|culminat\w*|climax\w*|heyday|top)\b/i,
    'peak_day',
    'peak_date',
  ],
  [
    /\b(?:until|till|up to) (?:which|what) (?:day|date)\b|\b(?:last|closing) day\b|\b(end(s|ed|ing)?|senescence|finish\w*|close[sd]?|stop(s|ped)?|ceases?)\b/i,
    'end_day',
    'end_date',
  ],
]

/** A limit of the season: 'half of the amplitude', 'a 50 % amplitude threshold'. */
const SHARE_OF_AMPLITUDE = new RegExp(AMPLITUDE_SHARE, 'gi')
/** 'Rises through half of its amplitude': the season begins and ends where its course passes a share of it. */
const CROSSES = new RegExp(
  `\\b(?:(rises?|rising|rose|climb\\w*|up|upwards?|increas\\w*|ascend\\w*)|(falls?|falling|fell|drop\\w*|sinks?|sank|down|downwards?|declin\\w*|descend\\w*)|(cross\\w*|pass\\w*|reach\\w*|above|exceed\\w*))\\b[^.?;]*?${AMPLITUDE_SHARE}`,
  'i',
)
const SIZE_OF_SEASON =
  /\bamplitude\b(?! on| up| at)|\bswings?\b|\b(difference|distance|rise|range)\b[^?.]*\b(base|minimum|bottom|trough|winter)\b|\bfrom\b[^?.]*\bbase\b[^?.]*\bto\b/i
const LENGTH_OF_SEASON =
  /\bit takes\b|\belaps\w*\b|\b(?:from|between)\b[^?.]*\b(?:green[- ]?up|start|onset|beginning|greening)\b[^?.]*\b(?:to|till|until|and)\b[^?.]*\b(?:senescence|end|browning)\b|\bhow long\b|\blength\b|\bduration\b|\blast(s|ed)?\b(?! (date|scene|image|day|year))|\b(how many|number of) days\b|\bfor how many\b|\bdays (are|lie|pass)\b/i

/** How high a course goes, and not when. */
const VALUE_AT_PEAK =
  /\b(?:maximum|maximal|highest|peak|top)(?: (?:mean|average|area|seasonal|season's))* (?:values?|NDVI|EVI|level)\b|\b(?:maximum|peak|top) of the (?:\w+ ){0,3}(?:curve|course|profile)\b|\bhow high\b|\b(?:which|what) (?:mean |average )?(?:NDVI|EVI|value)\b[^?.]*\b(?:peak|maximum|height|best|greenest)\b|\b(?:NDVI|EVI|value) (?:at|of|on) (?:the |its )?(?:seasonal )?(?:peak|maximum|height)\b/i
const DAY_OF_SEASON =
  /\b(?:when|dates?|days?|months?|doy|weeks?|how long|start\w*|begin\w*|onset|end|ends|length|duration)\b/i

/** The growing season: its size or length, or one of its three days; several days are told all together. */
function seasonIn(text: string): CourseReading {
  if (VALUE_AT_PEAK.test(text) && !DAY_OF_SEASON.test(text))
    return table('extreme_of_values', 'value', ['max'], ['max_date'])
  if (SIZE_OF_SEASON.test(text.replace(SHARE_OF_AMPLITUDE, ' ')))
    return table('growing_season', 'value', ['amplitude'])
  if (LENGTH_OF_SEASON.test(text)) return table('growing_season', 'time', ['season_length'])
  const days = SEASON.filter(([pattern]) => pattern.test(text))
  const named = days.length > 0 ? days : SEASON
  return table(
    'growing_season',
    'time',
    days.length === 1 ? [days[0]![1]] : [],
    named.map(([, , label]) => label),
  )
}

/** The day on which the course passes a share of its amplitude, or how long it stays above; null where none is spoken of. */
function crossingIn(text: string): CourseReading | null {
  const [words, up, down] = CROSSES.exec(text) ?? []
  if (words === undefined) return null
  if (LENGTH_OF_SEASON.test(text)) return table('growing_season', 'time', ['season_length'])
  if (!/\b(?:when|dates?|days?|doy)\b/i.test(text) || (up === undefined) === (down === undefined)) return null
  const [figure, label] = up === undefined ? ['end_day', 'end_date'] : ['start_day', 'start_date']
  return table('growing_season', 'time', [figure], [label])
}

/** One end of a course, by its value or by the date on which it lies. */
const HIGHEST = /\b(highest|greenest|lushest|moistest|dampest|maximum|max|peak(s|ed)?|wettest|most)\b/i
const LOWEST = /\b(lowest|how low|driest|minimum|min|brownest|least|smallest|most negative)\b/i
const DATE_ASKED =
  /\b(which|what) (?:(?:one )?of (?:(?:the|these|those|all|our|my) )*(?:(?:\d+|\w+) )?)?(date|day|month|year|image|scene|acquisition|picture)s?\b|\b(?:date|day|month) (?:of|with|when|on which|at which|in which)\b|\bwhen\b/i

const DATES =
  '(?:summers?|winters?|springs?|autumns?|years?|dates?|days?|months?|seasons?|images?|scenes?|acquisitions?|pass(?:es)?|overpass(?:es)?|junes?|julys?|augusts?)'
/** One date told by how it was beside the others: 'in the moistest of these summers', 'at any single date of the series'. */
const ONE_OF_ALL = new RegExp(
  `\\b(?:(?:moist|wett?|damp|green|lush|dri|brown|high|low)est|(?:most|least) \\w+) (?:(?:one )?(?:of|among) (?:(?:all|the|these|those|our) )*(?:\\w+ )?)?${DATES}\\b(?! (?:value|mean|average))|\\b(?:any|one|a|some) (?:single |one )?(?:date|day|image|scene|month|year)\\b[^?.;]{0,12} ?(?:of|in) (?:the|this) (?:series|stack|record|year|season)\\b`,
  'i',
)

/** True where the words ask for a date of the course, also for 'which of the dates'. */
export const asksForDate = (text: string): boolean => DATE_ASKED.test(text)

function extremeIn(text: string): CourseReading | null {
  const [high, low] = [HIGHEST.test(text.replace(/\bmost (negative|recent)\b/gi, '')), LOWEST.test(text)]
  if (high === low) return null
  const end = high ? 'max' : 'min'
  return table('extreme_of_values', 'value', [end], [`${end}_date`])
}

const TESTS: readonly Words[] = [
  [/\b(sen|theil)\b/i, table('sens_slope', 'rate', ['slope'])],
  [/\btau\b/i, table('mann_kendall', 'ratio', ['tau'])],
  [/\bmann[- –]?kendall\b/i, table('mann_kendall', 'ratio', ['p_value'], ['trend'])],
  [
    /\bR²|\bR2\b|\bR[- ]squared\b|\bhow (?:well|closely|good|tightly)\b[^?.]*\b(?:line|trend|regression|fits?|fitted)\b|\bR\^2|\bcoefficient of determination\b|\bvarian(?:ce|tion)\b[^?.]*\b(?:explain\w*|account\w*|attribut\w*|due|captur\w*|described|down to)\b|\bexplain\w*\b[^?.]*\bvariance\b|\bgoodness of fit\b/i,
    table('linear_trend', 'ratio', ['r_squared']),
  ],
  [
    /\bp[- ]?values?\b|(?<![-\w])p(?= (?:of|for|from)\b)|\bsignifican\w+|\b(real|true|chance|random|coincidence)\b[^?.]*\bor\b|\b(?:how (?:likely|probable)|probability|likelihood|chances?|odds)\b[^?.]*\b(?:chance|random\w*|luck|coincidence|accident\w*|no trend|by itself)\b|\b(?:report|give|state|say|tell|quote) (?:me )?(?:the |its )?p\b/i,
    table('linear_trend', 'ratio', ['p_value']),
  ],
  [
    /\bstraight line\b|\bleast squares\b|\bregress\w*\b|\b(?:fitted|trend|best[- ]fit\w*|regression) line\b|\bfit\w*\b[^?.]*\bline\b/i,
    table('linear_trend', 'rate', ['slope']),
  ],
]

/**
 * What is asked of a course; null where the words speak of none, or only of the values of its dates. `isGreen`: an index
 * is named, or plants are spoken of, so that 'on which date was it highest' has a course to look in.
 */
export function courseIn(text: string, isGreen: boolean): CourseReading | null {
  const condition = CONDITIONS.find(([pattern]) => pattern.test(text))?.[1]
  if (condition) return LIMITED.test(text) ? { ...condition, figures: [] } : condition
  if (SEASON_WORDS.test(text)) return seasonIn(text)
  const crossing = crossingIn(text)
  if (crossing) return crossing
  if ((EACH_PIXEL.test(text) || PART_OF_GROUND.test(text)) && /\bsignifican/i.test(text))
    return map('trend_map', 'share', [FALLS.test(text) ? 'falling_share' : 'rising_share'])
  const isCourse = SERIES_WORDS.test(text)
  const isBesideNormal = NORMAL.test(text) && APART.test(text)
  if (
    SCORES.test(text) &&
    (isCourse ||
      isBesideNormal ||
      /\b(series|usual|normal|years?|anomal\w+|dates?|(the|their) (mean|average))\b/i.test(text))
  ) {
    if (EACH_PIXEL.test(text)) return map('anomaly_map', 'ratio', ['mean'])
    return table('series_anomalies', 'ratio', [LOWEST.test(text) ? 'lowest_z' : 'last_z'])
  }
  if (UNUSUAL_WORDS.test(text) || isBesideNormal || /\b(anomal\w+|departs?|departure)\b/i.test(text))
    return table('series_anomalies', 'value', ['last_anomaly'])
  const isTrend = isCourse || /\btime\b/i.test(text)
  const test = isTrend || isGreen ? TESTS.find(([pattern]) => pattern.test(text))?.[1] : undefined
  if (test && (isTrend || test.tool !== 'linear_trend')) return test
  // 'The lowest yearly mean' is one of the values, and no rate.
  const isOfMeans =
    /\b(yearly|annual) (?:[A-Z]\w+ )?(means?|averages?)\b/i.test(text) &&
    !/\b(trends?|rates?|per year|slope)\b/i.test(text)
  const extreme = isOfMeans ? extremeIn(text) : null
  if (extreme) return extreme
  if (isCourse && RATE_WORDS.test(text)) return table('linear_trend', 'rate', ['slope'])
  const isOfDates = isCourse || (isGreen && (DATE_ASKED.test(text) || ONE_OF_ALL.test(text)))
  return isOfDates ? extremeIn(text) : null
}

/** The reading of an ask that is about a course. */
export const courseOf = ({ series, text, indices, target }: Ask): CourseReading | null =>
  series ? courseIn(text, indices.length > 0 || target === 'vegetation') : null

/** Index that shows a target over dates. */
const COURSE_OF: Readonly<Record<string, string>> = {
  vegetation: 'ndvi',
  water: 'ndwi',
  snow: 'ndsi',
  built_up: 'ndbi',
  burned: 'nbr',
}

const MOISTURE =
  /\b(moist\w*|wetness|wett(er|est)|dryness|dri(er|est)|water (content|stress)|(?:how|too|so|very) (?:dry|wet)|parched)\b/i

/** The index whose course is told: the one named, else that of what is spoken of; plants where the words are of a season or a drought. */
export function courseIndex({
  indices,
  target,
  text,
}: Pick<Ask, 'indices' | 'target' | 'text'>): string | null {
  // How moist plants are is told by their water, and how green they are by their leaves.
  const isMoisture = target === 'vegetation' && MOISTURE.test(text) && !/\bgreen/i.test(text)
  const named = indices[0] ?? (isMoisture ? 'ndmi' : target === null ? undefined : COURSE_OF[target])
  if (named !== undefined) return named
  if (CONDITIONS.some(([pattern]) => pattern.test(text)) || SEASON_WORDS.test(text)) return 'ndvi'
  return /\b(drought|dry\w*|dri(er|est)|moist\w*|wet\w*)\b/i.test(text) ? 'ndmi' : null
}
