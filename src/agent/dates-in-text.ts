import type { TextReader } from './text-reader.ts'

/** A date as the words give it, whole or in part. */
export interface DateMention {
  readonly words: string
  readonly year: number | null
  /** 1 to 12. */
  readonly month: number | null
  readonly day: number | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const FULL_MONTH = '(january|february|march|april|may|june|july|august|september|october|november|december)'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '((?:19|20)\\d\\d)'
/** A number with a unit is no year. */
const NO_UNIT = '(?!\\d|\\.\\d|\\s*(?:ha\\b|hectares?|km|m\\b|m2|m²|%|px|pixels?))'

interface Form {
  readonly pattern: string
  readonly read: (match: RegExpExecArray) => Omit<DateMention, 'words'>[]
}

const date = (year: string | null, month: number | null, day: string | null) => ({
  year: year === null ? null : Number(year),
  month,
  day: day === null ? null : Number(day),
})

/** Fuller forms first: what one has read the next no longer sees. */
const FORMS: readonly Form[] = [
  { pattern: `\\b(\\d{4})-(\\d{2})-(\\d{2})\\b`, read: ([, y, m, d]) => [date(y!, Number(m), d!)] },
  { pattern: `\\b(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})\\b`, read: ([, d, m, y]) => [date(y!, Number(m), d!)] },
  {
    pattern: `\\b${DAY}(?: and| to|–|-) ?(?:the )?${DAY}(?: of)? ${MONTH},? ${YEAR}\\b`,
    read: ([, a, b, m, y]) => [date(y!, monthNumber(m!), a!), date(y!, monthNumber(m!), b!)],
  },
  {
    pattern: `\\b${DAY}(?: of)? ${MONTH},? ${YEAR}\\b`,
    read: ([, d, m, y]) => [date(y!, monthNumber(m!), d!)],
  },
  { pattern: `\\b${MONTH} ${DAY},? ${YEAR}\\b`, read: ([, m, d, y]) => [date(y!, monthNumber(m!), d!)] },
  { pattern: `\\b${MONTH},? (?:of )?${YEAR}\\b`, read: ([, m, y]) => [date(y!, monthNumber(m!), null)] },
  { pattern: `\\b${DAY}(?: of)? ${MONTH}\\b`, read: ([, d, m]) => [date(null, monthNumber(m!), d!)] },
  { pattern: `\\b${MONTH} ${DAY}\\b`, read: ([, m, d]) => [date(null, monthNumber(m!), d!)] },
  // 'Between June and July', 'June versus July': both, or the words would mean the later one alone.
  {
    pattern: `\\b${FULL_MONTH}(?: and| to| till| until| through|,? compared (?:with|to)|,? against|,? (?:vs\\.?|versus)| ?[–-]) ?${FULL_MONTH}\\b`,
    read: ([, a, b]) => [date(null, monthNumber(a!), null), date(null, monthNumber(b!), null)],
  },
  // A month alone needs a word before it that no verb follows: 'may' is one.
  {
    pattern: `\\b(?:in|of|during|since|between|compar(?:e|ing)) ${FULL_MONTH}\\b`,
    read: ([, m]) => [date(null, monthNumber(m!), null)],
  },
  {
    pattern: `\\b(?:from|to|and|with|than|for|by) (?!may)${FULL_MONTH}\\b`,
    read: ([, m]) => [date(null, monthNumber(m!), null)],
  },
  { pattern: `\\b${YEAR}\\b${NO_UNIT}`, read: ([, y]) => [date(y!, null, null)] },
]

/** 'Over the 8 years from 2013', 'across all 6 scenes': how much of a course there is. */
export const COUNT_OF_DATES =
  /\b(?:over|in|during|across|of|for|from|through|throughout) (?:all |the |these |those |our )+(\d{1,2}) (years|summers|dates|scenes|images|acquisitions|pictures)\b/i

/** False where the words tell of more or fewer dates (yyyy-mm-dd, in order) than these; years count from first to last or as many as there are. */
export function countsAre(text: string, dates: readonly string[]): boolean {
  const match = COUNT_OF_DATES.exec(text)
  if (!match) return true
  const count = Number(match[1])
  if (!/^(?:years|summers)$/i.test(match[2]!)) return count === dates.length
  const years = dates.map((day) => Number(day.slice(0, 4)))
  return count === new Set(years).size || count === years.at(-1)! - years[0]!
}

/** Dates of the text, whole ('9 Aug 2019', '09/08/2019' day first) or in part ('2 July', 'June 2023', '2019'). */
export function readDates(reader: TextReader): readonly DateMention[] {
  return FORMS.flatMap(({ pattern, read }) =>
    reader
      .takeAll(new RegExp(pattern, 'i'))
      .flatMap((match) => read(match).map((part) => ({ words: match[0], ...part }))),
  )
}

/** True where a date (yyyy-mm-dd) is one that the mention can mean. */
export function isMeant(mention: DateMention, isoDate: string): boolean {
  const [year, month, day] = isoDate.split('-').map(Number)
  return (
    (mention.year === null || mention.year === year) &&
    (mention.month === null || mention.month === month) &&
    (mention.day === null || mention.day === day)
  )
}

const monthNumber = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
