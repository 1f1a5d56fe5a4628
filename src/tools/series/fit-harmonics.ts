import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { fitHarmonics, harmonicUnknowns } from '../../raster/kernels/series/harmonics.ts'
import { figure, measured, quantity, ratio } from '../support/figures.ts'
import { differenceUnit, paceOf, rateFigure, rateWords } from '../support/rates.ts'
import { countFigures, lineChart, saveSeries, seriesWarnings, spanWords } from '../support/series-results.ts'
import { requireValues, seriesFields, seriesNeeds, valuesOf, YEAR_DAYS } from '../support/series-values.ts'
import { dayOfYearWords, yearsIntoFirst } from '../support/year-days.ts'
import { defineTool } from '../tool.ts'

export const fitHarmonicsTool = defineTool({
  name: 'fit_harmonics',
  family: 'series',
  title: 'Fit annual waves',
  summary:
    'Fits an annual and a semi-annual wave to a series by least squares, unevenly spaced or not: mean, amplitudes and the day of the year of the peak. Use it to describe a seasonal cycle in a few numbers.',
  source: 'doi:10.1016/j.rse.2010.07.008',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'mean', dimension: 'value' },
    { name: 'annual_amplitude', dimension: 'value' },
    { name: 'peak_day', dimension: 'time' },
    { name: 'semiannual_amplitude', dimension: 'value' },
    { name: 'r_squared', dimension: 'ratio' },
    { name: 'rmse', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    waves: z
      .number()
      .int()
      .min(1)
      .max(4)
      .default(2)
      .describe('Number of waves: 1 the annual one, 2 with the semi-annual one, up to 4.'),
    trend: z.boolean().default(false).describe('Whether a straight line is fitted along with the waves.'),
    period: z
      .number()
      .int()
      .min(3)
      .max(1000)
      .optional()
      .describe('Steps of the longest wave of a list. A table with dates takes a year.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [0, 1, 0, -1, 0, 1, 0, -1], waves: 1, period: 4 }],
  async run(input, context) {
    const series = await valuesOf(context, input)
    const options = { waves: input.waves, trend: input.trend, period: periodIn(series.dates, input.period) }
    requireValues(series, harmonicUnknowns(options) + 1, `a fit of ${harmonicUnknowns(options)} unknowns`)
    const start = series.dates === null ? 0 : yearsIntoFirst(series.dates[0]!) - series.times[0]!
    const found = fitHarmonics(
      series.times.map((time) => time + start),
      series.values,
      options,
    )
    if (Number.isNaN(found.level)) {
      throw new AppError(
        'invalid_input',
        `the dates of ${series.words} do not tell ${input.waves} waves apart; give denser dates or fewer waves`,
      )
    }
    const unit = differenceUnit(series.unit)
    const dated = series.dates !== null
    const names = dated ? ['annual', 'semiannual', 'third', 'fourth'] : ['first', 'second', 'third', 'fourth']
    const peak = found.waves[0]!.crest * (dated ? YEAR_DAYS : 1) + 1
    const pace = input.trend ? paceOf(series) : null
    const saved = await saveSeries(context, series, {
      title: 'Fitted waves',
      columns: [
        { name: 'fitted', unit: series.unit, values: found.fitted },
        { name: 'observed', unit: series.unit, values: series.values },
      ],
    })
    return {
      text:
        `${saved.id} holds the fit of ${input.waves === 1 ? 'one wave' : `${input.waves} waves`} to ${series.words}${spanWords(series)}: mean level ${figure(found.level)}, ` +
        found.waves
          .map(({ amplitude }, wave) => `${names[wave]!} amplitude ${figure(amplitude)}`)
          .join(', ') +
        ` (half of trough to crest); the longest wave peaks at ${dated ? `day ${figure(peak)} of the year, about ${dayOfYearWords(peak)}` : `step ${figure(peak)} of its ${options.period}, counted from 1`}. ` +
        (Number.isNaN(found.rSquared)
          ? 'All values are equal, so there is no R².'
          : `R² ${figure(found.rSquared)}, RMSE ${figure(found.rmse)}.`) +
        (pace === null ? '' : ` Trend ${rateWords(found.slope, pace)}.`),
      numbers: [
        measured('mean', found.level, series.unit),
        ...found.waves.map(({ amplitude }, wave) =>
          quantity(`${names[wave]!}_amplitude`, amplitude, { unit, dimension: 'value' }),
        ),
        quantity(
          'peak_day',
          peak,
          dated ? { unit: 'days', dimension: 'time' } : { unit: 'count', dimension: 'count' },
        ),
        ...(pace === null ? [] : [rateFigure('slope', found.slope, pace)]),
        ...(Number.isNaN(found.rSquared) ? [] : [ratio('r_squared', found.rSquared)]),
        quantity('rmse', found.rmse, { unit, dimension: 'value' }),
        ...countFigures(series),
      ],
      layers: [saved],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Fitted waves of ${series.words}`, found.fitted),
    }
  },
})

function periodIn(dates: readonly string[] | null, given: number | undefined): number {
  if (dates !== null && given === undefined) return 1
  if (dates === null && given !== undefined) return given
  throw new AppError(
    'invalid_input',
    dates === null
      ? 'a list has no year; give the steps of its longest wave as period'
      : 'a table with dates has waves of a year; leave period out',
  )
}
