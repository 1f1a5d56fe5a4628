import { z } from 'zod'
import {
  deviation,
  excessKurtosis,
  skewness,
  sortedQuantile,
  valueStatistics,
} from '../../raster/kernels/series/value-statistics.ts'
import { figure, measured, quantity, ratio } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { countFigures, placeFigures, seriesWarnings, spanWords, whenIn } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

const PERCENTILES = [5, 25, 75, 95] as const

export const describeValuesTool = defineTool({
  name: 'describe_values',
  family: 'series',
  title: 'Describe values',
  summary:
    'Statistics of a list or a column: count, sum, mean, median, standard deviation, minimum and maximum with their dates, range, coefficient of variation, skewness, kurtosis and percentiles. Use it for the average of several results.',
  source: 'doi:10.1111/1467-9884.00122',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    ...['mean', 'median', 'std', 'min', 'max', 'range', 'sum', 'percentile'].map((name) => ({
      name,
      dimension: 'value' as const,
    })),
    { name: 'coefficient_of_variation', dimension: 'ratio' },
    { name: 'skewness', dimension: 'ratio' },
    { name: 'kurtosis', dimension: 'ratio' },
    { name: 'values', dimension: 'count' },
  ],
  input: z.object({
    ...seriesFields,
    ddof: z
      .union([z.literal(0), z.literal(1)])
      .default(1)
      .describe(
        'What is taken from the count under the standard deviation: 1 for a sample, 0 for all there is.',
      ),
    estimate: z
      .enum(['biased', 'unbiased'])
      .default('biased')
      .describe(
        'Skewness and kurtosis straight from the moments (biased), or corrected for the size of a sample.',
      ),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 4, 8] }],
  async run({ ddof, estimate, ...input }, context) {
    const series = await valuesOf(context, input, { use: 'a statistic' })
    const found = valueStatistics(series.values)
    const sorted = series.values.slice().sort()
    const { unit } = series
    const spread = deviation(found, ddof)
    const [lowest, highest] = [series.values.indexOf(sorted[0]!), series.values.indexOf(sorted.at(-1)!)]
    const [min, max] = [placeFigures('min', series, lowest), placeFigures('max', series, highest)]
    // A scale without a true zero has no coefficient of variation.
    const variation = found.mean === 0 || unit === 'degC' ? NaN : spread / found.mean
    const shape = { skewness: skewness(found, estimate), kurtosis: excessKurtosis(found, estimate) }
    const percentiles = PERCENTILES.map((each) => [each, sortedQuantile(sorted, each / 100)] as const)
    const median = sortedQuantile(sorted, 0.5)
    const said = (words: string, value: number) => (Number.isNaN(value) ? [] : [`${words} ${figure(value)}`])
    const given = (name: string, value: number) => (Number.isNaN(value) ? [] : [ratio(name, value)])
    return {
      text:
        `${series.words}${spanWords(series)}: ` +
        [
          `${found.count} values`,
          `mean ${figure(found.mean)}`,
          `median ${figure(median)}`,
          ...said(`std (ddof ${ddof})`, spread),
          `min ${figure(sorted[0]!)} (${whenIn(series, lowest)})`,
          `max ${figure(sorted.at(-1)!)} (${whenIn(series, highest)})`,
          `range ${figure(sorted.at(-1)! - sorted[0]!)}`,
          `sum ${figure(found.sum)}`,
          ...said('coefficient of variation', variation),
          ...said(`skewness (${estimate})`, shape.skewness),
          ...said(`excess kurtosis (${estimate})`, shape.kurtosis),
          ...percentiles.map(([each, value]) => `percentile ${each} ${figure(value)}`),
        ].join(', ') +
        '.',
      numbers: [
        measured('mean', found.mean, unit),
        measured('median', median, unit),
        ...(Number.isNaN(spread)
          ? []
          : [quantity('std', spread, { unit: differenceUnit(unit), dimension: 'value' })]),
        measured('min', sorted[0]!, unit),
        measured('max', sorted.at(-1)!, unit),
        quantity('range', sorted.at(-1)! - sorted[0]!, { unit: differenceUnit(unit), dimension: 'value' }),
        measured('sum', found.sum, unit),
        ...given('coefficient_of_variation', variation),
        ...given('skewness', shape.skewness),
        ...given('kurtosis', shape.kurtosis),
        ...percentiles.map(([each, value]) => measured('percentile', value, unit, { group: String(each) })),
        ...min.numbers,
        ...max.numbers,
        ...countFigures(series),
      ],
      labels: [...min.labels, ...max.labels],
      warnings: seriesWarnings(series),
    }
  },
})
