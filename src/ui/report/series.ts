import type { EvaluationReport, EvaluationRow } from '../../trace/evaluation.ts'
import { plainWords } from '../parts/format.ts'
import { SUITES } from './suites.ts'
import type { RowTable } from './tables.ts'

/** A figure at a place, with the ends of its interval; NaN where it has none. */
export interface Point {
  readonly at: number
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Curve {
  readonly caption: string
  /** What the places are. */
  readonly axis: string
  readonly figure: string
  readonly points: readonly Point[]
}

export interface Bars {
  readonly caption: string
  readonly figure: string
  readonly bars: readonly {
    readonly label: string
    readonly value: number
    readonly low: number
    readonly high: number
  }[]
}

export const FAILURES = ['planning', 'parameter', 'execution', 'reasoning', 'format'] as const
export type Failure = (typeof FAILURES)[number]

export interface FailureBars {
  readonly caption: string
  /** The same counts as a table. */
  readonly table: RowTable
  readonly parts: readonly { readonly label: string; readonly failure: Failure; readonly count: number }[]
}

/** Rows of a suite that measure our own system, and the figure they are compared by. */
function own(report: EvaluationReport): readonly EvaluationRow[] {
  return report.rows.filter(({ name }) => name === 'geoforge')
}

const wordsOf = ({ suite }: EvaluationReport) => SUITES.find(({ name }) => name === suite)
const mainOf = (report: EvaluationReport) => wordsOf(report)?.main ?? 'accuracy'
const titleOf = (report: EvaluationReport) => wordsOf(report)?.title ?? report.suite

const number = (row: EvaluationRow, key: string) => {
  const value = row[key]
  return typeof value === 'number' ? value : NaN
}

const measured = (row: EvaluationRow, figure: string) => ({
  value: number(row, figure),
  low: number(row, `${figure}_low`),
  high: number(row, `${figure}_high`),
})

/** Rows put together by what a function says of them, in order. */
function groupsBy<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** How a suite's figure grows with the number of remembered runs. */
export function learningCurves(reports: readonly EvaluationReport[]): readonly Curve[] {
  return reports.flatMap((report) =>
    curves(
      report,
      'learning-curve',
      'runs',
      () => `${titleOf(report)}: ${plainWords(mainOf(report))} by remembered runs`,
    ),
  )
}

/** How a suite's figure moves with a constant of src/config.ts. */
export function sweeps(reports: readonly EvaluationReport[]): readonly Curve[] {
  return reports.flatMap((report) =>
    curves(
      report,
      'sensitivity',
      'value',
      (constant) => `${titleOf(report)}: ${plainWords(mainOf(report))} by ${constant}`,
    ),
  )
}

function curves(
  report: EvaluationReport,
  name: string,
  at: string,
  caption: (constant: string) => string,
): readonly Curve[] {
  const figure = mainOf(report)
  const rows = report.rows.filter((row) => row.name === name)
  return [...groupsBy(rows, (row) => String(row['constant'] ?? ''))].map(([constant, group]) => ({
    caption: caption(constant),
    axis: constant || plainWords(at),
    figure,
    points: group
      .map((row) => ({ at: number(row, at), ...measured(row, figure) }))
      .sort((first, second) => first.at - second.at),
  }))
}

/** A suite's figure with the memory, without it, and without each of its parts; a chart for each protocol. */
export function ablations(reports: readonly EvaluationReport[]): readonly Bars[] {
  return reports.flatMap((report) => {
    const figure = mainOf(report)
    const rows = own(report).filter((row) => 'memory' in row)
    return [...groupsBy(rows, (row) => String(row['protocol'] ?? ''))]
      .filter(([, group]) => group.length > 1)
      .map(([protocol, group]) => ({
        caption: `${titleOf(report)}${protocol ? `, ${protocol}` : ''}: ${plainWords(figure)} by memory`,
        figure,
        bars: group.map((row) => ({ label: String(row['memory']), ...measured(row, figure) })),
      }))
  })
}

/** How many runs failed for which reason, by memory. */
export function failureBars(reports: readonly EvaluationReport[]): readonly FailureBars[] {
  return reports.flatMap((report) => {
    const rows = own(report)
      .filter((row) => `failed_${FAILURES[0]}` in row)
      .map((row) => ({
        name: String(row['memory'] ?? row.name),
        ...Object.fromEntries(FAILURES.map((failure) => [failure, number(row, `failed_${failure}`)])),
      }))
    if (rows.length === 0) return []
    const caption = `${titleOf(report)}: wrong runs by memory and cause`
    return [
      {
        caption,
        table: { caption, columns: ['name', ...FAILURES], rows },
        parts: rows.flatMap((row) =>
          FAILURES.map((failure) => ({ label: row.name, failure, count: number(row, failure) })),
        ),
      },
    ]
  })
}
