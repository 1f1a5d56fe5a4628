/** One end of the values that the words keep. */
export interface Limit {
  readonly value: number
  readonly side: 'above' | 'at_or_above' | 'below' | 'at_or_below'
}

export interface Limits {
  readonly low: Limit | null
  readonly high: Limit | null
  /** Unit said with the numbers: metres, degrees of slope, percent; null for a plain number. */
  readonly unit: 'm' | 'deg' | '%' | null
  /** True where the words of comparison are about steepness. */
  readonly steep: boolean
  /** The words without the limits. */
  readonly left: string
}

const UNIT = '(?:\\s*(m|met(?:re|er)s?|km|kilomet(?:re|er)s?|°|deg(?:ree)?s?|%|percent|per cent)(?![²\\w]))?'
/** Numbers with these behind them are areas, temperatures, sizes or dates. */
const OTHER =
  '(?![\\d.]*\\d|\\s*(?:ha\\b|hectares?|km(?:2|²|\\^)|k\\b|kelvins?|pixels?|px\\b|feet|ft\\b|m2|m²|acres?|(?:°|deg(?:ree)?s?)\\s*[cf]|celsius|-\\d|(?:st|nd|rd|th)\\b))'
const NUMBER = `(-?\\d+(?:\\.\\d+)?)${OTHER}${UNIT}`
const BETWEEN_WORDS =
  '(?:\\s+(?:a|an|the|of|elevations?|heights?|altitudes?|slopes?|values?|or equal to))*\\s*'

/** Words of comparison and the side that they keep; what says no comes before what it denies. */
const SIDES: readonly (readonly [words: string, side: Limit['side']])[] = [
  ['at least|(?:no|not) (?:less|lower|flatter) than|starting (?:at|from)|>=|≥', 'at_or_above'],
  ['at most|(?:no|not) (?:more|higher|steeper|greater|larger) than|up to|<=|≤', 'at_or_below'],
  ['(?:greater|more|larger|higher|steeper) than|above|over|exceed(?:s|ed|ing)?|>', 'above'],
  ['(?:less|lower|smaller|flatter|gentler) than|below|under|<', 'below'],
]

/** The same words behind the number: '500 m and above', '500 m as the lower limit'. */
const SIDES_BEHIND: readonly (readonly [words: string, side: Limit['side']])[] = [
  ['(?:or|and) (?:more|above|higher|over|up(?:wards?)?|steeper)\\b', 'at_or_above'],
  ['(?:or|and) (?:less|below|lower|under|flatter|gentler)\\b', 'at_or_below'],
  ['as (?:the|a|our|its) (?:lower (?:limit|bound\\w*|end)|minimum)\\b', 'at_or_above'],
  ['as (?:the|a|our|its) (?:upper (?:limit|bound\\w*|end)|maximum)\\b', 'at_or_below'],
]

/** 'Above 500 m', 'between 10 and 20 degrees', 'no steeper than 15 %'; null where the words limit nothing. */
export function readLimits(text: string): Limits | null {
  const range =
    new RegExp(`\\bbetween ${NUMBER} and ${NUMBER}`, 'i').exec(text) ??
    new RegExp(`\\bfrom ${NUMBER} (?:up )?to ${NUMBER}`, 'i').exec(text) ??
    new RegExp(
      `\\b(?:range|interval|window)s?(?: (?:of|from|between))? ${NUMBER} ?(?:to|–|—|and) ?${NUMBER}`,
      'i',
    ).exec(text) ??
    unitRange(text)
  if (range) {
    const [whole, first, ofFirst, second, ofSecond] = range
    const [low, high] = [amountOf(first!, ofFirst ?? ofSecond), amountOf(second!, ofSecond ?? ofFirst)].sort(
      (a, b) => a - b,
    )
    return {
      low: { value: low!, side: 'at_or_above' },
      high: { value: high!, side: 'at_or_below' },
      unit: unitOf(ofSecond ?? ofFirst),
      steep: false,
      left: text.replace(whole, ' · '),
    }
  }
  const level = LEVEL.exec(text)
  if (level && UNDER_WATER.test(text)) {
    const left = text.replace(level[0], ' · ').replace(new RegExp(UNDER_WATER, 'gi'), ' · ')
    return { ...oneLimit(level, 'below', text), left }
  }
  const chained = chainedLimits(text)
  if (chained) return chained
  for (const [words, side] of SIDES) {
    const match = new RegExp(`(?<![\\w<>])(?:${words})${BETWEEN_WORDS}${NUMBER}`, 'i').exec(text)
    // 'Over 5 km' is a distance; kilometres are a height where the words say so.
    if (match && /^k/i.test(match[2] ?? '') && !HIGH.test(text)) continue
    if (match) return oneLimit(match, side, text)
  }
  const start = new RegExp(`\\b(?:starts?|begins?) (?:at|from) ${NUMBER}`, 'i').exec(text)
  if (start) return strict(oneLimit(start, 'at_or_above', text))
  for (const [words, side] of SIDES_BEHIND) {
    const match = new RegExp(`(?<![\\w.-])${NUMBER} ${words}`, 'i').exec(text)
    if (match) return strict(oneLimit(match, side, text))
  }
  return null
}

/** 'Filled to 320 m', 'a water level of 320 m': what lies lower goes under. */
const LEVEL = new RegExp(
  `\\b(?:fill\\w*|ris\\w*|rose|raised|dammed|impounded|flooded|stands?|stood|levels?|crest)(?: (?:up|is|was|were))? ?(?:to|at|of) (?:a level of )?${NUMBER}`,
  'i',
)
const UNDER_WATER =
  /\b(?:everything |all(?: land)? |what(?:ever)? (?:lies |is )?)?(?:below|beneath|lower)\b(?: (?:it|that))?[^?.]{0,12}\b(?:goes?|went|would go|will be|is|comes?|lies?) (?:under(?: ?water)?|flooded|drowned|submerged|inundated)|\b(?:goes?|go|went|gone|comes?|lies?|is|are|be|ends? up) under ?water\b|\b(?:flood(?:ed|s)?|drown(?:ed|s)?|submerge[ds]?|inundate[ds]?)\b/i

/** Where 'above' is said beside '870 m as the lower limit', the limit itself is not meant. */
function strict(limits: Limits): Limits {
  const { low, high, left } = limits
  if (low && /\b(above|over|higher|beyond)\b/i.test(left))
    return { ...limits, low: { ...low, side: 'above' } }
  return high && /\b(below|under|lower)\b/i.test(left)
    ? { ...limits, high: { ...high, side: 'below' } }
    : limits
}

/** '0.2 < NDVI <= 0.6': the name in the middle is kept. */
function chainedLimits(text: string): Limits | null {
  const match = new RegExp(`(?<![\\w.-])${NUMBER} ?(<=?|≤) ?([\\w ]{1,30}?) ?(<=?|≤) ?${NUMBER}`, 'i').exec(
    text,
  )
  if (!match) return null
  const [whole, low, , lower, name, upper, high] = match
  const isPlain = (sign: string | undefined) => sign === '<'
  return {
    low: { value: Number(low), side: isPlain(lower) ? 'above' : 'at_or_above' },
    high: { value: Number(high), side: isPlain(upper) ? 'below' : 'at_or_below' },
    unit: unitOf(match[7] ?? match[2]),
    steep: false,
    left: text.replace(whole, ` · ${name!} · `),
  }
}

function oneLimit([whole, value, unit]: RegExpExecArray, side: Limit['side'], text: string): Limits {
  const limit: Limit = { value: amountOf(value!, unit), side }
  const isLow = side === 'above' || side === 'at_or_above'
  return {
    low: isLow ? limit : null,
    high: isLow ? null : limit,
    unit: unitOf(unit),
    steep: /steep|flat|gentl/i.test(whole),
    left: text.replace(whole, ' · '),
  }
}

/** '810 to 1010 m', '10–20 degrees': without a word before it two numbers make a range by their unit alone. */
function unitRange(text: string): RegExpExecArray | null {
  const first = NUMBER.replace('|-\\d', '')
  const match = new RegExp(`(?<![\\w.-])${first} ?(?:to|–|—|-) ?${NUMBER}`, 'i').exec(text)
  return match?.[4] === undefined ? null : match
}

const HIGH = /\bhigher than\b|\b(?:elevations?|altitudes?|heights?|sea level)\b/i

/** In metres, degrees or percent: heights may come in kilometres. */
const amountOf = (value: string, unit: string | undefined): number =>
  Number(value) * (/^k/i.test(unit ?? '') ? 1000 : 1)

function unitOf(text: string | undefined): Limits['unit'] {
  if (text === undefined) return null
  if (/^k?m|^kilo/i.test(text)) return 'm'
  return /^(°|deg)/i.test(text) ? 'deg' : '%'
}
