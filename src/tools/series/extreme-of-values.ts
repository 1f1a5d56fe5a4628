import { z } from 'zod'
import { figure, measured } from '../support/figures.ts'
import { countFigures, placeFigures, seriesWarnings, whenIn } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const extremeOfValuesTool = defineTool({
  name: 'extreme_of_values',
  family: 'series',
  title: 'Highest and lowest value',
  summary:
    'The largest and the smallest of a list or column and where they stand: their position and, with dates, their date. Use it for which date or place was highest or lowest.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.argmax.html',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'max', dimension: 'value' },
    { name: 'min', dimension: 'value' },
    { name: 'max_position', dimension: 'count' },
    { name: 'min_position', dimension: 'count' },
  ],
  input: z.object(seriesFields),
  examples: [{ table: 'layer-1' }, { values: [3, 9, 1] }],
  async run(input, context) {
    const series = await valuesOf(context, input, { use: 'an extreme' })
    const { values, unit } = series
    const [high, low] = [Math.max, Math.min].map((pick) => {
      const value = values.reduce((best, each) => pick(best, each))
      const at = values.indexOf(value)
      return { value, at, times: values.filter((each) => each === value).length }
    }) as [Extreme, Extreme]
    const [max, min] = [placeFigures('max', series, high.at), placeFigures('min', series, low.at)]
    const said = ({ value, at, times }: Extreme) =>
      `${figure(value)} at ${whenIn(series, at)}${times > 1 ? ` and ${times - 1} more` : ''}`
    return {
      text: `${series.words}: highest ${said(high)}, lowest ${said(low)}, of ${values.length} values; positions count from 1.`,
      numbers: [
        measured('max', high.value, unit),
        ...max.numbers,
        measured('min', low.value, unit),
        ...min.numbers,
        ...countFigures(series),
      ],
      labels: [...max.labels, ...min.labels],
      warnings: seriesWarnings(series),
    }
  },
})

interface Extreme {
  readonly value: number
  /** Of the first of them. */
  readonly at: number
  /** How many values are equal to it. */
  readonly times: number
}
