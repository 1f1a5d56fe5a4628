import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import {
  mannKendallHamedRao,
  mannKendallSeasonal,
} from '../../raster/kernels/series/mann-kendall-variants.ts'
import { mannKendall, mannKendallAt } from '../../raster/kernels/series/mann-kendall.ts'
import type { MannKendall } from '../../raster/kernels/series/mann-kendall.ts'
import { figure, quantity, ratio } from '../support/figures.ts'
import { regularSeries } from '../support/regular-series.ts'
import { countFigures, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import type { ValueSeries } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

const WORDS = {
  plain: 'corrected for ties',
  hamed_rao: 'corrected for ties and autocorrelation (Hamed and Rao)',
  seasonal: 'by season, corrected for ties',
} as const
const SIGNIFICANT = 0.05

export const mannKendallTool = defineTool({
  name: 'mann_kendall',
  family: 'series',
  title: 'Mann–Kendall trend test',
  summary:
    'Tests whether values over time rise or fall steadily, whatever the shape of the trend: S, z, two-sided p and Kendall’s tau, plain, corrected for autocorrelation, or by season. Use it to say whether a trend is significant.',
  source: 'doi:10.2307/1907187',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'tau', dimension: 'ratio' },
    { name: 'z', dimension: 'ratio' },
    { name: 'p_value', dimension: 'ratio' },
    { name: 's', dimension: 'value' },
    { name: 'variance', dimension: 'value' },
    { name: 'trend', dimension: 'text' },
  ],
  input: z.object({
    ...seriesFields,
    variant: z
      .enum(['plain', 'hamed_rao', 'seasonal'])
      .default('plain')
      .describe(
        'Plain; hamed_rao, where neighbouring values resemble each other; or seasonal, which compares each month (or place in the period) with itself.',
      ),
    period: z
      .number()
      .int()
      .min(2)
      .max(366)
      .default(12)
      .describe(
        'Places a cycle of a list, for the variant seasonal. A table goes by the months of its dates.',
      ),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 3, 2, 4, 6], variant: 'hamed_rao' }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: 4, use: 'a Mann–Kendall test' })
    const regular = input.variant === 'hamed_rao' ? regularSeries(series) : null
    const found = test(regular ?? series, input)
    if (!(found.variance > 0)) {
      throw new AppError(
        'invalid_input',
        input.variant === 'hamed_rao' && mannKendall(series.values).variance > 0
          ? `the correction for autocorrelation leaves no variance on ${series.words}, which is too short or too regular for it; take the plain variant`
          : `${series.words} has no two unlike values to compare; a trend test needs them`,
      )
    }
    const trend = found.pValue >= SIGNIFICANT ? 'no trend' : found.z > 0 ? 'increasing' : 'decreasing'
    const few = found.count < 10 ? ['Under 10 values the normal approximation of p is rough.'] : []
    return {
      text:
        `Mann–Kendall test of ${series.words}${spanWords(series)}, ${WORDS[input.variant]}: ${trend} at 5 %, ` +
        `S ${figure(found.s)}, z ${figure(found.z)}, p ${figure(found.pValue)} two-sided, tau ${figure(found.tau)} (tau-a)` +
        `${Number.isNaN(found.tauB) ? '' : `, tau-b ${figure(found.tauB)}`}, ${found.count} values.`,
      numbers: [
        ratio('tau', found.tau),
        ...(Number.isNaN(found.tauB) ? [] : [ratio('tau_b', found.tauB)]),
        ratio('z', found.z),
        ratio('p_value', found.pValue),
        quantity('s', found.s, { unit: '1', dimension: 'value' }),
        quantity('variance', found.variance, { unit: '1', dimension: 'value' }),
        ...countFigures(series),
      ],
      labels: [{ name: 'trend', value: trend }],
      warnings: [...seriesWarnings(regular ?? series), ...few],
    }
  },
})

function test(
  series: ValueSeries,
  { variant, period }: { readonly variant: keyof typeof WORDS; readonly period: number },
): MannKendall {
  if (variant === 'plain') return mannKendallAt(series.times, series.values)
  if (variant === 'hamed_rao') return mannKendallHamedRao(series.times, series.values)
  return mannKendallSeasonal(
    series.times,
    series.values,
    Int32Array.from(series.values, (_, at) =>
      series.dates === null ? series.times[at]! % period : Number(series.dates[at]!.slice(5, 7)),
    ),
  )
}
