const MS_OF_DAY = 86_400_000
const DAYS_OF_YEAR = 365.25
/** Dates of one season lie no further apart than this; plants, snow and the height of the sun change within months. */
const SEASON_DAYS = 60

/** Days between two dates (yyyy-mm-dd) in the round of the year, 0 to 182: the year that they are of does not count. */
export function daysApartInYear(one: string, other: string): number {
  const days = Math.abs(Date.parse(one) - Date.parse(other)) / MS_OF_DAY
  const round = days % DAYS_OF_YEAR
  return Math.round(Math.min(round, DAYS_OF_YEAR - round))
}

/** True where the earliest and the latest of the dates are of one season, so that a change between them is none of seasons. */
export function areOfOneSeason(dates: readonly string[]): boolean {
  const sorted = [...dates].sort()
  const [first] = sorted
  const last = sorted.at(-1)
  return first === undefined || last === undefined || daysApartInYear(first, last) <= SEASON_DAYS
}
