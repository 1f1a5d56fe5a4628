import { AppError } from '../../lib/errors.ts'
import { fillLinear } from '../../raster/kernels/series/fill.ts'
import { YEAR_DAYS } from './series-values.ts'
import type { ValueSeries } from './series-values.ts'

const DAY = 86_400_000
/** The largest share of slots that may be filled. */
const MOST_FILLED = 0.25

/** A series with one value a slot of equal length. */
export interface RegularSeries extends ValueSeries {
  /** Slots a year; null for a list or a table without dates. */
  readonly perYear: number | null
  /** 'a month', '16 days', 'one place'. */
  readonly slot: string
  /** Slots that were empty and took a value from the line between their neighbours. */
  readonly filled: number
}

/**
 * Puts a series on even slots, filling empty ones linearly unless they are to be kept (as NaN). Slots are years where all
 * dates are 300 days or more apart; months (or several) where they are 27 days or more apart; days where all steps are
 * multiples of the shortest; else even parts of each calendar year, which is how composites of 8, 10 or 16 days lie. Throws
 * invalid_input where two values fall into one slot or more than a quarter of the slots are empty.
 */
export function regularSeries(series: ValueSeries, empty: 'fill' | 'keep' = 'fill'): RegularSeries {
  const { values, dates } = series
  const frame = dates === null ? listFrame(series) : datedFrame(dates.map((date) => Date.parse(date) / DAY))
  const slots = (frame.slots.at(-1) ?? 0) + 1
  if (frame.slots.some((slot, at) => at > 0 && slot <= frame.slots[at - 1]!)) {
    throw new AppError(
      'invalid_input',
      `the dates of ${series.words} are not evenly spaced: several fall into one step of ${frame.slot}; take means a month first (aggregate_series)`,
    )
  }
  if (slots - values.length > slots * MOST_FILLED) {
    throw new AppError(
      'invalid_input',
      `${slots - values.length} of ${slots} steps of ${frame.slot} of ${series.words} have no value, more than a quarter; give a fuller series or means over longer times (aggregate_series)`,
    )
  }
  const whole = new Float64Array(slots).fill(NaN)
  const places = new Float64Array(slots).fill(NaN)
  const days = new Float64Array(slots).fill(NaN)
  frame.slots.forEach((slot, at) => {
    whole[slot] = values[at]!
    places[slot] = series.times[at]!
    if (dates) days[slot] = Date.parse(dates[at]!) / DAY
  })
  fillLinear(places)
  if (dates) fillLinear(days)
  return {
    ...series,
    filled: empty === 'fill' ? fillLinear(whole) : 0,
    values: whole,
    times: places,
    places: Array.from(whole.keys(), (slot) => slot + (series.places[0] ?? 0)),
    dates: dates && Array.from(days, (day) => new Date(Math.round(day) * DAY).toISOString().slice(0, 10)),
    perYear: frame.perYear,
    slot: frame.slot,
  }
}

interface Frame {
  /** Slot of each value, from 0. */
  readonly slots: readonly number[]
  readonly perYear: number | null
  readonly slot: string
}

const listFrame = ({ times }: ValueSeries): Frame => ({
  slots: Array.from(times, (time) => time - times[0]!),
  perYear: null,
  slot: 'one place',
})

function datedFrame(days: readonly number[]): Frame {
  const gaps = days.slice(1).map((day, at) => day - days[at]!)
  const shortest = Math.min(...gaps)
  if (gaps.length === 0) return { slots: [0], perYear: 1, slot: 'a year' }
  if (shortest >= 300) {
    const slots = days.map((day) => Math.round((day - days[0]!) / YEAR_DAYS))
    return { slots, perYear: 1, slot: 'a year' }
  }
  if (shortest >= 27) return monthFrame(days)
  if (shortest > 0 && gaps.every((gap) => gap % shortest === 0)) {
    const slots = days.map((day) => (day - days[0]!) / shortest)
    return { slots, perYear: YEAR_DAYS / shortest, slot: shortest === 1 ? 'a day' : `${shortest} days` }
  }
  const usual = gaps.sort((first, second) => first - second)[gaps.length >> 1]!
  const perYear = Math.max(1, Math.round(YEAR_DAYS / Math.max(1, usual)))
  const first = yearPlace(days[0]!) * perYear
  return {
    slots: days.map((day) => Math.round(yearPlace(day) * perYear - first)),
    perYear,
    slot: `a ${perYear}th of a year`,
  }
}

function monthFrame(days: readonly number[]): Frame {
  const months = days.map((day) => {
    const date = new Date(day * DAY)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  })
  const steps = months.slice(1).map((month, at) => month - months[at]!)
  // Two values of one month keep the step at 1, and are refused.
  const step = Math.max(1, steps.reduce(greatestCommonDivisor, 0))
  return {
    slots: months.map((month) => (month - months[0]!) / step),
    perYear: 12 / step,
    slot: step === 1 ? 'a month' : `${step} months`,
  }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

/** The year with its fraction that has passed. */
function yearPlace(day: number): number {
  const year = new Date(day * DAY).getUTCFullYear()
  const [start, end] = [Date.UTC(year, 0, 1) / DAY, Date.UTC(year + 1, 0, 1) / DAY]
  return year + (day - start) / (end - start)
}

/** Steps a cycle: as given, else a year's. Throws invalid_input where there is none or the series is under two of it. */
export function periodOf(series: RegularSeries, given: number | undefined, use: string): number {
  const period = given ?? (series.perYear === null ? null : Math.round(series.perYear))
  if (period === null || period < 2) {
    throw new AppError(
      'invalid_input',
      `${series.words} has no cycle of a year in steps of ${series.slot}; give the period in steps`,
    )
  }
  if (series.values.length < 2 * period) {
    throw new AppError(
      'invalid_input',
      `${series.words} has ${series.values.length} steps, and ${use} with a period of ${period} needs two periods, ${2 * period}; give a longer series or a shorter period`,
    )
  }
  return period
}
