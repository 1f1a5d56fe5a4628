import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { deviation, valueStatistics } from '../../raster/kernels/series/value-statistics.ts'
import { count, counted, figure, measured, percent, ratio } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import {
  countFigures,
  lineChart,
  positionOf,
  saveSeries,
  seriesWarnings,
  spanWords,
  whenIn,
} from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import type { ValueSeries } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

/** Fewest values that a mean and a spread are taken of. */
const FEWEST = 3
const LISTED = 24

export const seriesAnomaliesTool = defineTool({
  name: 'series_anomalies',
  family: 'series',
  title: 'Anomalies of a series',
  summary:
    'Departure of each value from the mean of the same month (or of the whole series) in standard deviations, and the dates that stand out. Use it for unusual months, droughts or heat.',
  source: 'https://library.wmo.int/idurl/4/55797',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'anomalies', dimension: 'count' },
    { name: 'anomalous_share', dimension: 'share' },
    { name: 'highest_z', dimension: 'ratio' },
    { name: 'lowest_z', dimension: 'ratio' },
    { name: 'last_anomaly', dimension: 'value' },
    { name: 'last_z', dimension: 'ratio' },
  ],
  input: z.object({
    ...seriesFields,
    against: z
      .enum(['month', 'whole'])
      .optional()
      .describe(
        'What a value is compared with: values of the same month of all years, or the whole series. Without it months, where each has three values.',
      ),
    threshold: z
      .number()
      .min(0.5)
      .max(10)
      .default(2)
      .describe('Distance from the mean, in standard deviations, at which a value is anomalous.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 1.2, 0.9, 1.1, 4], threshold: 1.5 }],
  async run(input, context) {
    const series = await valuesOf(context, input, { atLeast: FEWEST, use: 'a mean with its spread' })
    const { groups, against } = groupsOf(series, input.against)
    const anomaly = new Float64Array(series.values.length)
    const score = new Float64Array(series.values.length).fill(NaN)
    let flat = 0
    for (const group of groups) {
      const found = valueStatistics(Float64Array.from(group, (at) => series.values[at]!))
      const spread = deviation(found, 1)
      for (const at of group) {
        anomaly[at] = series.values[at]! - found.mean
        if (spread > 0) score[at] = anomaly[at] / spread
        else flat++
      }
    }
    if (flat === series.values.length) {
      throw new AppError('invalid_input', `the values of ${series.words} do not vary, so none can stand out`)
    }
    const unit = differenceUnit(series.unit)
    const outside = [...score.keys()].filter((at) => Math.abs(score[at]!) >= input.threshold)
    const scores = [...score].filter((each) => !Number.isNaN(each))
    const saved = await saveSeries(context, series, {
      title: 'Anomalies',
      columns: [
        { name: 'anomaly', unit, values: anomaly },
        { name: 'z', unit: '1', values: score },
        { name: 'observed', unit: series.unit, values: series.values },
      ],
    })
    const listed = outside.slice(0, LISTED).map((at) => `${whenIn(series, at)} (z ${figure(score[at]!)})`)
    return {
      text:
        `${saved.id} holds the anomalies of ${series.words}${spanWords(series)} against ${against === 'month' ? 'the mean of the same month' : 'the mean of the whole series'}: ` +
        `${outside.length === 0 ? 'no value is' : `${counted(outside.length, 'value')} at`} ${input.threshold} standard deviations (ddof 1) or more from it` +
        `${listed.length === 0 ? '' : `: ${listed.join(', ')}${outside.length > LISTED ? ', …' : ''}`}. ` +
        `z from ${figure(Math.min(...scores))} to ${figure(Math.max(...scores))}.`,
      numbers: [
        count('anomalies', outside.length),
        percent('anomalous_share', outside.length / series.values.length),
        ratio('highest_z', Math.max(...scores)),
        ratio('lowest_z', Math.min(...scores)),
        measured('last_anomaly', anomaly.at(-1)!, unit),
        ...(Number.isNaN(score.at(-1)!) ? [] : [ratio('last_z', score.at(-1)!)]),
        ...outside
          .slice(0, LISTED)
          .map((at) => ratio('z', score[at]!, { group: String(positionOf(series, at)) })),
        ...countFigures(series),
      ],
      labels: outside
        .slice(0, LISTED)
        .flatMap((at) =>
          series.dates === null ? [] : [{ name: 'anomalous_date', value: series.dates[at]! }],
        ),
      layers: [saved],
      warnings: [
        ...seriesWarnings(series),
        ...(flat > 0 ? [`${counted(flat, 'value')} of months whose values do not vary have no z.`] : []),
      ],
      ...lineChart(series, `Anomalies of ${series.words}`, anomaly, unit),
    }
  },
})

function groupsOf(series: ValueSeries, wanted: 'month' | 'whole' | undefined) {
  const whole = [[...series.values.keys()]]
  if (wanted === 'whole' || (wanted === undefined && series.dates === null))
    return { groups: whole, against: 'whole' }
  if (series.dates === null) {
    throw new AppError(
      'invalid_input',
      `${series.words} has no dates and so no months; compare with the whole series`,
    )
  }
  const months = new Map<string, number[]>()
  series.dates.forEach((date, at) => {
    const month = date.slice(5, 7)
    months.set(month, [...(months.get(month) ?? []), at])
  })
  const groups = [...months.values()]
  if (groups.every((group) => group.length >= FEWEST)) return { groups, against: 'month' }
  if (wanted === undefined) return { groups: whole, against: 'whole' }
  throw new AppError(
    'invalid_input',
    `some months of ${series.words} have fewer than ${FEWEST} values; give more years or compare with the whole series`,
  )
}
