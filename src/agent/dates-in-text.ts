const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'

/** Dates written as 2019-08-09, 9 Aug 2019, 9th of August 2019 or August 9, 2019, as yyyy-mm-dd in text order. */
export function datesIn(text: string): readonly string[] {
  const found: { at: number; date: string }[] = []
  const add = (at: number, year: string, month: number, day: string) => {
    const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDate(date) && !found.some((other) => other.date === date)) found.push({ at, date })
  }
  for (const match of text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g))
    add(match.index, match[1]!, Number(match[2]), match[3]!)
  for (const match of text.matchAll(
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})\\b`, 'gi'),
  )) {
    add(match.index, match[3]!, monthNumber(match[2]!), match[1]!)
  }
  for (const match of text.matchAll(
    new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi'),
  )) {
    add(match.index, match[3]!, monthNumber(match[1]!), match[2]!)
  }
  return found.sort((a, b) => a.at - b.at).map(({ date }) => date)
}

function monthNumber(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function isDate(date: string): boolean {
  const time = Date.parse(date + 'T00:00:00Z')
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
