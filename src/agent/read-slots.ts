import type { ReadSlot } from '../trace/events.ts'
import { AMPLITUDE_SHARE, amplitudeShare } from './amplitude-words.ts'
import { OF_ICE } from './ice-words.ts'
import { LARGEST_PART } from './largest-part.ts'
import { SQUARE_METRES } from '../trace/units.ts'
import { CLOUDS_KEPT, STEEPER, UNIT_WORDS } from './question-words.ts'
import type { TextReader } from './text-reader.ts'

const NUMBER = '([-+]?\\d+(?:\\.\\d+)?)'
/** A number with one of these behind it is an area, a share, a size or a date, and no threshold. */
const NO_UNIT =
  '(?![\\d.]*\\d|\\s*(?:pixels?|px\\b|%|percent|per cent|ha\\b|hectares?|km|m\\b|m2|m²|acres?|(?:years|summers|months|weeks|days|dates|scenes|images|acquisitions|pictures)\\b|-\\d))'

/**
 * Units that a threshold may carry, with what makes of the number one in the unit of the layers: kelvin, cm of water. Where the
 * words limit a change, a degree Celsius is one of a kelvin.
 */
const LIMIT_UNITS: readonly (readonly [
  unit: RegExp,
  inLayer: (value: number, isChange: boolean) => number,
])[] = [
  [/^(°\s?C|(degrees? )?(celsius|centigrade))/i, (value, isChange) => (isChange ? value : value + KELVIN)],
  [/^mm|^milli/i, (value) => value / 10],
]
const KELVIN = 273.15
/** An optional unit behind a number. */
export const LIMIT_UNIT =
  '(\\s*(?:(?:°\\s?C|degrees? celsius|degrees? centigrade|celsius|centigrade|K|kelvins?|cm|mm|centimet(?:re|er)s?|millimet(?:re|er)s?|DN|dB|NTU|FNU)\\b(?![²^-])|nW\\S*(?:[ ·](?:cm|sr)\\S*)*|nanowatts?[^,.?;]*\\bsr\\S*))?'

const CHANGED_BY =
  /\b(warm|cool|heat|ris|rose|fell|fall|drop|increas|decreas|chang|differ|grew|gain|lost)\w*(?: \w+)? (?:by|more than|at least)\b/i

/** A number with the text of its unit, in the unit of the layers. */
export function limitValue(number: string, unit: string | undefined, stem: string): number {
  const known = LIMIT_UNITS.find(([pattern]) => pattern.test(unit?.trim() ?? ''))
  return known ? known[1](Number(number), CHANGED_BY.test(stem)) : Number(number)
}

/** Comparison words and the side of the threshold they keep. Longer phrases first. */
const SIDES: readonly (readonly [words: string, side: string])[] = [
  [
    '(?:greater|more|larger|higher) than or equal to|(?:at|equal to) or (?:above|over|greater than|more than|higher than)|at least|(?:no|not) (?:less|lower|smaller|colder|cooler|darker|weaker|fewer) than|not below|a? ?minimum (?:(?:drop|fall|decrease|decline|loss|change|value)(?: of)?|of)|reach(?:es|ed|ing)?|starting at|from(?=\\s*-?0?\\.\\d)|>=|≥|=>',
    'at_or_above',
  ],
  [
    '(?:below|under|less than|lower than) or (?:at|equal to)|(?:less|lower|smaller) than or equal to|(?:at|equal to) or (?:below|under|less than|lower than)',
    'at_or_below',
  ],
  [
    'at most|(?:no|not) (?:more|higher|larger|greater|hotter|warmer|brighter|stronger) than|not above|<=|≤|up to',
    'at_or_below',
  ],
  [
    '(?:greater|more|larger|higher|hotter|warmer|brighter|wetter|stronger|moister|muddier|murkier|cloudier|dirtier|greener|denser|thicker)(?: [a-z]+){0,3} than|more \\w+ than|above|over|beyond|in excess of|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|tops|topping|>',
    'above',
  ],
  [
    '(?:less|lower|smaller|colder|cooler|darker|drier|weaker|dimmer|clearer|cleaner|thinner|sparser)(?: [a-z]+){0,3} than|less \\w+ than|below|beneath|underneath|under|<',
    'below',
  ],
]

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
} // prettier-ignore

/** A level of significance: 'p at most 0.05', 'p of 0.05 or less', 'at the 5 % level'. */
const ALPHA: readonly RegExp[] = [
  /\bp(?:[- ]values?)?(?: (?:is|being))? ?(?:<|≤|<=|of|at most|up to|below|under|(?:no|not) (?:more|greater|larger|higher) than|less than|(?:smaller|lower) than)(?: or equal to)? ?(0?\.\d+)(?: (?:or|and) (?:less|below|smaller|lower|under))?/i,
  /\b(?:level|alpha|α)(?: of (?:significance|confidence))?(?: (?:of|at|is))?(?: =)? ?(0?\.\d+)/i,
  /(?<![\d.])(\d{1,2}) ?(%|percent|per cent) (?:significance )?level\b/i,
]
const SHARE_OF_AMPLITUDE = new RegExp(AMPLITUDE_SHARE, 'i')

/** Numbers and choices that the words give for a tool's arguments; each is taken out of the text. */
export function readSlots(reader: TextReader, indexNames: ReadonlySet<string>): readonly ReadSlot[] {
  const slots: ReadSlot[] = []
  const add = (slot: string, value: ReadSlot['value']) => {
    if (!slots.some((known) => known.slot === slot)) slots.push({ slot, value })
  }
  const percentile = reader.take(/\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th) percentile\b/i)
  if (percentile) {
    add('rule', 'percentile')
    add('percentile', Number(percentile[1]))
  }
  const top = reader.take(
    /\b(?:top|hottest|highest|upper|uppermost) (\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent)/i,
  )
  if (top) {
    add('rule', 'percentile')
    add('percentile', 100 - Number(top[1]))
    add('side', 'at_or_above')
  }
  const factor = reader.take(/\b(\d+(?:\.\d+)?|twice|double) (?:times )?the mean\b/i)
  if (factor) {
    add('rule', 'mean_times')
    add('factor', /twice|double/i.test(factor[1]!) ? 2 : Number(factor[1]))
  }
  const steep = reader.take(STEEPER)
  if (steep) add('steepness', Number(steep[1]))
  const alpha = ALPHA.map((pattern) => reader.take(pattern)).find((match) => match !== null)
  if (alpha) add('alpha', Number(alpha[1]) / (alpha[2] === undefined ? 1 : 100))
  const share = reader.take(SHARE_OF_AMPLITUDE)
  if (share) {
    const percent = amplitudeShare(share[0])
    add('share', percent)
    // Said once more for the way down it is the same limit.
    reader.takeAll(new RegExp(`(?<![\\d.])${percent} ?(?:%|percent\\b|per cent\\b)`, 'i'))
  }
  if (reader.take(/\botsu('s)?\b/i)) add('rule', 'otsu')
  const sectors = reader.take(
    /\b(four|eight|4|8)[- ](?:(?:compass|equal|cardinal|main) )?(?:sectors?|directions?|points?|parts?|wedges?|slices?|quadrants?|octants?|quarters?)\b|\b(?:sectors?|quadrants?|directions?|octants?|wedges?) (?:out )?of (?:the )?(four|eight|4|8)\b/i,
  )
  const parts = sectors && (sectors[1] ?? sectors[2])!.toLowerCase()
  if (parts) add('sectors', NUMBER_WORDS[parts] ?? Number(parts))
  const named = /\b(quadrants?|octants?)\b/i.exec(reader.rest)?.[1]?.toLowerCase()
  if (named) add('sectors', named.startsWith('q') ? 4 : 8)
  const small = reader.take(/\b(?:smaller|fewer|less) than (\d+) (?:pixels?|px)\b/i)
  if (small) add('min_pixels', Number(small[1]))
  readPoint(reader, add)
  readSun(reader, add)
  // Of the two that most radar scenes have, the one that sends and receives alike is taken where none is named.
  const crossed = reader.rest.match(/\b(?:VH|HV)\b/g) ?? []
  if (crossed.length > 0 && !/\b(?:VV|HH)\b/.test(reader.rest)) add('polarisation', crossed[0]!.toLowerCase())
  readThreshold(reader, indexNames, add)
  readWords(reader.rest, add)
  const largest = reader.take(/\b(?:top (\w+)|(\w+) (?:largest|biggest))\b/i)
  const count = largest && numberOf(largest[1] ?? largest[2]!)
  if (count) add('top', count)
  return slots
}

function readThreshold(
  reader: TextReader,
  indexNames: ReadonlySet<string>,
  add: (slot: string, value: ReadSlot['value']) => void,
): void {
  const stem = reader.rest
  // Condition indices are in percent themselves.
  const isShare = OF_ICE.test(stem)
  const noUnit = isShare
    ? '(?![\\d.]*\\d)'
    : /\b[VT]CI\b|\bVHI\b|\bcondition index\b/i.test(stem)
      ? '(?![\\d.]*\\d)\\s*%?'
      : NO_UNIT
  // How much of the sea is ice is told in percent, and kept as a share.
  const unit = isShare ? '(\\s*(?:%|percent\\b|per cent\\b))?' : LIMIT_UNIT
  const limit = (number: string, said: string | undefined) =>
    isShare && said !== undefined ? Number(number) / 100 : limitValue(number, said, stem)
  const index = `d?(?:${[...indexNames].join('|')})`
  const between = `(?:\\s+(?:of|to|a|an|the|values?|threshold|(?:(?:vegetation|temperature) )?(?:condition|health) index|[VT]CI|VHI|${index}))*\\s*`
  // '0.6 or more', '0.2 and below'.
  const trailing = reader.take(
    new RegExp(
      `(?<![\\w.])(?:d?(?:${[...indexNames].join('|')})\\s+(?:of\\s+)?)?${NUMBER}${isShare ? noUnit : NO_UNIT}${unit}(?: (?:sea[- ])?(?:ice|concentration|cover))*\\s+(?:(?:or|and) (more|higher|above|greater|over|up(?:wards)?(?! to)|larger|hotter|warmer|less|lower|below|under|smaller|colder|cooler)|(?:up(?:wards?)?(?! to)|onwards?))(?!\\w)`,
      'i',
    ),
  )
  if (trailing) {
    add('rule', 'value')
    add('threshold', limit(trailing[1]!, trailing[2]))
    const isUnder = /^(less|lower|below|under|smaller|colder|cooler)/i.test(trailing[3] ?? '')
    add('side', isUnder ? 'at_or_below' : 'at_or_above')
    return
  }
  for (const [words, side] of SIDES) {
    const match = reader.take(new RegExp(`(?:${words})${between}${NUMBER}${noUnit}${unit}`, 'i'))
    if (match) {
      add('rule', 'value')
      add('threshold', limit(match[1]!, match[2]))
      add('side', side)
      return
    }
  }
  // 'By 0.4 or more'.
  const open = reader.take(
    new RegExp(`${NUMBER}\\s*(?:or|and) (?:(more|above|higher|over|greater)|less|below|lower|under)\\b`, 'i'),
  )
  if (open) {
    add('rule', 'value')
    add('threshold', Number(open[1]))
    add('side', open[2] ? 'at_or_above' : 'at_or_below')
    return
  }
  const named =
    reader.take(
      new RegExp(
        `(?<![\\w.])${NUMBER}${noUnit}${unit}[- ](?:threshold|limit|cut-?off|criterion|isoline|contour|edge)\\b`,
        'i',
      ),
    ) ??
    reader.take(
      new RegExp(
        `\\b(?:threshold|cut-?off|cut off|cut|limit)(?: value)?(?:\\s+(?:of|at|is|it|this|that|them|=|a|an|the|to|difference|result|map|layer|image|${index}))*\\s*${NUMBER}${noUnit}${unit}`,
        'i',
      ),
    ) ??
    reader.take(
      new RegExp(
        `(?<![\\w.])${NUMBER}${noUnit}${unit} as (?:the|a|an|our|its|my) (?:lower )?(?:threshold|limit|cut-?off)\\b`,
        'i',
      ),
    ) ??
    reader.take(new RegExp(`\\b${index}\\s*(?:=|of|is|at)?\\s+${NUMBER}${NO_UNIT}`, 'i'))
  if (named) {
    add('rule', 'value')
    add('threshold', limit(named[1]!, named[2]))
    const side = SIDE_APART.exec(stem)?.slice(1).find(Boolean)
    if (side) add('side', /^(below|under)/i.test(side) ? 'below' : 'above')
  }
}

/** The side of a limit that is told apart from its number: 'above it', 'what lies below'. */
const SIDE_APART =
  /\b(above|over|exceed\w*|beyond|below|under) (?:it|that|this)\b|\b(?:what|whatever|everything|all|pixels?|ground|land|parts?)(?: that| which)? (?:lies?|falls?|is|are|comes?|stays?|remains?) (above|over|beyond|below|under|beneath)\b(?! -?\d)/i

/** A point on the ground in degrees, as 'longitude -57.2, latitude -19.1' or the other way round. */
function readPoint(reader: TextReader, add: (slot: string, value: ReadSlot['value']) => void): void {
  const pair = readPair(reader)
  if (pair) {
    add('longitude', pair.longitude)
    add('latitude', pair.latitude)
    return
  }
  const degrees = '\\s*(?:of|is|=|:)?\\s*([-−]?\\d+(?:\\.\\d+)?)\\s*°?'
  const [longitude, latitude] = ['lon(?:gitude)?', 'lat(?:itude)?'].map((word) =>
    reader.take(new RegExp(`\\b${word}${degrees}`, 'i')),
  )
  if (!longitude || !latitude) return
  add('longitude', Number(longitude[1]!.replace('−', '-')))
  add('latitude', Number(latitude[1]!.replace('−', '-')))
}

const DEGREES = '([-−]?\\d{1,3}\\.\\d+)\\s*°?'
const AXES = '\\(?(lat|lon|long|latitude|longitude) ?(?:/|,|and) ?(lat|lon|long|latitude|longitude)\\)?'

/** Both degrees of a point with their names before or behind them, or with the letters of the compass. */
function readPair(reader: TextReader): { readonly longitude: number; readonly latitude: number } | null {
  const number = (text: string) => Number(text.replace('−', '-'))
  const lettered = reader.take(new RegExp(`([\\d.]+) ?° ?([NS])\\b[ ,;/]*(?:and )?([\\d.]+) ?° ?([EW])\\b`))
  if (lettered) {
    const [, latitude, ns, longitude, ew] = lettered
    return {
      latitude: Number(latitude) * (ns === 'S' ? -1 : 1),
      longitude: Number(longitude) * (ew === 'W' ? -1 : 1),
    }
  }
  const behind = reader.take(new RegExp(`${DEGREES}[ ,;/]+(?:and )?${DEGREES},? ${AXES}`, 'i'))
  const before = behind
    ? null
    : reader.take(new RegExp(`${AXES}:? ?(?:=|is|of|at)? ?\\(?${DEGREES}[ ,;/]+(?:and )?${DEGREES}\\)?`, 'i'))
  const [a, b, first] = behind
    ? [behind[1]!, behind[2]!, behind[3]!]
    : before
      ? [before[3]!, before[4]!, before[1]!]
      : []
  if (a === undefined || b === undefined || first === undefined) return null
  const isLatitudeFirst = /^lat/i.test(first)
  return { latitude: number(isLatitudeFirst ? a : b), longitude: number(isLatitudeFirst ? b : a) }
}

const ANGLE = '(\\d{1,2}(?:\\.\\d+)?) ?(?:°|deg(?:ree)?s?\\b)'
const ZENITH: readonly RegExp[] = [
  `${ANGLE} (?:away )?(?:from|off|to) (?:the )?(?:zenith|vertical)`,
  `\\bzenith(?: angle)?(?: of the sun)?(?: (?:of|is|was|at|=))?:? ?${ANGLE}`,
].map((pattern) => new RegExp(pattern, 'i'))
const SUN_HEIGHT: readonly RegExp[] = [
  `${ANGLE} (?:above|over) (?:the )?horizon`,
  `\\b(?:sun|solar)(?:'s)? (?:elevation|height|altitude)(?: angle)?(?: (?:of|is|was|at|=))?:? ?${ANGLE}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Where the sun stood, as its angle from overhead in degrees. */
function readSun(reader: TextReader, add: (slot: string, value: ReadSlot['value']) => void): void {
  const take = (patterns: readonly RegExp[]) =>
    patterns.map((pattern) => reader.take(pattern)).find((match) => match !== null)
  const zenith = take(ZENITH)
  const height = zenith ? undefined : take(SUN_HEIGHT)
  if (zenith) add('sun_zenith', Number(zenith[1]))
  else if (height) add('sun_zenith', 90 - Number(height[1]))
}

/** Choices that are words alone. */
function readWords(text: string, add: (slot: string, value: ReadSlot['value']) => void): void {
  const area = UNIT_WORDS.find(([pattern, unit]) => unit in SQUARE_METRES && pattern.test(text))
  if (area) add('unit', area[1])
  if (/\bgeojson\b/i.test(text)) add('format', 'geojson')
  else if (/\bgeotiff\b/i.test(text)) add('format', 'geotiff')
  else if (/\bpng\b/i.test(text)) add('format', 'png')
  if (CLOUDS_KEPT.test(text)) add('clouds', 'keep')
  else if (/\bignore (the )?clouds?\b/i.test(text)) add('clouds', 'mask')
  if (LARGEST_PART.test(text)) add('part', 'largest')
}

function numberOf(word: string): number | null {
  const value = NUMBER_WORDS[word.toLowerCase()] ?? Number(word)
  return Number.isInteger(value) && value > 1 && value <= 50 ? value : null
}
