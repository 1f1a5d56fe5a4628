import { z } from 'zod'
import { count, counted, figure, measured } from '../support/figures.ts'
import { countFigures, lineChart, seriesWarnings, spanWords } from '../support/series-results.ts'
import { requireDates, seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import type { Unit } from '../../trace/quantity.ts'
import { valueStatistics } from '../../raster/kernels/series/value-statistics.ts'
import { selectMedian } from '../../raster/kernels/series/select.ts'
import { defineTool } from '../tool.ts'

const LISTED = 36

const STATISTICS = {
  mean: (values: Float64Array) => valueStatistics(values).mean,
  sum: (values: Float64Array) => valueStatistics(values).sum,
  min: (values: Float64Array) => values.reduce((least, value) => Math.min(least, value), Infinity),
  max: (values: Float64Array) => values.reduce((most, value) => Math.max(most, value), -Infinity),
  median: (values: Float64Array) => selectMedian(values.slice(), values.length),
  count: (values: Float64Array) => values.length,
} as const

export const aggregateSeriesTool = defineTool({
  name: 'aggregate_series',
  family: 'series',
  title: 'Series by month or year',
  summary:
    'Sums, means or extremes of a dated series for each year, each month, or each month of the year over all years (climatology), as a new table. Use it for yearly totals, monthly means or to even out dates.',
  source: 'https://library.wmo.int/idurl/4/55797',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'groups', dimension: 'count' },
    { name: 'aggregate', dimension: 'value' },
    { name: 'highest', dimension: 'value' },
    { name: 'lowest', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    by: z
      .enum(['year', 'month', 'month_of_year'])
      .default('year')
      .describe('Calendar years, calendar months, or the twelve months over all years.'),
    statistic: z
      .enum(['mean', 'sum', 'min', 'max', 'median', 'count'])
      .default('mean')
      .describe('What is taken of the values of each group.'),
  }),
  examples: [{ table: 'layer-1' }, { table: 'layer-1', by: 'month_of_year', statistic: 'mean' }],
  async run({ by, statistic, ...input }, context) {
    const series = requireDates(await valuesOf(context, input), 'a grouping by time')
    const groups = new Map<string, number[]>()
    series.dates.forEach((date, at) => {
      const key = by === 'year' ? date.slice(0, 4) : by === 'month' ? date.slice(0, 7) : date.slice(5, 7)
      groups.set(key, [...(groups.get(key) ?? []), series.values[at]!])
    })
    const rows = [...groups]
      .map(([key, values]) => ({
        key,
        value: STATISTICS[statistic](Float64Array.from(values)),
        members: values.length,
      }))
      .sort((first, second) => (first.key < second.key ? -1 : 1))
    const unit: Unit = statistic === 'count' ? 'count' : series.unit
    const [low, high] = [
      rows.reduce((best, row) => (row.value < best.value ? row : best)),
      rows.reduce((best, row) => (row.value > best.value ? row : best)),
    ]
    const dates = rows.map(({ key }) => (by === 'year' ? `${key}-01-01` : `${key}-01`))
    context.signal?.throwIfAborted()
    const saved = await context.saveTable(
      {
        title: `${statistic} of ${series.words} by ${by.replaceAll('_', ' ')}`,
        port: { kind: 'table' },
        unit,
        date: series.dates.at(-1) ?? null,
        style: { ramp: 'none' },
      },
      {
        columns: [
          by === 'month_of_year' ? { name: 'month', unit: 'count' } : { name: 'date', unit: 'date' },
          { name: statistic, unit },
          { name: 'members', unit: 'count' },
        ],
        rows: rows.map(({ key, value, members }, at) => [
          by === 'month_of_year' ? Number(key) : dates[at]!,
          value,
          members,
        ]),
      },
    )
    const uneven = statistic === 'sum' && new Set(rows.map(({ members }) => members)).size > 1
    return {
      text:
        `${saved.id} holds the ${statistic} of ${series.words}${spanWords(series)} for each of ${counted(rows.length, by === 'year' ? 'year' : 'month')}: ` +
        rows
          .slice(0, LISTED)
          .map(({ key, value }) => `${key} ${figure(value)}`)
          .join(', ') +
        `${rows.length > LISTED ? ', …' : ''}. Highest ${figure(high.value)} (${high.key}), lowest ${figure(low.value)} (${low.key}).`,
      numbers: [
        count('groups', rows.length),
        ...rows.slice(0, LISTED).map(({ key, value }) => measured('aggregate', value, unit, { group: key })),
        measured('highest', high.value, unit),
        measured('lowest', low.value, unit),
        ...countFigures(series),
      ],
      labels: [
        { name: 'highest_group', value: high.key },
        { name: 'lowest_group', value: low.key },
      ],
      layers: [saved],
      warnings: [
        ...seriesWarnings(series),
        ...(uneven
          ? [
              `The groups hold ${Math.min(...rows.map(({ members }) => members))} to ${Math.max(...rows.map(({ members }) => members))} values, so their sums are not alike.`,
            ]
          : []),
      ],
      ...(by === 'month_of_year'
        ? {
            chart: {
              kind: 'bars' as const,
              title: `${statistic} by month`,
              unit,
              rows: rows.map(({ key, value }) => ({ label: key, value })),
            },
          }
        : lineChart(
            { ...series, dates },
            `${statistic} by ${by}`,
            rows.map(({ value }) => value),
            unit,
          )),
    }
  },
})
