import { hasStatistic, sizeAsked } from './asked-sizes.ts'
import { COUNT_WORDS } from './question-words.ts'

/** The words without a percentile that they tell in one way or in two ('exceeded by 5 %, i.e. the 95th percentile'). */
export function withoutPercentile(
  text: string,
  { value, words }: { readonly value: number; readonly words: string },
): string {
  const left = text.replace(words, ' · ')
  const again = percentileIn(left)
  return again && Math.abs(again.value - value) < 1e-9 ? left.replace(again.words, ' · ') : left
}

/** 'The 95th percentile', 'exceeded by 5 % of the pixels', 'below which half of the land lies'. */
export function percentileIn(text: string): { readonly value: number; readonly words: string } | null {
  const named = /\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th) percentile\b/i.exec(text)
  if (named) return { value: Number(named[1]), words: named[0] }
  const part = `(half|(?:(?:an?|the|${COUNTS.join('|')}) )?(?:(?:\\w+est|top|upper|most \\w+) )?(?:${PARTS.map(([name]) => name).join('|')})s?|(\\d{1,2}(?:\\.\\d+)?) ?(?:%|percent|per cent))`
  const [words, said, number] =
    new RegExp(
      `\\b(?:exceeded|surpassed|topped) (?:by|in|at) (?:only |just )?(?:the |an? )?(?:(?:\\w+est|top|upper) )?${part}(?:(?<=%)|\\b)`,
      'i',
    ).exec(text) ?? []
  const over = said === undefined ? undefined : shareOf(said, number)
  if (over !== undefined) return { value: 100 - over, words: words! }
  const under =
    new RegExp(`\\b(?:below|under|beneath) (?:which|what)\\b.*?\\b${part}(?:(?<=%)|\\b)`, 'i').exec(text) ??
    new RegExp(`(?<!\\w)${part} of [^,.?]*\\b(?:below|under|beneath) (?:which|what)\\b`, 'i').exec(text)
  const below = under && shareOf(under[1]!, under[2])
  if (under && below != null) return { value: below, words: under[0] }
  // 'Which NDVI do 90 % of the pixels stay below?'
  const behind = new RegExp(
    `\\b(?:which|what) [^,.?]*?(?<!\\w)${part} of [^,.?]*?\\b(below|under|beneath|above|over|exceed|surpass|top)(?=\\W*(?:$|[.?!])| at night| by day| (?:in|on|of|for|during|across|within) )`,
    'i',
  ).exec(text)
  if (behind) {
    const share = shareOf(behind[1]!, behind[2])
    return {
      value: /above|over|exceed|surpass|top/i.test(behind[3]!) ? 100 - share : share,
      words: behind[0],
    }
  }
  const top = END_PART.exec(text)
  const rest = top ? text.replace(top[0], ' · ') : text
  const isLimit =
    VALUE_SOUGHT.test(text) && sizeAsked(rest) === null && !COUNT_WORDS.test(rest) && !hasStatistic(rest)
  if (!top || !isLimit) return null
  return { value: top[1] === undefined ? 100 - Number(top[3]) : Number(top[3]), words: top[0] }
}

/** 'From which NDVI value on', 'what NDVI must a pixel have', 'the limit above which' ask where a part begins. */
const VALUE_SOUGHT =
  /\b(?:which|what) (?:\w+ ){0,3}(?:value|limit|threshold)\b|\b(?:at|from|above|over|beyond|up to|down to|to) (?:which|what)\b|\b(?:which|what) \w+ (?:must|does|should)\b|\b(?:limit|threshold|cut-?off)\b/i

/** A part of the values at one of their ends: 'the poorest 5 %', 'the greenest 10 per cent'. */
const END_PART =
  /\b(?:(bottom|lowest|lower|lowermost|poorest|weakest|worst|thinnest|sparsest|barest|brownest|driest|coldest|coolest|darkest|dimmest|faintest|clearest|cleanest|smallest|least \w+)|(top|highest|upper|uppermost|best|strongest|greenest|lushest|densest|brightest|wettest|moistest|hottest|warmest|murkiest|greatest|largest|most \w+)) (\d{1,2}(?:\.\d+)?) ?(?:%|percent\b|per cent\b)/i

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const PARTS = [
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
  ['twentieth', 20],
] as const

/** Percent of 'half', 'a quarter', 'nine tenths' or of the number that was read. */
function shareOf(words: string, number: string | undefined): number {
  if (number !== undefined) return Number(number)
  const part = PARTS.find(([name]) => words.toLowerCase().includes(name))
  const count = COUNTS.findIndex((name) => words.toLowerCase().startsWith(name)) + 1
  return (100 * Math.max(1, count)) / (part?.[1] ?? 2)
}
