import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { pairStatistics } from '../../raster/kernels/series/pair-statistics.ts'
import { ranksOf } from '../../raster/kernels/series/ranks.ts'
import { count, figure, quantity, ratio } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { seriesWarnings } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import type { ValueSeries } from '../support/series-values.ts'
import { defineTool, layerRef } from '../tool.ts'

export const compareSeriesTool = defineTool({
  name: 'compare_series',
  family: 'series',
  title: 'Compare two series',
  summary:
    'Correlation (Pearson with p, Spearman), RMSE, mean absolute difference and bias of two columns, two tables by date, or two lists. Use it to see whether two series go together or agree.',
  source: 'doi:10.1029/2000JD900719',
  needs: { ...seriesNeeds, other_table: { kind: 'table' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'correlation', dimension: 'ratio' },
    { name: 'p_value', dimension: 'ratio' },
    { name: 'rank_correlation', dimension: 'ratio' },
    { name: 'rmse', dimension: 'value' },
    { name: 'bias', dimension: 'value' },
    { name: 'mean_absolute_difference', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    other_table: layerRef(
      'Id of the table of the second series, joined by date. Without it the same table.',
    ).optional(),
    other_column: z.string().max(64).optional().describe('Column of the second series.'),
    other_values: z
      .array(z.number().nullable())
      .min(1)
      .max(20_000)
      .optional()
      .describe('Second list, of the same length and unit, for lists.'),
  }),
  examples: [
    { table: 'layer-1', column: 'longitude', other_column: 'latitude' },
    { values: [1, 2, 3], other_values: [1.1, 2.2, 2.9] },
  ],
  async run({ other_table, other_column, other_values, ...input }, context) {
    const first = await valuesOf(context, input)
    const list = input.values !== undefined
    if (list && (other_table !== undefined || other_column !== undefined || other_values === undefined)) {
      throw new AppError(
        'invalid_input',
        'a list is compared with a list; give other_values and no other table or column',
      )
    }
    if (!list && other_values !== undefined) {
      throw new AppError(
        'invalid_input',
        'a table is compared with a table; give other_column or other_table and no other_values',
      )
    }
    if (list && input.values?.length !== other_values?.length) {
      throw new AppError(
        'invalid_input',
        `the lists have ${input.values!.length} and ${other_values!.length} entries; give two of one length`,
      )
    }
    if (!list && other_table === undefined && other_column === undefined) {
      throw new AppError(
        'invalid_input',
        'the second series is not named; give other_column, other_table or both',
      )
    }
    const second = await valuesOf(
      context,
      list
        ? { values: other_values!, unit: input.unit }
        : { table: other_table ?? input.table, column: other_column },
    )
    const [a, b] = pairsOf(first, second, other_table !== undefined && other_table !== input.table)
    if (a.length < 3) {
      throw new AppError(
        'invalid_input',
        `${first.words} and ${second.words} share ${a.length} values, and a comparison needs 3; give series of the same dates`,
      )
    }
    const found = pairStatistics(a, b)
    if (Number.isNaN(found.correlation)) {
      throw new AppError(
        'invalid_input',
        `${first.words} or ${second.words} does not vary over what they share, so there is no correlation`,
      )
    }
    const ranks = pairStatistics(ranksOf(a), ranksOf(b)).correlation
    const alike = first.unit === second.unit
    const kind = { unit: differenceUnit(first.unit), dimension: 'value' } as const
    return {
      text:
        `${second.words} against ${first.words} over ${found.count} pairs: correlation ${figure(found.correlation)} (Pearson, p ${figure(found.pValue)}), ${figure(ranks)} by ranks (Spearman)` +
        (alike
          ? `; RMSE ${figure(found.rmse)}, mean absolute difference ${figure(found.meanAbsolute)}, bias ${figure(found.bias)} (second minus first).`
          : `; their units differ (${first.unit} and ${second.unit}), so there is no difference.`),
      numbers: [
        ratio('correlation', found.correlation),
        ratio('p_value', found.pValue),
        ratio('rank_correlation', ranks),
        ...(alike
          ? [
              quantity('rmse', found.rmse, kind),
              quantity('bias', found.bias, kind),
              quantity('mean_absolute_difference', found.meanAbsolute, kind),
            ]
          : []),
        count('pairs', found.count),
        count('unpaired', first.values.length + second.values.length - 2 * found.count),
      ],
      warnings: [...new Set([...seriesWarnings(first), ...seriesWarnings(second)])],
    }
  },
})

/** Values that both series have: of one row or place, or of one date where the tables differ. */
function pairsOf(first: ValueSeries, second: ValueSeries, byDate: boolean) {
  const keysOf = ({ dates, places, words }: ValueSeries): readonly (string | number)[] => {
    if (!byDate) return places
    if (dates && new Set(dates).size === dates.length) return dates
    throw new AppError(
      'invalid_input',
      `${words} ${dates ? 'has several values of one date' : 'has no dates'}, so two tables cannot be joined by it; aggregate it first or take one table`,
    )
  }
  const places = new Map(keysOf(second).map((key, at) => [key, at]))
  const shared = keysOf(first).flatMap((key, at) => {
    const other = places.get(key)
    return other === undefined ? [] : [[first.values[at]!, second.values[other]!] as const]
  })
  return [Float64Array.from(shared, ([a]) => a), Float64Array.from(shared, ([, b]) => b)] as const
}
