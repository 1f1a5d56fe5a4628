import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { senSlopeWithInterval } from '../../raster/kernels/series/sen-slope.ts'
import { figure, measured } from '../support/figures.ts'
import { paceOf, rateFigure, rateWords } from '../support/rates.ts'
import { countFigures, lineChart, seriesWarnings, spanWords, trendLine } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

/** Every pair of values is a slope in memory. */
const MOST = 4000

export const sensSlopeTool = defineTool({
  name: 'sens_slope',
  family: 'series',
  title: 'Sen’s slope',
  summary:
    'Median of the slopes between all pairs of dates (Theil–Sen) with its confidence interval: a trend a year that outliers hardly move. Goes with the Mann–Kendall test.',
  source: 'doi:10.1080/01621459.1968.10480934',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'slope', dimension: 'rate' },
    { name: 'slope_low', dimension: 'rate' },
    { name: 'slope_high', dimension: 'rate' },
    { name: 'intercept', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    confidence: z
      .number()
      .int()
      .min(50)
      .max(99)
      .default(95)
      .describe('Confidence of the interval of the slope in percent.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 3, 2, 4, 6] }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: 3, use: 'a slope with its interval' })
    if (series.values.length > MOST) {
      throw new AppError(
        'limit_reached',
        `${series.words} has ${series.values.length} values, and all pairs are compared of up to ${MOST}; aggregate it first`,
      )
    }
    const pace = paceOf(series)
    const found = senSlopeWithInterval(series.times, series.values, input.confidence / 100)
    if (Number.isNaN(found.slope)) {
      throw new AppError('invalid_input', `all values of ${series.words} are of one date; a slope needs two`)
    }
    return {
      text:
        `Sen’s slope of ${series.words}${spanWords(series)}: ${rateWords(found.slope, pace)}, ${input.confidence} % interval ` +
        `${figure(found.low * pace.factor)} to ${figure(found.high * pace.factor)}; ${figure(found.intercept)} at ` +
        `${series.dates === null ? 'the first place' : 'the first date of the table'}, ${found.count} values.`,
      numbers: [
        rateFigure('slope', found.slope, pace),
        rateFigure('slope_low', found.low, pace),
        rateFigure('slope_high', found.high, pace),
        measured('intercept', found.intercept, series.unit),
        ...countFigures(series),
      ],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Values of ${series.words}`, series.values, series.unit, trendLine(series, found)),
    }
  },
})
