import { config } from '../../config.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { EntryLife, FinishedRun } from '../types.ts'
import type { Changes } from './changes.ts'
import { isOpen } from './merge.ts'
import { outcomeOf, type PastRun } from './past-runs.ts'

/** Two-sided 95 % of a normal. */
const Z = 1.96

type Table = 'skills' | 'workflows' | 'experiences'

/**
 * Removes entries of the run's type that are confidently worse than doing without, and candidates that nothing used for
 * long. Pinned ones stay.
 */
export function retire(
  changes: Changes,
  run: FinishedRun,
  history: readonly RunRecord[],
  tables: readonly Table[],
): void {
  const past = history.filter(({ taskType }) => taskType === run.taskType).flatMap(outcomeOf)
  const used = new Set(past.flatMap((one) => [...one.used]))
  const last = lastRuns(past, run)
  for (const table of tables) {
    for (const row of changes.rows(table)) {
      if (row.taskType !== run.taskType || row.pinned || !isOpen(row)) continue
      const why =
        (used.has(row.id) ? worseThanWithout(row.id, past) : null) ?? (isUnused(row, last) ? UNUSED : null)
      if (why !== null) changes.remove(table, row.id, why)
    }
  }
}

const UNUSED = `none of ${config.learning.unusedRuns} later runs of its kind used it`

/** Why an entry goes, in figures; null where it may stay. */
function worseThanWithout(id: string, past: readonly PastRun[]): string | null {
  const withIt = past.filter(({ used }) => used.has(id))
  const without = past.filter(({ used }) => !used.has(id))
  if (withIt.length === 0 || without.length < config.learning.runsWithout) return null
  const rate = (runs: readonly PastRun[]) => runs.filter(({ success }) => success).length / runs.length
  const most = wilsonUpper(rate(withIt), withIt.length)
  if (most >= rate(without)) return null
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return `at most ${percent(most)} of runs pass with it (${withIt.length} seen), and ${percent(rate(without))} of ${without.length} did without`
}

interface LastRuns {
  /** When the first of them began; before all time where there are too few. */
  readonly since: number
  readonly ids: ReadonlySet<string>
}

/** The last runs of a type that speak of disuse, and the one at hand. */
function lastRuns(past: readonly PastRun[], run: FinishedRun): LastRuns {
  const { unusedRuns } = config.learning
  const last = past.toSorted((a, b) => b.startedAt - a.startedAt).slice(0, unusedRuns)
  return {
    since: last.length < unusedRuns ? Number.NEGATIVE_INFINITY : last.at(-1)!.startedAt,
    ids: new Set([run.runId, ...last.map(({ id }) => id)]),
  }
}

/** A candidate that was never used and that none of the last runs of its type made again. */
const isUnused = (row: EntryLife, { since, ids }: LastRuns): boolean =>
  row.state === 'candidate' &&
  row.origin !== 'seed' &&
  row.usage.uses === 0 &&
  row.createdAt < since &&
  !row.provenance.some((entry) => ids.has(entry))

/** Upper bound of the Wilson score interval (Wilson 1927) of a success rate over n runs. */
export function wilsonUpper(rate: number, n: number, z = Z): number {
  const square = z * z
  const middle = rate + square / (2 * n)
  const half = z * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n))
  return (middle + half) / (1 + square / n)
}
