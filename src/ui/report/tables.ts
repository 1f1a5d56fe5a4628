import type { EvaluationRow } from '../../trace/evaluation.ts'
import { formatNumber } from '../parts/format.ts'

/** Rows with the same figures. */
export interface RowTable {
  readonly columns: readonly string[]
  readonly rows: readonly EvaluationRow[]
}

/** Rows that have charts of their own. */
const CHARTED = new Set(['learning-curve', 'sensitivity'])

/**
 * Rows put together that have the same columns, in the order of their first. Columns in which a table says the same throughout are left out
 * where it has several rows, as are ends of intervals, which stand with their figure.
 */
export function rowTables(rows: readonly EvaluationRow[]): readonly RowTable[] {
  const groups = new Map<string, EvaluationRow[]>()
  for (const row of rows.filter(({ name }) => !CHARTED.has(name))) {
    const key = Object.keys(row).sort().join(' ')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((group) => {
    const keys = Object.keys(group[0]!).filter((key) => !isEnd(key, group[0]!))
    const telling = keys.filter(
      (key) => typeof group[0]![key] === 'number' || new Set(group.map((row) => row[key])).size > 1,
    )
    return { columns: group.length > 1 ? telling : keys, rows: group }
  })
}

const isEnd = (key: string, row: EvaluationRow) =>
  /_(low|high)$/.test(key) && key.replace(/_(low|high)$/, '') in row

/** What a table's rows share as their name; '' where they have several. */
export const sharedName = ({ rows }: RowTable) =>
  new Set(rows.map(({ name }) => name)).size === 1 ? rows[0]!.name : ''

/** A figure for people: whole numbers as they are, shares to three digits behind the point. */
export function formatFigure(value: number | string | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'string') return value
  if (Number.isInteger(value)) return formatNumber(value)
  return Math.abs(value) < 10 ? value.toFixed(3).replace('-', '−') : formatNumber(value)
}

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
