import { readDates, type DateMention } from './dates-in-text.ts'
import { HEAT_WORDS, withoutLimits } from './question-words.ts'
import { TextReader } from './text-reader.ts'

const DEGREES =
  /(?<=\d) ?(?:°|deg(?:rees?)?\b)\.?(?! ?(?:F\b|fahrenheit|K\b|kelvin|C\b|celsius|centigrade|[NSEW]\b|north|south|east|west|lat|lon|slope|inclin|steep))/gi
const DEGREES_C = /(?:\b(?:degrees?|deg\.?) ?|(?<=\d)° ?|\bdeg)C\b/g

/**
 * Degrees of heat as '°C': 'over 32 degrees', '27 degrees C', 'degC'; short and learned names in full. Degrees of slopes,
 * places and other scales stay.
 */
export function plainHeat(text: string): string {
  const said = text
    .replace(DEGREES_C, '°C')
    .replace(/\bSUHI\b/g, 'surface urban heat island')
    .replace(/\bUHI\b/g, 'urban heat island')
    .replace(/\bdiurnal\b/gi, 'day-night')
  return HEAT_WORDS.test(said) && !/\b(slopes?|steep\w*|latitude|longitude|zenith|horizon)\b/i.test(said)
    ? said.replace(DEGREES, ' °C')
    : said
}

/** 'By how many degrees did the land warm up', 'how much has the ground cooled': a change of temperature that names none. */
export const tellsWarming = (text: string): boolean =>
  /\b(?:how (?:much|many)|degrees?|kelvins?|K)\b/i.test(text) &&
  /\b(?:ground|land|surface|soil|fields?|roofs?|streets?|terrain|area|region|place)s?\b[^?.]{0,30}?\b(?:warm|cool|heat)(?:s|ed|ing)?(?: up| down| off)?(?=[\s,;:?!.]|$)(?! ?(?:season|island|water))/i.test(
    text,
  )

const DAY_AND_NIGHT =
  /\bday(?:s|time)?\b[^?]*\b(?:over|mid)?night|\b(?:over|mid)?night[^?]*\bday(?:s|time)?\b/i
const SET_APART =
  /\b(differ\w*|subtract\w*|minus|less|than|between|separat\w*|swing|range|gap|apart|amplitude|cycle|from|contrast|versus|vs|compar\w*|warm(?:s|ed)?|cool(?:s|ed)?|heat(?:s|ed)? up|fell|fall|drop\w*|rise|rose)\b/i

/** True where the words set day and night beside each other: how far they lie apart is told day less night. */
export const comparesDayAndNight = (text: string): boolean =>
  DAY_AND_NIGHT.test(text) &&
  SET_APART.test(text.replace(/\bfrom (?:the )?(?:modis|day|night)\b(?![^?]*\bto\b)/gi, ' '))

const MORE = '(?:higher|more|greater|larger|warmer|hotter|brighter|wetter|moister|stronger)'
const LESS = '(?:lower|less|smaller|cooler|colder|darker|dimmer|drier|weaker)'
const than = (word: string) => new RegExp(`\\b${word}\\b[^?]*\\bthan\\b`, 'i')
const [MORE_THAN, LESS_THAN] = [than(MORE), than(LESS)]

/** 'Higher on the 9th than on the 5th': gain or loss from the earlier of the two dates to the later; null without two dates. */
export function changeOfDates(text: string): 'gain' | 'loss' | null {
  // 'Where it is more than 5 nW' sets a limit and no dates beside each other.
  const unlimited = withoutLimits(text)
  const isMore = MORE_THAN.test(unlimited)
  if (isMore === LESS_THAN.test(unlimited)) return null
  const [a, b, ...others] = readDates(new TextReader(text))
  if (!a || !b || others.length > 0 || order(a) === order(b)) return null
  const isLaterFirst = text.indexOf(a.words) < text.indexOf(b.words) === order(a) > order(b)
  return isLaterFirst === isMore ? 'gain' : 'loss'
}

/** The text with two dates that it names as 'the first date' and 'the second date'; any other text as it is. */
export function inOrder(text: string): string {
  const [a, b, ...others] = readDates(new TextReader(text))
  if (!a || !b || others.length > 0 || order(a) === order(b)) return text
  const [early, late] = order(a) < order(b) ? [a, b] : [b, a]
  return text.replace(early.words, 'the first date').replace(late.words, 'the second date')
}

const order = ({ year, month, day }: DateMention): number =>
  ((year ?? 0) * 12 + (month ?? 0)) * 31 + (day ?? 0)
