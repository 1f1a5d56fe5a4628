import { z } from 'zod'
import { changePoints, defaultPenalty } from '../../raster/kernels/series/change-points.ts'
import { count, counted, figure, measured, quantity } from '../support/figures.ts'
import {
  countFigures,
  levelLines,
  lineChart,
  positionOf,
  seriesWarnings,
  spanWords,
  whenIn,
} from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'
import { AppError } from '../../lib/errors.ts'

export const changePointsTool = defineTool({
  name: 'change_points',
  family: 'series',
  title: 'Change points of a series',
  summary:
    'Dates at which the level of a series jumps, by PELT with squared error: how many, when, and the mean before and after. Use it to find breaks, such as a clearing or a new dam.',
  source: 'doi:10.1080/01621459.2012.737745',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'change_points', dimension: 'count' },
    { name: 'segment_mean', dimension: 'value' },
    { name: 'penalty', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    penalty: z
      .number()
      .min(0)
      .optional()
      .describe(
        'Cost of a change in squared units of the values; higher finds fewer. Without it 2 σ² ln n, with σ from the steps between neighbours.',
      ),
    min_size: z.number().int().min(1).max(1000).default(2).describe('Fewest values between two changes.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 1.1, 0.9, 4, 4.1, 3.9], penalty: 1 }],
  async run(input, context) {
    const { min_size: minSize } = input
    const series = await valuesOf(context, input, {
      atLeast: Math.max(4, 2 * minSize),
      use: `a search for changes ${minSize} values apart`,
    })
    const penalty = input.penalty ?? defaultPenalty(series.values)
    if (penalty === 0) {
      throw new AppError(
        'invalid_input',
        `most neighbours in ${series.words} are equal, so its noise and with it the usual penalty are 0, which would call each value a change; give a penalty above 0`,
      )
    }
    const found = changePoints(series.values, { penalty, minSize })
    const bounds = [0, ...found, series.values.length]
    const means = bounds.slice(1).map((end, at) => {
      const part = series.values.subarray(bounds[at], end)
      return part.reduce((sum, value) => sum + value, 0) / part.length
    })
    const listed = found.map(
      (place, at) =>
        `${whenIn(series, place)} (mean ${figure(means[at]!)} before, ${figure(means[at + 1]!)} after)`,
    )
    return {
      text:
        `${found.length === 0 ? 'No change point' : counted(found.length, 'change point')} in ${series.words}${spanWords(series)} ` +
        `by PELT (squared error, penalty ${figure(penalty)}${input.penalty === undefined ? ' = 2 σ² ln n with σ from neighbouring steps' : ''}, at least ${minSize} values apart)` +
        `${found.length === 0 ? `; the mean is ${figure(means[0]!)}` : `; a new level begins at ${listed.join('; ')}`}.`,
      numbers: [
        count('change_points', found.length),
        ...found.map((place, at) =>
          count('change_position', positionOf(series, place), { group: String(at + 1) }),
        ),
        ...means.map((mean, at) => measured('segment_mean', mean, series.unit, { group: String(at + 1) })),
        quantity('penalty', penalty, { unit: '1', dimension: 'value' }),
        ...countFigures(series),
      ],
      labels: found.flatMap((place) =>
        series.dates === null ? [] : [{ name: 'change_date', value: series.dates[place]! }],
      ),
      warnings: seriesWarnings(series),
      ...lineChart(
        series,
        `Values of ${series.words}`,
        series.values,
        series.unit,
        levelLines(series, found),
      ),
    }
  },
})
