import type { EvaluationRow } from '../../trace/evaluation.ts'
import { formatNumber } from '../parts/format.ts'

export interface RowTable {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly EvaluationRow[]
}

/** Rows and columns that have a part of the page of their own. */
const CHARTED = new Set(['learning-curve', 'sensitivity'])
const COUNTED = /^failed_/

/**
 * Rows put together by caption, in the order of their first. Ends of intervals are no columns: they stand with their figure; nor are words that are
 * the same in all of several rows.
 */
export function rowTables(
  rows: readonly EvaluationRow[],
  captionOf: (row: EvaluationRow) => string,
): readonly RowTable[] {
  const groups = new Map<string, EvaluationRow[]>()
  for (const row of rows.filter(({ name }) => !CHARTED.has(name))) {
    groups.set(captionOf(row), [...(groups.get(captionOf(row)) ?? []), row])
  }
  return [...groups].map(([caption, group]) => {
    const keys = [...new Set(group.flatMap((row) => Object.keys(row)))]
    const columns = keys.filter((key) => !isEnd(key, keys) && !COUNTED.test(key) && tells(key, group))
    return { caption, columns, rows: group }
  })
}

const isEnd = (key: string, keys: readonly string[]) =>
  /_(low|high)$/.test(key) && keys.includes(key.replace(/_(low|high)$/, ''))

/** Figures, and words that set rows apart. */
const tells = (key: string, rows: readonly EvaluationRow[]) =>
  rows.length === 1 ||
  rows.some((row) => typeof row[key] === 'number') ||
  new Set(rows.map((row) => row[key])).size > 1

/** A figure for people: whole numbers as they are, shares to three digits behind the point. */
export function formatFigure(value: number | string | undefined, whole = Number.isInteger(value)): string {
  if (value === undefined) return '–'
  if (typeof value === 'string') return value
  if (whole || Math.abs(value) >= 10) return formatNumber(value)
  return value.toFixed(3).replace('-', '−')
}

/** True where a column has whole numbers alone: then none of them is written with a point. */
export const isWhole = ({ rows }: RowTable, column: string) =>
  rows.every((row) => typeof row[column] !== 'number' || Number.isInteger(row[column]))

/** The 95 % interval of a figure where the row has one: '0.91–0.97'. */
export function intervalOf(row: EvaluationRow, column: string): string {
  const [low, high] = [row[`${column}_low`], row[`${column}_high`]]
  return typeof low === 'number' && typeof high === 'number' ? `${low.toFixed(2)}–${high.toFixed(2)}` : ''
}

/** Rows by a column, text by letters, figures by size, rows without it last; equal ones keep their order. */
export function sortedBy(
  rows: readonly EvaluationRow[],
  column: string,
  descending: boolean,
): readonly EvaluationRow[] {
  const sign = descending ? -1 : 1
  return [...rows].sort((first, second) => {
    const [a, b] = [first[column], second[column]]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * String(a).localeCompare(String(b), 'en')
  })
}
