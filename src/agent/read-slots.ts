import type { ReadSlot } from '../trace/events.ts'

const NUMBER = '([-−+]?\\d+(?:\\.\\d+)?)'
const BETWEEN = '(?:\\s+(?:of|to|a|value|threshold))*\\s*'

/** Comparison words and the side of the threshold they keep. Ordered: longer phrases first. */
const SIDES: readonly (readonly [words: string, side: string])[] = [
  ['at least|no less than|not less than|>=|≥|=>|from', 'at_or_above'],
  ['at most|no more than|not more than|<=|≤|up to', 'at_or_below'],
  ['greater than|more than|larger than|higher than|above|over|exceed(?:s|ing)?|>', 'above'],
  ['less than|lower than|smaller than|below|under|<', 'below'],
]

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
} // prettier-ignore

/** Numbers and choices that the words give for a tool's arguments. Dates and percents of the answer are not slots. */
export function readSlots(text: string): readonly ReadSlot[] {
  const slots: ReadSlot[] = []
  const add = (slot: string, value: ReadSlot['value']) => {
    if (!slots.some((known) => known.slot === slot)) slots.push({ slot, value })
  }
  readThreshold(text, add)
  const percentile = /\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th) percentile\b/i.exec(text)
  if (percentile) {
    add('rule', 'percentile')
    add('percentile', Number(percentile[1]))
  }
  const top = /\b(?:top|hottest|highest) (\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent)/i.exec(text)
  if (top) {
    add('rule', 'percentile')
    add('percentile', 100 - Number(top[1]))
    add('side', 'at_or_above')
  }
  const factor = /\b(\d+(?:\.\d+)?|twice|double) (?:times )?the mean\b/i.exec(text)
  if (factor) {
    add('rule', 'mean_times')
    add('factor', /twice|double/i.test(factor[1]!) ? 2 : Number(factor[1]))
  }
  if (/\botsu\b/i.test(text)) add('rule', 'otsu')
  const sectors = /\b(four|eight|4|8)[- ](?:compass )?(?:sectors?|directions?|points?)\b/i.exec(text)
  if (sectors) add('sectors', NUMBER_WORDS[sectors[1]!.toLowerCase()] ?? Number(sectors[1]))
  if (/\b(hectares?|ha)\b/i.test(text)) add('unit', 'ha')
  else if (/(\bkm2\b|\bkm²|\bkm\^2|\bsquare kilomet(re|er)s?\b|\bsq\.? ?km\b)/i.test(text)) add('unit', 'km2')
  else if (/(\bm2\b|\bm²|\bm\^2|\bsquare met(re|er)s?\b)/i.test(text)) add('unit', 'm2')
  const largest = /\b(?:top (\w+)|(\w+) (?:largest|biggest))\b/i.exec(text)
  const count = largest && numberOf(largest[1] ?? largest[2]!)
  if (count && !top) add('top', count)
  const smaller = /\b(?:smaller|fewer|less) than (\d+) pixels?\b/i.exec(text)
  if (smaller) add('min_pixels', Number(smaller[1]))
  if (/\bgeojson\b/i.test(text)) add('format', 'geojson')
  else if (/\bgeotiff\b/i.test(text)) add('format', 'geotiff')
  if (/\b(keep|include|with|ignore) (the )?clouds?\b/i.test(text)) {
    add('clouds', /\bignore\b/i.test(text) ? 'mask' : 'keep')
  }
  if (/\b(largest|biggest|main) (burned |burnt )?(scar|patch|component|piece)\b/i.test(text))
    add('part', 'largest')
  return slots
}

function readThreshold(text: string, add: (slot: string, value: ReadSlot['value']) => void): void {
  for (const [words, side] of SIDES) {
    const pattern = new RegExp(
      `(?:${words})${BETWEEN}${NUMBER}(?!\\s*(?:pixels?|%|percent|ha\\b|hectares?|-\\d|\\d))`,
      'i',
    )
    const match = pattern.exec(text)
    if (match) {
      add('rule', 'value')
      add('threshold', Number(match[1]!.replace('−', '-')))
      add('side', side)
      return
    }
  }
}

function numberOf(word: string): number | null {
  const value = NUMBER_WORDS[word.toLowerCase()] ?? Number(word)
  return Number.isInteger(value) && value > 1 && value <= 50 ? value : null
}
