const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
] // prettier-ignore

/** yyyy-mm-dd as people write it: 4 July 2021. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[month! - 1]} ${year}`
}

/** Either way of writing a day, as a group of a white list. */
export const waysToWrite = (day: string): readonly string[] => [day, dayInWords(day)]
