import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { autocorrelation, ljungBox } from '../../raster/kernels/series/autocorrelation.ts'
import { count, figure, ratio } from '../support/figures.ts'
import { regularSeries } from '../support/regular-series.ts'
import { countFigures, seriesWarnings } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const autocorrelationTool = defineTool({
  name: 'autocorrelation',
  family: 'series',
  title: 'Autocorrelation of a series',
  summary:
    'How much each value of an evenly spaced series resembles those some steps before it (ACF), with the bound of chance and the Ljung–Box test. Use it for memory, persistence or hidden cycles.',
  source: 'doi:10.1093/biomet/65.2.297',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'autocorrelation', dimension: 'ratio' },
    { name: 'bound', dimension: 'ratio' },
    { name: 'ljung_box_q', dimension: 'value' },
    { name: 'p_value', dimension: 'ratio' },
  ],
  input: z.object({
    ...seriesFields,
    lags: z
      .number()
      .int()
      .min(1)
      .max(400)
      .optional()
      .describe('Largest lag in steps. Without it 20, or less for a short series.'),
    estimate: z
      .enum(['biased', 'unbiased'])
      .default('biased')
      .describe(
        'Sums of products divided by the number of values (biased, the usual one) or by that of pairs.',
      ),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 1, 2, 1, 2], lags: 2 }],
  async run(input, context) {
    const series = regularSeries(await valuesOf(context, input, { atLeast: 4, use: 'an autocorrelation' }))
    const length = series.values.length
    const lags = input.lags ?? Math.min(20, Math.floor(length / 2))
    if (lags > length - 2) {
      throw new AppError(
        'invalid_input',
        `${series.words} has ${length} steps, too few for a lag of ${lags}; the largest is ${length - 2}`,
      )
    }
    const found = autocorrelation(series.values, lags, input.estimate)
    if (Number.isNaN(found[0]!)) {
      throw new AppError(
        'invalid_input',
        `all values of ${series.words} are equal, so there is no correlation`,
      )
    }
    // Made for the biased estimate alone.
    const box = ljungBox(autocorrelation(series.values, lags), length)
    const bound = 1.959963984540054 / Math.sqrt(length)
    const beyond = Array.from(found.keys())
      .slice(1)
      .filter((lag) => Math.abs(found[lag]!) > bound)
    return {
      text:
        `Autocorrelation of ${series.words} (${input.estimate} estimate, steps of ${series.slot}): ${figure(found[1]!)} at lag 1` +
        `${beyond.length === 0 ? `; no lag up to ${lags} is` : `; lags ${beyond.join(', ')} are`} beyond ±${figure(bound)}, the bound of chance at 5 %. ` +
        `Ljung–Box over ${lags} lags: Q ${figure(box.q)}, p ${figure(box.pValue)}.`,
      numbers: [
        ...Array.from(found, (value, lag) => ratio('autocorrelation', value, { group: String(lag) })),
        ratio('bound', bound),
        { name: 'ljung_box_q', value: box.q, unit: '1', dimension: 'value' },
        ratio('p_value', box.pValue),
        count('lags', lags),
        ...countFigures(series, series.filled),
      ],
      warnings: seriesWarnings(series),
      chart: {
        kind: 'bars',
        title: `Autocorrelation of ${series.words}`,
        unit: '',
        rows: Array.from(found, (value, lag) => ({ label: String(lag), value })),
      },
    }
  },
})
