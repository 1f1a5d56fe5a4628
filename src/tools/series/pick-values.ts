import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { count, figure, measured } from '../support/figures.ts'
import { positionOf, whenIn } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import type { ValueSeries } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const pickValuesTool = defineTool({
  name: 'pick_values',
  family: 'series',
  title: 'Pick values',
  summary:
    'The values of a list or column at given positions (counted from 1, or from the end with negative ones) or dates.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.take.html',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [{ name: 'value', dimension: 'value' }],
  input: z.object({
    ...seriesFields,
    positions: z
      .array(z.number().int())
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Positions counted from 1 in the order of the list, or of the dates of a table; −1 is the last.',
      ),
    dates: z
      .array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/))
      .min(1)
      .max(100)
      .optional()
      .describe('Dates, yyyy-mm-dd, for a table. Give positions or dates.'),
  }),
  examples: [
    { table: 'layer-1', positions: [1, -1] },
    { values: [5, 6, 7], positions: [2] },
  ],
  async run({ positions, dates, ...input }, context) {
    const series = await valuesOf(context, input)
    if ((positions === undefined) === (dates === undefined)) {
      throw new AppError(
        'invalid_input',
        'either positions or dates are needed, and not both; give one of them',
      )
    }
    const places = positions
      ? positions.map((each) => placeAt(series, each, input.values?.length))
      : dates!.flatMap((date) => placesOn(series, date))
    return {
      text: `${series.words}: ${places.map((at) => `${figure(series.values[at]!)} at ${whenIn(series, at)}`).join(', ')}.`,
      numbers: [
        ...places.map((at) =>
          measured('value', series.values[at]!, series.unit, { group: String(positionOf(series, at)) }),
        ),
        count('picked', places.length),
      ],
      labels: places.flatMap((at) =>
        series.dates === null ? [] : [{ name: 'date', value: series.dates[at]! }],
      ),
    }
  },
})

function placeAt(series: ValueSeries, position: number, length = series.values.length): number {
  const wanted = position < 0 ? length + position + 1 : position
  const at = Array.from(series.values.keys()).find((each) => positionOf(series, each) === wanted)
  if (at !== undefined) return at
  throw new AppError(
    'invalid_input',
    wanted >= 1 && wanted <= length
      ? `the value at position ${position} of ${series.words} is missing; pick another one`
      : `${series.words} has ${length} places and no position ${position}; positions count from 1`,
  )
}

function placesOn(series: ValueSeries, date: string): number[] {
  const places = (series.dates ?? []).flatMap((each, at) => (each === date ? [at] : []))
  if (places.length > 0) return places
  const span =
    series.dates === null
      ? 'no dates'
      : `dates from ${series.dates[0] ?? 'none'} to ${series.dates.at(-1) ?? 'none'}`
  throw new AppError('invalid_input', `${series.words} has no value of ${date}; it has ${span}`)
}
