import type { Summary } from '../../raster/kernels/statistics.ts'
import type { Quantity } from '../../trace/quantity.ts'
import { dateOfDay, type DatedSources } from '../support/dated-layers.ts'
import { quantity } from '../support/figures.ts'
import type { MeasureSpec, NewLayer } from '../tool.ts'

export const dayMeasures: readonly MeasureSpec[] = ['earliest_day', 'latest_day', 'mean_day'].map((name) => ({
  name,
  dimension: 'time',
}))

/** Earliest, latest and mean day of a map of days, in days since 1 January 1970 or of the year. */
export function dayFigures({ min, max, mean }: Summary, on: { readonly layer: string }): readonly Quantity[] {
  const kind = { unit: 'days', dimension: 'time', ...on } as const
  return [
    quantity('earliest_day', min, kind),
    quantity('latest_day', max, kind),
    quantity('mean_day', mean, kind),
  ]
}

/** 'from 2018-06-01 to 2018-07-15, mean 2018-06-20'. */
export const dayText = ({ min, max, mean }: Summary): string =>
  `from ${dateOfDay(min)} to ${dateOfDay(max)}, on average ${dateOfDay(mean)}`

/** A layer of days since 1 January 1970. */
export const dayLayer =
  (title: string, meaning: string, { dates }: Pick<DatedSources, 'dates'>) =>
  ({ min, max }: Summary): NewLayer => ({
    title,
    port: { kind: 'raster', quantity: 'day', meaning },
    unit: 'days',
    date: dates.at(-1)!,
    style: { ramp: 'viridis', min, max: max > min ? max : min + 1 },
  })
