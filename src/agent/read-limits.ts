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

const UNIT = '(?:\\s*(m|met(?:re|er)s?|°|deg(?:ree)?s?|%|percent|per cent)(?![²\\w]))?'
/** Numbers with these behind them are areas, temperatures, sizes or dates. */
const OTHER =
  '(?![\\d.]*\\d|\\s*(?:ha\\b|hectares?|km|k\\b|kelvins?|pixels?|px\\b|feet|ft\\b|m2|m²|acres?|(?:°|deg(?:ree)?s?)\\s*[cf]|celsius|-\\d|(?:st|nd|rd|th)\\b))'
const NUMBER = `(-?\\d+(?:\\.\\d+)?)${OTHER}${UNIT}`
const BETWEEN_WORDS =
  '(?:\\s+(?:a|an|the|of|elevations?|heights?|altitudes?|slopes?|values?|or equal to))*\\s*'

/** Words of comparison and the side that they keep; what says no comes before what it denies. */
const SIDES: readonly (readonly [words: string, side: Limit['side']])[] = [
  ['at least|(?:no|not) (?:less|lower|flatter) than|>=|≥', 'at_or_above'],
  ['at most|(?:no|not) (?:more|higher|steeper|greater|larger) than|up to|<=|≤', 'at_or_below'],
  ['(?:greater|more|larger|higher|steeper) than|above|over|exceed(?:s|ed|ing)?|>', 'above'],
  ['(?:less|lower|smaller|flatter|gentler) than|below|under|<', 'below'],
]

/** 'Above 500 m', 'between 10 and 20 degrees', 'no steeper than 15 %'; null where the words limit nothing. */
export function readLimits(text: string): Limits | null {
  const range =
    new RegExp(`\\bbetween ${NUMBER} and ${NUMBER}`, 'i').exec(text) ??
    new RegExp(`\\bfrom ${NUMBER} (?:up )?to ${NUMBER}`, 'i').exec(text)
  if (range) {
    const [whole, first, ofFirst, second, ofSecond] = range
    const [low, high] = [Number(first), Number(second)].sort((a, b) => a - b)
    return {
      low: { value: low!, side: 'at_or_above' },
      high: { value: high!, side: 'at_or_below' },
      unit: unitOf(ofSecond ?? ofFirst),
      steep: false,
      left: text.replace(whole, ' · '),
    }
  }
  for (const [words, side] of SIDES) {
    const match = new RegExp(`(?<![\\w<>])(?:${words})${BETWEEN_WORDS}${NUMBER}`, 'i').exec(text)
    if (!match) continue
    const [whole, value, unit] = match
    const limit: Limit = { value: Number(value), side }
    const isLow = side === 'above' || side === 'at_or_above'
    return {
      low: isLow ? limit : null,
      high: isLow ? null : limit,
      unit: unitOf(unit),
      steep: /steep|flat|gentl/i.test(whole),
      left: text.replace(whole, ' · '),
    }
  }
  return null
}

function unitOf(text: string | undefined): Limits['unit'] {
  if (text === undefined) return null
  if (/^m/i.test(text)) return 'm'
  return /^(°|deg)/i.test(text) ? 'deg' : '%'
}
