import { z } from 'zod'
import { figure, measured } from '../support/figures.ts'
import { countFigures, lineChart, saveSeries, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const cumulativeSumTool = defineTool({
  name: 'cumulative_sum',
  family: 'series',
  title: 'Running total',
  summary:
    'Adds values up one after the other into a new table, such as rainfall since the start or burned area through a season, with the total.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.cumsum.html',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [{ name: 'total', dimension: 'value' }],
  input: z.object(seriesFields),
  examples: [{ table: 'layer-1' }, { values: [1, 2, 3] }],
  async run(input, context) {
    const series = await valuesOf(context, input)
    let total = 0
    const sums = series.values.map((value) => (total += value))
    const saved = await saveSeries(context, series, {
      title: 'Running total',
      columns: [
        { name: 'cumulative', unit: series.unit, values: sums },
        { name: 'observed', unit: series.unit, values: series.values },
      ],
    })
    return {
      text: `${saved.id} holds the running total of ${series.words}${spanWords(series)}: ${figure(total)} at the end over ${series.values.length} values.`,
      numbers: [measured('total', total, series.unit), ...countFigures(series)],
      layers: [saved],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Running total of ${series.words}`, sums),
    }
  },
})
