import type { ReadSlot } from '../trace/events.ts'
import { SQUARE_METRES } from '../trace/units.ts'
import { UNIT_WORDS } from './question-words.ts'
import type { TextReader } from './text-reader.ts'

const NUMBER = '([-+]?\\d+(?:\\.\\d+)?)'
/** A number with one of these behind it is an area, a share, a size or a date, and no threshold. */
const NO_UNIT =
  '(?![\\d.]*\\d|\\s*(?:pixels?|px\\b|%|percent|per cent|ha\\b|hectares?|km|m\\b|m2|m²|acres?|-\\d))'

/** Comparison words and the side of the threshold they keep. Longer phrases first. */
const SIDES: readonly (readonly [words: string, side: string])[] = [
  ['at least|no less than|not less than|not below|>=|≥|=>', 'at_or_above'],
  ['at most|no more than|not more than|<=|≤|up to', 'at_or_below'],
  ['greater than|more than|larger than|higher than|above|over|exceed(?:s|ed|ing)?|>', 'above'],
  ['less than|lower than|smaller than|below|under|<', 'below'],
]

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
} // prettier-ignore

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
  const top = reader.take(/\b(?:top|hottest|highest) (\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent)/i)
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
  if (reader.take(/\botsu('s)?\b/i)) add('rule', 'otsu')
  const sectors = reader.take(/\b(four|eight|4|8)[- ](?:compass )?(?:sectors?|directions?|points?)\b/i)
  if (sectors) add('sectors', NUMBER_WORDS[sectors[1]!.toLowerCase()] ?? Number(sectors[1]))
  const small = reader.take(/\b(?:smaller|fewer|less) than (\d+) (?:pixels?|px)\b/i)
  if (small) add('min_pixels', Number(small[1]))
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
  const index = `d?(?:${[...indexNames].join('|')})`
  const between = `(?:\\s+(?:of|to|a|an|the|values?|threshold|${index}))*\\s*`
  for (const [words, side] of SIDES) {
    const match = reader.take(new RegExp(`(?:${words})${between}${NUMBER}${NO_UNIT}`, 'i'))
    if (match) {
      add('rule', 'value')
      add('threshold', Number(match[1]))
      add('side', side)
      return
    }
  }
  const named =
    reader.take(
      new RegExp(`\\bthreshold(?:\\s+(?:of|at|is|=|a|an|the|${index}))*\\s*${NUMBER}${NO_UNIT}`, 'i'),
    ) ?? reader.take(new RegExp(`\\b${index}\\s*(?:=|of|is|at)?\\s+${NUMBER}${NO_UNIT}`, 'i'))
  if (named) {
    add('rule', 'value')
    add('threshold', Number(named[1]))
  }
}

/** Choices that are words alone. */
function readWords(text: string, add: (slot: string, value: ReadSlot['value']) => void): void {
  const area = UNIT_WORDS.find(([pattern, unit]) => unit in SQUARE_METRES && pattern.test(text))
  if (area) add('unit', area[1])
  if (/\bgeojson\b/i.test(text)) add('format', 'geojson')
  else if (/\bgeotiff\b/i.test(text)) add('format', 'geotiff')
  else if (/\bpng\b/i.test(text)) add('format', 'png')
  if (/\b(keep|include|with|ignore) (the )?clouds?\b/i.test(text)) {
    add('clouds', /\bignore\b/i.test(text) ? 'mask' : 'keep')
  }
  if (/\b(largest|biggest|main) (burned |burnt )?(scar|patch|component|piece)\b/i.test(text))
    add('part', 'largest')
}

function numberOf(word: string): number | null {
  const value = NUMBER_WORDS[word.toLowerCase()] ?? Number(word)
  return Number.isInteger(value) && value > 1 && value <= 50 ? value : null
}
