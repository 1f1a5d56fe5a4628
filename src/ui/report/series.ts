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
  /** The set of tasks it is of; empty where a suite has but one. */
  readonly set: string
  /** What the places are. */
  readonly axis: string
  readonly figure: string
  readonly points: readonly Point[]
}

export interface Bars {
  readonly caption: string
  readonly set: string
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
    groupsOf(report, ({ name }) => name === 'learning-curve').map((group) =>
      curve(group, {
        caption: `${captionOf(report, group[0]!)} by remembered runs`,
        axis: 'runs',
        at: 'runs',
        figure: mainOf(report),
      }),
    ),
  )
}

/**
 * How a suite's figure moves with a constant of src/config.ts, of each set and protocol by itself. Values that are words have no places
 * between them: they become bars.
 */
export function sweeps(reports: readonly EvaluationReport[]): readonly (Curve | Bars)[] {
  return reports.flatMap((report) =>
    groupsOf(report, ({ name }) => name === 'sensitivity').map((group) => {
      const axis = String(group[0]!['constant'] ?? 'value')
      const caption = `${captionOf(report, group[0]!)} by ${axis}`
      return group.every(({ value }) => typeof value === 'number')
        ? curve(group, { caption, axis, at: 'value', figure: mainOf(report) })
        : bars(group, caption, mainOf(report), ({ value }) => String(value))
    }),
  )
}

/** A suite's figure whole and with something left out; a chart for each set, protocol and what it is left out of. */
export function ablations(reports: readonly EvaluationReport[]): readonly Bars[] {
  return reports.flatMap((report) => {
    const ablationOf = wordsOf(report)?.ablationOf ?? (() => null)
    return groupsOf(
      report,
      (row) => ablationOf(row) !== null,
      (row) => ablationOf(row)!.of,
    )
      .filter((group) => group.length > 1)
      .map((group) => {
        const { of, by } = ablationOf(group[0]!)!
        const what = of ? ` of ${of}` : ''
        const caption = `${captionOf(report, group[0]!)}${what} by ${by}`
        return bars(group, caption, mainOf(report), (row) => ablationOf(row)!.label)
      })
  })
}

/** Rows that hold the suite's figure, those of one set, protocol and constant together. */
function groupsOf(
  report: EvaluationReport,
  wanted: (row: EvaluationRow) => boolean,
  alsoBy: (row: EvaluationRow) => string = () => '',
): readonly (readonly EvaluationRow[])[] {
  const rows = report.rows.filter((row) => wanted(row) && typeof row[mainOf(report)] === 'number')
  const key = (row: EvaluationRow) =>
    JSON.stringify([...['set', 'protocol', 'constant'].map((name) => row[name]), alsoBy(row)])
  return [...groupsBy(rows, key).values()]
}

/** 'Tool retrieval, geoplan, online: ndcg at 20'. */
function captionOf(report: EvaluationReport, { set, protocol }: EvaluationRow): string {
  const place = [titleOf(report), set, protocol].filter((word) => word !== undefined)
  return `${place.join(', ')}: ${plainWords(mainOf(report))}`
}

function curve(
  group: readonly EvaluationRow[],
  { at, ...words }: Pick<Curve, 'caption' | 'axis' | 'figure'> & { readonly at: string },
): Curve {
  return {
    ...words,
    set: setOf(group),
    points: group
      .map((row) => ({ at: number(row, at), ...measured(row, words.figure) }))
      .sort((first, second) => first.at - second.at),
  }
}

function bars(
  group: readonly EvaluationRow[],
  caption: string,
  figure: string,
  label: (row: EvaluationRow) => string,
): Bars {
  return {
    caption,
    set: setOf(group),
    figure,
    bars: group.map((row) => ({ label: label(row), ...measured(row, figure) })),
  }
}

const setOf = (group: readonly EvaluationRow[]) => String(group[0]?.['set'] ?? '')

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
        table: { caption, set: '', columns: ['name', ...FAILURES], rows, best: {} },
        parts: rows.flatMap((row) =>
          FAILURES.map((failure) => ({ label: row.name, failure, count: number(row, failure) })),
        ),
      },
    ]
  })
}
