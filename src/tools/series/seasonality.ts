import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { autocorrelation } from '../../raster/kernels/series/autocorrelation.ts'
import { dominantLag } from '../../raster/kernels/series/dominant-lag.ts'
import { linearTrend } from '../../raster/kernels/series/linear-trend.ts'
import { strengthOf } from '../../raster/kernels/series/strength.ts'
import { stl } from '../../raster/kernels/series/stl.ts'
import { count, figure, quantity, ratio } from '../support/figures.ts'
import { regularSeries } from '../support/regular-series.ts'
import { countFigures, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const seasonalityTool = defineTool({
  name: 'seasonality',
  family: 'series',
  title: 'Seasonality of a series',
  summary:
    'Whether an evenly spaced series repeats itself, after how long (the highest peak of its autocorrelation without the linear trend) and how strongly, 0 to 1. Use it to find a dominant period.',
  source: 'doi:10.1007/s10618-005-0039-x',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'period_steps', dimension: 'count' },
    { name: 'autocorrelation', dimension: 'ratio' },
    { name: 'seasonal_strength', dimension: 'ratio' },
    { name: 'seasonal', dimension: 'text' },
  ],
  input: z.object({
    ...seriesFields,
    min_autocorrelation: z
      .number()
      .min(0)
      .max(1)
      .default(0.3)
      .describe('Least autocorrelation (biased estimate) that counts as a season, 0 to 1.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 3, 1, 2, 3, 1, 2, 3] }],
  async run(input, context) {
    const series = regularSeries(await valuesOf(context, input, { atLeast: 6, use: 'a search for a season' }))
    const { values } = series
    const places = Float64Array.from(values.keys())
    const line = linearTrend(places, values)
    const level = values.map((value, at) => value - line.intercept - line.slope * at)
    const lags = Math.floor(values.length / 2)
    const found = autocorrelation(level, lags)
    const flat = !(line.rmse > 1e-12 * Math.max(...values.map(Math.abs)))
    if (flat) {
      throw new AppError('invalid_input', `${series.words} is a straight line, in which no season can be`)
    }
    const lag = dominantLag(found, input.min_autocorrelation)
    const base = countFigures(series, series.filled)
    if (lag === null) {
      return {
        text: `No season in ${series.words}${spanWords(series)}: no peak of the autocorrelation without the linear trend reaches ${figure(input.min_autocorrelation)} at lags of 2 to ${lags} steps of ${series.slot}.`,
        numbers: base,
        labels: [{ name: 'seasonal', value: 'no' }],
        warnings: seriesWarnings(series),
      }
    }
    const strength = strengthOf(stl(values, { period: lag, seasonal: 7, robust: false })).seasonal
    const days = series.perYear === null ? null : (lag / series.perYear) * 365.25
    return {
      text:
        `${series.words}${spanWords(series)} repeats itself after ${lag} steps of ${series.slot}` +
        `${days === null ? '' : `, ${figure(days)} days`}: autocorrelation ${figure(found[lag]!)} (biased, without the linear trend), ` +
        `seasonal strength ${figure(strength)} of 1 (STL).`,
      numbers: [
        count('period_steps', lag),
        ...(days === null ? [] : [quantity('period', days, { unit: 'days', dimension: 'time' } as const)]),
        ratio('autocorrelation', found[lag]!),
        ratio('seasonal_strength', strength),
        ...base,
      ],
      labels: [{ name: 'seasonal', value: 'yes' }],
      warnings: seriesWarnings(series),
    }
  },
})
