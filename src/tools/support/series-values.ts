import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { LayerId } from '../../trace/layer.ts'
import { UNITS } from '../../trace/quantity.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { Column, Table } from '../../trace/table.ts'
import { layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

/** Days of the year that rates are told by. */
export const YEAR_DAYS = 365.25
const DAY = 86_400_000
const LONGEST = 20_000
/** Fourth powers of larger numbers overflow; what is measured is never near. */
const LARGEST = 1e70

/** Numbers in order, of a table or a list, without the missing ones. */
export interface ValueSeries {
  readonly values: Float64Array
  /** Years of 365.25 days since the first row, or places in the list or table from 0: missing values keep theirs. */
  readonly times: Float64Array
  /** Place of each value in its list or table, from 0. */
  readonly places: readonly number[]
  /** Date of each value (yyyy-mm-dd), in order; null for a list or a table without dates. */
  readonly dates: readonly string[] | null
  readonly unit: Unit
  /** Rows or entries without a number. */
  readonly missing: number
  /** For text: 'value of layer-1', 'the list'. */
  readonly words: string
  readonly layer: LayerId | undefined
  /** Things a careful reader must know, in our words. */
  readonly warnings: readonly string[]
}

/** The arguments that name a series; spread them into a tool's input. */
export const seriesFields = {
  table: layerRef('Id of a table with a row a date. Give this or values, not both.').optional(),
  column: z
    .string()
    .max(64)
    .optional()
    .describe('Name of the column of the table to take. Without it the first column of values is taken.'),
  values: z
    .array(z.number().nullable())
    .min(1)
    .max(LONGEST)
    .optional()
    .describe('The numbers themselves in order, null for a missing one. Give this or a table, not both.'),
  unit: z
    .enum(UNITS)
    .optional()
    .describe('Unit of the numbers in values. A table knows its own. Without it they are plain numbers.'),
}

export const seriesNeeds = { table: { kind: 'table' } } as const

export interface SeriesInput {
  readonly table?: LayerId | undefined
  readonly column?: string | undefined
  readonly values?: readonly (number | null)[] | undefined
  readonly unit?: Unit | undefined
}

/**
 * The series that the arguments name: rows of a table sorted by date (where it has a column of dates or times), or the
 * list in its order; missing values dropped and counted. Throws invalid_input for none or both, for a column that is not
 * there or holds no numbers, for fewer than `atLeast` values and for numbers too large to reckon with.
 */
export async function valuesOf(
  context: ToolContext,
  input: SeriesInput,
  { atLeast = 1, use = 'this' }: { readonly atLeast?: number; readonly use?: string } = {},
): Promise<ValueSeries> {
  context.signal?.throwIfAborted()
  const series = input.table === undefined ? listOf(input) : await columnOf(context, input.table, input)
  context.signal?.throwIfAborted()
  requireValues(series, atLeast, use)
  if (series.values.some((value) => Math.abs(value) > LARGEST)) {
    throw new AppError(
      'invalid_input',
      `${series.words} holds numbers beyond ±1e70, which cannot be reckoned with; take such fill values out`,
    )
  }
  return series
}

/** Throws where a series is shorter than what `use` ('a trend') needs. */
export function requireValues(series: ValueSeries, atLeast: number, use: string): void {
  const found = series.values.length
  if (found >= atLeast) return
  const without = series.missing > 0 ? ` (${series.missing} are missing)` : ''
  throw new AppError(
    'invalid_input',
    `${series.words} has ${found} value${found === 1 ? '' : 's'}${without}, and ${use} needs at least ${atLeast}; give a longer series`,
  )
}

function listOf({ values, column, unit = '1' }: SeriesInput): ValueSeries {
  if (values === undefined) {
    throw new AppError('invalid_input', 'neither a table nor values were given; give one of them')
  }
  if (column !== undefined) {
    throw new AppError('invalid_input', 'a column was named without a table; give the table it is of')
  }
  const kept = values.flatMap((value, place) => (value === null ? [] : [[place, value] as const]))
  return {
    values: Float64Array.from(kept, ([, value]) => value),
    times: Float64Array.from(kept, ([place]) => place),
    places: kept.map(([place]) => place),
    dates: null,
    unit,
    missing: values.length - kept.length,
    words: 'the list',
    layer: undefined,
    warnings: [],
  }
}

async function columnOf(context: ToolContext, id: LayerId, input: SeriesInput): Promise<ValueSeries> {
  if (input.values !== undefined) {
    throw new AppError('invalid_input', 'both a table and values were given; give one of them')
  }
  const layer = context.layer(id)
  if (layer.kind !== 'table') {
    throw new AppError(
      'invalid_input',
      `${id} is a ${layer.kind} layer; give a table, such as the statistics of a list of dates`,
    )
  }
  const table = await context.table(id)
  if (table.rows.length > LONGEST) {
    throw new AppError(
      'limit_reached',
      `${id} has ${table.rows.length} rows, and a series may have up to ${LONGEST}; aggregate it first`,
    )
  }
  const at = placeOf(table, input.column, id)
  const column = table.columns[at]!
  if (input.unit !== undefined && input.unit !== column.unit) {
    throw new AppError(
      'invalid_input',
      `${column.name} of ${id} is in ${column.unit}, not in ${input.unit}; leave unit out, it is for lists`,
    )
  }
  const rows = datedRows(table, at)
  const kept = rows.filter((row) => row.value !== null)
  const dated = rows.length > 0 && rows[0]!.time !== null
  const first = rows[0]?.time ?? 0
  return {
    values: Float64Array.from(kept, ({ value }) => value!),
    times: Float64Array.from(kept, ({ time, place }) =>
      time === null ? place : (time - first) / DAY / YEAR_DAYS,
    ),
    places: kept.map(({ place }) => place),
    dates: dated ? kept.map(({ time }) => new Date(time!).toISOString().slice(0, 10)) : null,
    unit: column.unit as Unit,
    missing: table.rows.length - kept.length,
    words: `${column.name} of ${id}`,
    layer: id,
    warnings: repeatWarnings(kept, id),
  }
}

const isNumbers = ({ unit }: Column) => unit !== 'date' && unit !== 'time' && unit !== 'text'

function placeOf({ columns }: Table, name: string | undefined, id: LayerId): number {
  const named = columns.filter(isNumbers).map((each) => each.name)
  const at = columns.findIndex((each) => isNumbers(each) && (name === undefined || each.name === name))
  if (at >= 0) return at
  throw new AppError(
    'invalid_input',
    named.length === 0
      ? `${id} has no column of numbers; give another table`
      : `${id} has no column of numbers of that name; there are ${named.join(', ')}`,
  )
}

interface Row {
  readonly place: number
  /** Milliseconds since 1970; null for a table without dates. */
  readonly time: number | null
  readonly value: number | null
}

/** Rows by date where the table has dates, without those that lack theirs. */
function datedRows({ columns, rows }: Table, at: number): Row[] {
  const clock = columns.findIndex(({ unit }) => unit === 'date' || unit === 'time')
  const read = rows.map((row, place): Row => {
    const [cell, stamp] = [row[at], clock < 0 ? null : row[clock]]
    const time = clock < 0 ? null : typeof stamp === 'string' ? Date.parse(stamp) : NaN
    return { place, time, value: typeof cell === 'number' && Number.isFinite(cell) ? cell : null }
  })
  if (clock < 0) return read
  return read
    .filter(({ time }) => !Number.isNaN(time))
    .sort((first, second) => first.time! - second.time! || first.place - second.place)
}

function repeatWarnings(rows: readonly Row[], id: LayerId): string[] {
  const repeated = rows.filter(({ time }, at) => time !== null && time === rows[at - 1]?.time).length
  if (repeated === 0) return []
  return [
    `${repeated} of the values of ${id} share their date with another one; each counts as a value of its own.`,
  ]
}

/** The series with dates; throws invalid_input where it has none. */
export function requireDates(
  series: ValueSeries,
  use: string,
): ValueSeries & { readonly dates: readonly string[] } {
  const { dates } = series
  if (dates) return { ...series, dates }
  throw new AppError(
    'invalid_input',
    `${series.words} has no dates, and ${use} needs them; give a table with a column of dates`,
  )
}
