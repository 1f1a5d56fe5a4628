import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { dateArgument, dateOfDay, dayNumber } from './dates.ts'
import { quantity } from '../support/figures.ts'
import { defineTool } from '../tool.ts'

export const dayOfYearTool = defineTool({
  name: 'day_of_year',
  family: 'arithmetic',
  title: 'Day of the year',
  summary:
    'The day of the year (1 to 366) of a date, or the date of a day of a year, as burn dates and satellite file names have it.',
  source: 'https://www.iso.org/iso-8601-date-and-time-format.html',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'day_of_year', dimension: 'time' },
    { name: 'date', dimension: 'text' },
  ],
  input: z.object({
    date: dateArgument('A date, yyyy-mm-dd. Give this, or year and day.').optional(),
    year: z.number().int().min(1900).max(2200).optional().describe('Year of the day of the year.'),
    day: z.number().int().min(1).max(366).optional().describe('Day of the year, 1 for 1 January.'),
  }),
  examples: [{ date: '2019-08-09' }, { year: 2020, day: 60 }],
  run({ date, year, day }, context) {
    context.signal?.throwIfAborted()
    const found = date === undefined ? dateOf(year, day) : date
    if (date !== undefined && (year !== undefined || day !== undefined)) {
      throw new AppError('invalid_input', 'both a date and a year or day were given; give one of them')
    }
    const place = dayNumber(found) - dayNumber(`${found.slice(0, 4)}-01-01`) + 1
    return Promise.resolve({
      text: `${found} is day ${place} of ${found.slice(0, 4)}.`,
      numbers: [quantity('day_of_year', place, { unit: 'days', dimension: 'time' })],
      labels: [{ name: 'date', value: found }],
    })
  },
})

function dateOf(year: number | undefined, day: number | undefined): string {
  if (year === undefined || day === undefined) {
    throw new AppError('invalid_input', 'neither a date nor a year with a day was given; give one of them')
  }
  const date = dateOfDay(dayNumber(`${year}-01-01`) + day - 1)
  if (Number(date.slice(0, 4)) === year) return date
  throw new AppError('invalid_input', `${year} has 365 days, and day ${day} was asked for`)
}
