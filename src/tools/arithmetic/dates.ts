import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'

const DAY = 86_400_000

export const dateArgument = (meaning: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .describe(meaning)

/** Days since 1 January 1970. Throws invalid_input for a day that is in no calendar, such as 30 February. */
export function dayNumber(date: string): number {
  const milliseconds = Date.parse(date)
  if (!Number.isNaN(milliseconds) && dateOfDay(milliseconds / DAY) === date) return milliseconds / DAY
  throw new AppError('invalid_input', `${date} is no date of the calendar; give yyyy-mm-dd`)
}

/** yyyy-mm-dd of a number of days since 1 January 1970. */
export const dateOfDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
