import { z } from 'zod'
import { pettitt } from '../../raster/kernels/series/pettitt.ts'
import { count, figure, measured, ratio } from '../support/figures.ts'
import {
  countFigures,
  levelLines,
  lineChart,
  placeFigures,
  seriesWarnings,
  spanWords,
  whenIn,
} from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const pettittTestTool = defineTool({
  name: 'pettitt_test',
  family: 'series',
  title: 'Pettitt test',
  summary:
    'Tests by ranks whether the level of a series changes once, and when: the likeliest date, K, an approximate p, and the means before and after. Use it for one break without assuming a distribution.',
  source: 'doi:10.2307/2346729',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'k', dimension: 'count' },
    { name: 'p_value', dimension: 'ratio' },
    { name: 'change_position', dimension: 'count' },
    { name: 'mean_before', dimension: 'value' },
    { name: 'mean_after', dimension: 'value' },
  ],
  input: z.object(seriesFields),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 1, 2, 5, 6, 5, 6] }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: 6, use: 'a Pettitt test' })
    const found = pettitt(series.values)
    const place = placeFigures('change', series, found.before)
    const mean = (part: Float64Array) => part.reduce((sum, value) => sum + value, 0) / part.length
    const before = mean(series.values.subarray(0, found.before))
    const after = mean(series.values.subarray(found.before))
    return {
      text:
        `Pettitt test of ${series.words}${spanWords(series)}: ${found.pValue < 0.05 ? 'a change of level' : 'no change of level'} at 5 %. ` +
        `The likeliest new level begins at ${whenIn(series, found.before)}: K ${figure(found.k)}, p about ${figure(found.pValue)} two-sided, mean ${figure(before)} before and ${figure(after)} from there on.`,
      numbers: [
        count('k', found.k),
        ratio('p_value', found.pValue),
        ...place.numbers,
        measured('mean_before', before, series.unit),
        measured('mean_after', after, series.unit),
        ...countFigures(series),
      ],
      labels: [...place.labels, { name: 'change', value: found.pValue < 0.05 ? 'yes' : 'no' }],
      warnings: seriesWarnings(series),
      ...lineChart(
        series,
        `Values of ${series.words}`,
        series.values,
        series.unit,
        found.pValue < 0.05 ? levelLines(series, [found.before]) : {},
      ),
    }
  },
})
