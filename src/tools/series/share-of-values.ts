import { z } from 'zod'
import { count, counted, figure, percent } from '../support/figures.ts'
import { countFigures, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool, slot } from '../tool.ts'

const LISTED = 24
const SIDES = {
  at_or_above: ['at or above', (value: number, limit: number) => value >= limit],
  above: ['above', (value: number, limit: number) => value > limit],
  at_or_below: ['at or below', (value: number, limit: number) => value <= limit],
  below: ['below', (value: number, limit: number) => value < limit],
} as const

export const shareOfValuesTool = defineTool({
  name: 'share_of_values',
  family: 'series',
  title: 'Share of values beyond a threshold',
  summary:
    'How many values of a list or column, and what share of them, lie above or below a threshold, with their dates. Use it for how many dates or results exceed a limit.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.count_nonzero.html',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'count', dimension: 'count' },
    { name: 'share', dimension: 'share' },
  ],
  input: z.object({
    ...seriesFields,
    threshold: slot(z.number().describe('Threshold in the unit of the values.'), 'threshold'),
    side: slot(
      z
        .enum(['at_or_above', 'above', 'at_or_below', 'below'])
        .default('above')
        .describe('Which side of the threshold is counted.'),
      'side',
    ),
  }),
  examples: [
    { table: 'layer-1', threshold: 0.4 },
    { values: [1, 5, 9], threshold: 5, side: 'at_or_above' },
  ],
  async run({ threshold, side, ...input }, context) {
    const series = await valuesOf(context, input, { use: 'a share' })
    const [words, test] = SIDES[side]
    const found = [...series.values.keys()].filter((at) => test(series.values[at]!, threshold))
    const share = found.length / series.values.length
    const dates = series.dates === null ? [] : found.slice(0, LISTED).map((at) => series.dates![at]!)
    return {
      text:
        `${counted(found.length, 'value')} of ${series.values.length} in ${series.words}${spanWords(series)} ${found.length === 1 ? 'is' : 'are'} ${words} ${figure(threshold)}, ${figure(share * 100)} %` +
        `${dates.length === 0 ? '' : `: ${dates.join(', ')}${found.length > LISTED ? ', …' : ''}`}.`,
      numbers: [count('count', found.length), percent('share', share), ...countFigures(series)],
      labels: dates.map((value) => ({ name: 'date', value })),
      warnings: seriesWarnings(series),
    }
  },
})
