import { z } from 'zod'
import { spikesOf } from '../../raster/kernels/series/spikes.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { countFigures, positionOf, seriesWarnings, spanWords, whenIn } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { differenceUnit } from '../support/rates.ts'
import { defineTool, slot } from '../tool.ts'

const LISTED = 24

export const countSpikesTool = defineTool({
  name: 'count_spikes',
  family: 'series',
  title: 'Count spikes',
  summary:
    'Counts sudden rises: values that lie more than a threshold above the one before them, with their dates. Missing values are skipped, so neighbours across a gap are compared.',
  source: 'https://en.wikipedia.org/wiki/Step_detection',
  needs: seriesNeeds,
  gives: { kind: 'figures' },
  measures: [
    { name: 'spikes', dimension: 'count' },
    { name: 'largest_rise', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    threshold: slot(
      z
        .number()
        .min(0)
        .default(0.1)
        .describe('Rise above the value before, in the unit of the values, that must be exceeded.'),
      'threshold',
    ),
  }),
  examples: [{ table: 'layer-1', threshold: 0.05 }, { values: [1, 1.3, 1.2, 1.6] }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: 2, use: 'a rise' })
    const found = spikesOf(series.values, input.threshold)
    const rises = Array.from(series.values.subarray(1), (value, at) => value - series.values[at]!)
    const largest = rises.reduce((most, rise) => Math.max(most, rise), -Infinity)
    return {
      text:
        `${found.length === 0 ? 'No rise' : counted(found.length, 'rise')} of more than ${figure(input.threshold)} from one value to the next in ${series.words}${spanWords(series)}` +
        `${
          found.length === 0
            ? ''
            : `: ${found
                .slice(0, LISTED)
                .map((at) => `${whenIn(series, at)} (+${figure(rises[at - 1]!)})`)
                .join(', ')}${found.length > LISTED ? ', …' : ''}`
        }. ` +
        `The largest step is ${figure(largest)}.`,
      numbers: [
        count('spikes', found.length),
        measured('largest_rise', largest, differenceUnit(series.unit)),
        ...found
          .slice(0, LISTED)
          .map((at) =>
            count('spike_position', positionOf(series, at), { group: String(positionOf(series, at)) }),
          ),
        ...countFigures(series),
      ],
      labels: found
        .slice(0, LISTED)
        .flatMap((at) => (series.dates === null ? [] : [{ name: 'spike_date', value: series.dates[at]! }])),
      warnings: seriesWarnings(series),
    }
  },
})
