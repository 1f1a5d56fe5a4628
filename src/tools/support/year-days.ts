import { YEAR_DAYS } from './series-values.ts'

const DAY = 86_400_000

/** Day of the year of a date (yyyy-mm-dd), 1 for 1 January. */
export function dayOfYear(date: string): number {
  return (Date.parse(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1)) / DAY + 1
}

/** Years of 365.25 days since 1 January of a date's year. */
export const yearsIntoFirst = (date: string): number => (dayOfYear(date) - 1) / YEAR_DAYS

/** 106.2 → '16 April', in a year without a leap day. */
export function dayOfYearWords(day: number): string {
  const date = new Date(Date.UTC(2019, 0, 1) + (Math.min(365, Math.floor(day)) - 1) * DAY)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** The date some days after another one (yyyy-mm-dd), to the nearest day. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + Math.round(days) * DAY).toISOString().slice(0, 10)
