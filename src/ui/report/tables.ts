import type { EvaluationRow } from '../../trace/evaluation.ts'
import { formatNumber } from '../parts/format.ts'
import type { SuiteWords } from './suites.ts'

export interface RowTable {
  readonly caption: string
  /** The set that all rows are of; empty where they are of none or of several. */
  readonly set: string
  readonly columns: readonly string[]
  readonly rows: readonly EvaluationRow[]
  /** Of each column that is compared, its largest figure as it is shown. */
  readonly best: Readonly<Record<string, string>>
}

/** What of a suite's words decides about its tables. */
export type TableWords = Pick<SuiteWords, 'captionsOf' | 'compared'>

/** Rows and columns that have a part of the page of their own. */
const CHARTED = new Set(['learning-curve', 'sensitivity'])
const COUNTED = /^failed_/

/**
 * Rows put together by caption, in the order of their first. Ends of intervals are no columns: they stand with their figure; nor are words that are
 * the same in all of several rows.
 */
export function rowTables(rows: readonly EvaluationRow[], words: TableWords): readonly RowTable[] {
  const groups = new Map<string, EvaluationRow[]>()
  for (const row of rows.filter(({ name }) => !CHARTED.has(name))) {
    for (const caption of words.captionsOf(row)) groups.set(caption, [...(groups.get(caption) ?? []), row])
  }
  // What holds only rows that stand in tables before it tells nothing new.
  const seen = new Set<EvaluationRow>()
  const telling = [...groups].filter(([, group]) => {
    const isNew = group.some((row) => !seen.has(row))
    for (const row of group) seen.add(row)
    return isNew
  })
  return telling.map(([caption, group]) => {
    const keys = [...new Set(group.flatMap((row) => Object.keys(row)))]
    const columns = keys.filter((key) => !isEnd(key, keys) && !COUNTED.test(key) && tells(key, group))
    const sets = new Set(group.map((row) => String(row['set'] ?? '')))
    const set = sets.size === 1 ? [...sets][0]! : ''
    return { caption, set, columns, rows: group, best: bestOf(columns, group, words) }
  })
}

const isEnd = (key: string, keys: readonly string[]) =>
  /_(low|high)$/.test(key) && keys.includes(key.replace(/_(low|high)$/, ''))

/** Figures, and words that set rows apart: to leave nothing out and to say nothing of it are the same. */
const tells = (key: string, rows: readonly EvaluationRow[]) =>
  rows.length === 1 ||
  rows.some((row) => typeof row[key] === 'number') ||
  new Set(rows.map((row) => row[key] ?? (key === 'without' ? 'nothing' : undefined))).size > 1

/** Figures that look alike are alike; where all rows have the same there is no best. */
function bestOf(
  columns: readonly string[],
  rows: readonly EvaluationRow[],
  { compared }: TableWords,
): Readonly<Record<string, string>> {
  const best: Record<string, string> = {}
  const rivals = rows.filter(({ name }) => !compared?.apart?.includes(name))
  for (const column of columns.filter((name) => compared?.columns.test(name))) {
    const figures = rivals.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []))
    const shown = new Set(figures.map((figure) => formatFigure(figure, false)))
    if (shown.size > 1) best[column] = formatFigure(Math.max(...figures), false)
  }
  return best
}

/** True for the best figure of its column, and for all that look like it. */
export function isBest(
  { best }: RowTable,
  row: EvaluationRow,
  column: string,
  words: Pick<TableWords, 'compared'>,
): boolean {
  const figure = row[column]
  return (
    typeof figure === 'number' &&
    best[column] === formatFigure(figure, false) &&
    !words.compared?.apart?.includes(row.name)
  )
}

/** A figure for people: whole numbers as they are, shares to three digits behind the point. */
export function formatFigure(value: number | string | undefined, whole = Number.isInteger(value)): string {
  if (value === undefined) return '–'
  if (typeof value === 'string') return value
  if (whole || Math.abs(value) >= 10) return formatNumber(value)
  return value.toFixed(3).replace('-', '−')
}

/** True where a column has whole numbers alone: then none of them is written with a point. */
export const isWhole = ({ rows }: Pick<RowTable, 'rows'>, column: string) =>
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
