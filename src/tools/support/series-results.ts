import type { Chart } from '../../trace/call.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Label, Quantity, Unit } from '../../trace/quantity.ts'
import type { ToolContext } from '../tool.ts'
import { count, counted } from './figures.ts'
import type { RegularSeries } from './regular-series.ts'
import type { ValueSeries } from './series-values.ts'

/** Place of a value, counted from 1: in its list or table, missing ones counted, or in the order of its dates without them. */
export const positionOf = ({ dates, places }: ValueSeries, at: number): number =>
  dates === null ? places[at]! + 1 : at + 1

/** '2019-03-05', 'position 4'. */
export const whenIn = (series: ValueSeries, at: number): string =>
  series.dates?.[at] ?? `position ${positionOf(series, at)}`

/** 'from 2018-01-15 to 2019-12-15', empty for a list. */
export const spanWords = ({ dates }: ValueSeries): string =>
  dates === null || dates.length === 0 ? '' : ` from ${dates[0]!} to ${dates.at(-1)!}`

/** Place of a value and, where it has one, its date. */
export function placeFigures(name: string, series: ValueSeries, at: number) {
  const numbers: Quantity[] = [count(`${name}_position`, positionOf(series, at))]
  const date = series.dates?.[at]
  const labels: Label[] = date === undefined ? [] : [{ name: `${name}_date`, value: date }]
  return { numbers, labels }
}

/** How many values went in and how many were missing. */
export const countFigures = ({ values, missing }: ValueSeries, filled = 0): Quantity[] => [
  count('values', values.length - filled),
  ...(missing > 0 ? [count('values_left_out', missing)] : []),
]

/** What a careful reader must know of the series: missing values, repeated dates, filled slots. */
export function seriesWarnings(series: ValueSeries | RegularSeries): string[] {
  const filled = 'filled' in series ? series.filled : 0
  return [
    ...series.warnings,
    ...(series.missing > 0 ? [`${counted(series.missing, 'place')} without a number left out.`] : []),
    ...(filled > 0
      ? [
          `${counted(filled, 'step')} of ${'slot' in series ? series.slot : ''} without a value took one from the line between the neighbours.`,
        ]
      : []),
  ]
}

export interface SeriesColumn {
  readonly name: string
  readonly unit: Unit
  /** One a value of the series; NaN for none. */
  readonly values: ArrayLike<number>
}

/** Saves columns beside the dates of a series, or beside positions where it has none. */
export function saveSeries(
  context: ToolContext,
  series: ValueSeries,
  { title, columns }: { readonly title: string; readonly columns: readonly SeriesColumn[] },
): Promise<Layer> {
  context.signal?.throwIfAborted()
  const { dates } = series
  return context.saveTable(
    {
      title: `${title} of ${series.words}`,
      port: { kind: 'table' },
      unit: columns[0]!.unit,
      date: dates?.at(-1) ?? null,
      style: { ramp: 'none' },
    },
    {
      columns: [
        dates === null ? { name: 'position', unit: 'count' } : { name: 'date', unit: 'date' },
        ...columns.map(({ name, unit }) => ({ name, unit })),
      ],
      rows: Array.from(series.values, (_, at) => [
        dates?.[at] ?? positionOf(series, at),
        ...columns.map(({ values }) => (Number.isFinite(values[at]!) ? values[at]! : null)),
      ]),
    },
  )
}

type SeriesChart = Extract<Chart, { kind: 'series' }>

/** A line over the dates; none where there are none. */
export function lineChart(
  { dates, unit }: ValueSeries,
  title: string,
  values: ArrayLike<number>,
  of: Unit = unit,
  lines: Pick<SeriesChart, 'trend' | 'levels'> = {},
): { readonly chart?: Chart } {
  if (dates === null) return {}
  const points = dates.flatMap((date, at) =>
    Number.isFinite(values[at]!) ? [{ date, value: values[at]! }] : [],
  )
  return { chart: { kind: 'series', title, unit: of, points, ...lines } }
}

/** The straight line through a dated series, from its first date to its last; `slope` and `intercept` in the series' own times. */
export function trendLine(
  { dates, times }: ValueSeries,
  { slope, intercept }: { readonly slope: number; readonly intercept: number },
): Pick<SeriesChart, 'trend'> {
  if (dates === null || dates.length === 0) return {}
  const at = (place: number) => ({ date: dates[place]!, value: intercept + slope * times[place]! })
  return { trend: [at(0), at(dates.length - 1)] }
}

/** The means of the parts that begin at `starts` (places in the series, the first part's 0 left out). */
export function levelLines(
  { dates, values }: ValueSeries,
  starts: readonly number[],
): Pick<SeriesChart, 'levels'> {
  if (dates === null || starts.length === 0) return {}
  const bounds = [0, ...starts, values.length]
  const levels = bounds.slice(1).map((end, at) => {
    const part = values.subarray(bounds[at], end)
    const value = part.reduce((sum, each) => sum + each, 0) / part.length
    return { from: dates[bounds[at]!]!, to: dates[end - 1]!, value }
  })
  return { levels }
}
