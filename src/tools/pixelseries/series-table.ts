import type { MeasureSpec } from '../tool.ts'
import type { Dimension } from '../../trace/port.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import { count, figure, quantity } from '../support/figures.ts'

export interface DatedValue {
  readonly date: string
  readonly value: number
}

/** Dates that have a value. */
export const tableOfDates = (
  dates: readonly string[],
  values: readonly (number | null)[],
): readonly DatedValue[] =>
  dates.flatMap((date, place) => {
    const value = values[place] ?? null
    return value === null ? [] : [{ date, value }]
  })

const NAMES = ['first', 'last', 'mean', 'min', 'max'] as const

export const seriesMeasures = (dimension: Dimension): readonly MeasureSpec[] => [
  ...NAMES.map((name) => ({ name, dimension })),
  { name: 'dates', dimension: 'count' },
  { name: 'at_date', dimension },
]

/** Values told one by one; the table holds all. */
const DATES_TOLD = 24

/** First, last, mean, extremes and single values, and the number of dates that have one; needs one value at least. */
export function seriesFigures(series: readonly DatedValue[], unit: Unit, layer: string): readonly Quantity[] {
  const values = series.map(({ value }) => value)
  const found: Readonly<Record<(typeof NAMES)[number], number>> = {
    first: values[0]!,
    last: values.at(-1)!,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: values.reduce((least, value) => Math.min(least, value), Infinity),
    max: values.reduce((most, value) => Math.max(most, value), -Infinity),
  }
  const kind = { unit, dimension: dimensionOf(unit), layer }
  return [
    ...NAMES.map((name) => quantity(name, found[name], kind)),
    count('dates', series.length, { layer }),
    ...series
      .slice(0, DATES_TOLD)
      .map(({ date, value }) => quantity('at_date', value, { ...kind, group: date })),
  ]
}

function dimensionOf(unit: Unit): Dimension {
  if (unit === 'K' || unit === 'degC') return 'temperature'
  return unit === 'ha' || unit === 'km2' || unit === 'm2' ? 'area' : 'value'
}

/** All values where they are few, else the first, the last and the extremes with their dates. */
export function seriesText(series: readonly DatedValue[], unit: Unit): string {
  const suffix = unit === '1' ? '' : ` ${unit}`
  const say = ({ date, value }: DatedValue) => `${date} ${figure(value)}${suffix}`
  if (series.length <= 12) return series.map(say).join(', ')
  const lowest = series.reduce((least, each) => (each.value < least.value ? each : least))
  const highest = series.reduce((most, each) => (each.value > most.value ? each : most))
  return `first ${say(series[0]!)}, last ${say(series.at(-1)!)}, lowest ${say(lowest)}, highest ${say(highest)}`
}
