import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { figure, measured, percent, quantity } from '../support/figures.ts'
import { differenceUnit, paceOf, rateFigure, rateWords } from '../support/rates.ts'
import { whenIn } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf, YEAR_DAYS } from '../support/series-values.ts'
import type { ValueSeries } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

const dateArgument = (meaning: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional()
    .describe(meaning)

export const rateBetweenDatesTool = defineTool({
  name: 'rate_between_dates',
  family: 'series',
  title: 'Rate between two dates',
  summary:
    'Change of a value from one date of a series to another, a year, in all and in percent. Use it for how fast something grew or shrank between two dates.',
  source: 'https://www.bipm.org/en/publications/si-brochure',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'rate', dimension: 'rate' },
    { name: 'change', dimension: 'value' },
    { name: 'percent_change', dimension: 'share' },
    { name: 'days', dimension: 'time' },
  ],
  input: z.object({
    ...seriesFields,
    from: dateArgument('Date of the first value, yyyy-mm-dd, one of the table. Without it the first.'),
    to: dateArgument('Date of the second value, yyyy-mm-dd, one of the table. Without it the last.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [10, 12, 16] }],
  async run({ from, to, ...input }, context) {
    const series = await valuesOf(context, input, { atLeast: 2, use: 'a rate' })
    const pace = paceOf(series)
    const start = from === undefined ? 0 : placeOfDate(series, from)
    const end = to === undefined ? series.values.length - 1 : placeOfDate(series, to)
    const time = series.times[end]! - series.times[start]!
    if (!(time > 0)) {
      throw new AppError(
        'invalid_input',
        `${whenIn(series, end)} does not come after ${whenIn(series, start)}; give two dates in order`,
      )
    }
    const [first, second] = [series.values[start]!, series.values[end]!]
    const change = second - first
    // Degrees Celsius have no zero that a percentage could be of.
    const share = first === 0 || series.unit === 'degC' ? null : change / Math.abs(first)
    return {
      text:
        `${series.words} goes from ${figure(first)} (${whenIn(series, start)}) to ${figure(second)} (${whenIn(series, end)}): ` +
        `a change of ${figure(change)}${share === null ? '' : `, ${figure(share * 100)} %`}, ${rateWords(change / time, pace)}.`,
      numbers: [
        rateFigure('rate', change / time, pace),
        measured('change', change, differenceUnit(series.unit)),
        ...(share === null ? [] : [percent('percent_change', share)]),
        series.dates === null
          ? quantity('steps', time, { unit: 'count', dimension: 'count' })
          : quantity('days', time * YEAR_DAYS, { unit: 'days', dimension: 'time' }),
      ],
      warnings: series.warnings,
    }
  },
})

function placeOfDate(series: ValueSeries, date: string): number {
  const { dates, words } = series
  if (dates === null) {
    throw new AppError(
      'invalid_input',
      `${words} has no dates; leave from and to out, or give a table with dates`,
    )
  }
  const found = dates.flatMap((each, at) => (each === date ? [at] : []))
  if (found.length === 1) return found[0]!
  if (found.length > 1) {
    throw new AppError('invalid_input', `${words} has ${found.length} values of ${date}; aggregate it first`)
  }
  const far = (each: string) => Math.abs(Date.parse(each) - Date.parse(date))
  const nearest = dates.reduce((best, each) => (far(each) < far(best) ? each : best))
  throw new AppError('invalid_input', `${words} has no value of ${date}; the nearest date is ${nearest}`)
}
