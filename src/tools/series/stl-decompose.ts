import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { strengthOf } from '../../raster/kernels/series/strength.ts'
import { stl } from '../../raster/kernels/series/stl.ts'
import { count, figure, quantity, ratio } from '../support/figures.ts'
import { periodOf, regularSeries } from '../support/regular-series.ts'
import { countFigures, lineChart, saveSeries, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { differenceUnit } from '../support/rates.ts'
import { defineTool } from '../tool.ts'
import { periodArgument } from './arguments.ts'

export const stlDecomposeTool = defineTool({
  name: 'stl_decompose',
  family: 'series',
  title: 'Trend, season and remainder (STL)',
  summary:
    'Splits an evenly spaced series into trend, seasonal cycle and remainder by loess (STL), as a table with a column each. Use it to see a trend without the seasons or the seasons without the trend.',
  source: 'https://www.wessa.net/download/stl.pdf',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'trend_change', dimension: 'value' },
    { name: 'seasonal_range', dimension: 'value' },
    { name: 'remainder_std', dimension: 'value' },
    { name: 'trend_strength', dimension: 'ratio' },
    { name: 'seasonal_strength', dimension: 'ratio' },
  ],
  input: z.object({
    ...seriesFields,
    period: periodArgument,
    seasonal: z
      .number()
      .int()
      .min(3)
      .max(199)
      .default(7)
      .describe('Reach of the seasonal smoother in cycles, odd: higher lets the cycle change less.'),
    robust: z
      .boolean()
      .default(false)
      .describe('Whether outliers lose their weight, so that they stay in the remainder.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 3, 1, 2, 3, 1, 2, 4], period: 3 }],
  async run(input, context) {
    if (input.seasonal % 2 === 0) {
      throw new AppError('invalid_input', `the reach is ${input.seasonal}, and an odd number is needed`)
    }
    const series = regularSeries(await valuesOf(context, input, { atLeast: 4, use: 'a decomposition' }))
    const period = periodOf(series, input.period, 'a decomposition')
    const parts = stl(series.values, { period, seasonal: input.seasonal, robust: input.robust })
    const strength = strengthOf(parts)
    const unit = differenceUnit(series.unit)
    const change = parts.trend.at(-1)! - parts.trend[0]!
    const range = Math.max(...parts.seasonal) - Math.min(...parts.seasonal)
    const spread = strength.remainderStd
    const saved = await saveSeries(context, series, {
      title: 'Trend, season and remainder',
      columns: [
        { name: 'trend', unit: series.unit, values: parts.trend },
        { name: 'seasonal', unit, values: parts.seasonal },
        { name: 'remainder', unit, values: parts.remainder },
        { name: 'observed', unit: series.unit, values: series.values },
      ],
    })
    const short =
      series.values.length < 3 * period
        ? ['With fewer than three cycles the season takes up much of what is remainder.']
        : []
    return {
      text:
        `${saved.id} holds trend, seasonal and remainder of ${series.words}${spanWords(series)} by STL with a period of ${period} steps of ${series.slot}` +
        `${input.robust ? ', robust' : ''}: the trend changes by ${figure(change)}, the season spans ${figure(range)}, the remainder has a standard deviation of ${figure(spread)} (ddof 0). ` +
        `Strength (0 to 1) of trend ${figure(strength.trend)}, of season ${figure(strength.seasonal)}.`,
      numbers: [
        quantity('trend_change', change, { unit, dimension: 'value' }),
        quantity('seasonal_range', range, { unit, dimension: 'value' }),
        quantity('remainder_std', spread, { unit, dimension: 'value' }),
        ratio('trend_strength', strength.trend),
        ratio('seasonal_strength', strength.seasonal),
        count('period', period),
        ...countFigures(series, series.filled),
      ],
      layers: [saved],
      warnings: [...seriesWarnings(series), ...short],
      ...lineChart(series, `Trend of ${series.words}`, parts.trend),
    }
  },
})
