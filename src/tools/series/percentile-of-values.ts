import { z } from 'zod'
import { sortedQuantile } from '../../raster/kernels/series/value-statistics.ts'
import { figure, measured } from '../support/figures.ts'
import { countFigures, seriesWarnings } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool, slot } from '../tool.ts'

export const percentileOfValuesTool = defineTool({
  name: 'percentile_of_values',
  family: 'series',
  title: 'Percentile of values',
  summary:
    'The value below which a given percentage of a list or column lies, linear between ranks; 50 is the median.',
  source: 'doi:10.1080/00031305.1996.10473566',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [{ name: 'percentile', dimension: 'value' }],
  input: z.object({
    ...seriesFields,
    percentile: slot(
      z.number().min(0).max(100).default(50).describe('Percentile, 0 to 100; 50 is the median.'),
      'percentile',
    ),
  }),
  examples: [
    { table: 'layer-1', percentile: 90 },
    { values: [1, 2, 3, 4], percentile: 25 },
  ],
  async run({ percentile, ...input }, context) {
    const series = await valuesOf(context, input, { use: 'a percentile' })
    const value = sortedQuantile(series.values.slice().sort(), percentile / 100)
    return {
      text: `Percentile ${figure(percentile)} of ${series.words} is ${figure(value)} (${series.values.length} values, linear between ranks).`,
      numbers: [measured('percentile', value, series.unit), ...countFigures(series)],
      warnings: seriesWarnings(series),
    }
  },
})
