import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { linearTrend } from '../../raster/kernels/series/linear-trend.ts'
import { figure, measured, quantity, ratio } from '../support/figures.ts'
import { differenceUnit, paceOf, rateFigure, rateWords } from '../support/rates.ts'
import { countFigures, lineChart, seriesWarnings, spanWords, trendLine } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const linearTrendTool = defineTool({
  name: 'linear_trend',
  family: 'series',
  title: 'Linear trend of a series',
  summary:
    'Straight line through values over time by least squares: slope a year (or a step of a list), intercept, R², standard error, p and RMSE. Use it for how fast something rises or falls.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.linregress.html',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'slope', dimension: 'rate' },
    { name: 'intercept', dimension: 'value' },
    { name: 'r_squared', dimension: 'ratio' },
    { name: 'standard_error', dimension: 'rate' },
    { name: 'p_value', dimension: 'ratio' },
    { name: 'rmse', dimension: 'value' },
  ],
  input: z.object(seriesFields),
  examples: [{ table: 'layer-1', column: 'value' }, { values: [1, 3, 4, 4, 6] }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: 3, use: 'a trend with its error' })
    const pace = paceOf(series)
    const line = linearTrend(series.times, series.values)
    if (Number.isNaN(line.slope)) {
      throw new AppError(
        'invalid_input',
        `all values of ${series.words} are of one date; a trend needs two dates`,
      )
    }
    const start = series.dates === null ? 'the first place' : 'the first date of the table'
    const fit = Number.isNaN(line.rSquared)
      ? 'All values are equal, so there is no R².'
      : `R² ${figure(line.rSquared)}.`
    return {
      text:
        `Linear trend of ${series.words}${spanWords(series)}: ${rateWords(line.slope, pace)} ` +
        `(standard error ${figure(line.standardError * pace.factor)}, p ${figure(line.pValue)}), ` +
        `${figure(line.intercept)} at ${start}, RMSE ${figure(line.rmse)}, ${line.count} values, least squares. ${fit}`,
      numbers: [
        rateFigure('slope', line.slope, pace),
        measured('intercept', line.intercept, series.unit),
        ...(Number.isNaN(line.rSquared) ? [] : [ratio('r_squared', line.rSquared)]),
        rateFigure('standard_error', line.standardError, pace),
        ratio('p_value', line.pValue),
        quantity('rmse', line.rmse, { unit: differenceUnit(series.unit), dimension: 'value' }),
        ...countFigures(series),
      ],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Values of ${series.words}`, series.values, series.unit, trendLine(series, line)),
    }
  },
})
