import type { RunRecord } from '../../trace/events.ts'
import type { FinishedRun } from '../types.ts'
import type { Changes } from './changes.ts'

/** Runs without an entry that must be there before it can be found worse than doing without. */
const RUNS_WITHOUT = 10
/** Two-sided 95 % of a normal. */
const Z = 1.96

/** Removes entries of the run's type that are confidently worse than doing without. */
export function retire(
  changes: Changes,
  run: FinishedRun,
  history: readonly RunRecord[],
  tables: readonly ('skills' | 'workflows' | 'experiences')[],
): void {
  const past = history.filter(({ taskType }) => taskType === run.taskType).flatMap(outcomeOf)
  for (const table of tables) {
    for (const { id, taskType } of changes.rows(table)) {
      if (taskType === run.taskType && isWorse(id, past)) changes.remove(table, id)
    }
  }
}

interface PastRun {
  readonly success: boolean
  readonly used: ReadonlySet<string>
}

function isWorse(id: string, past: readonly PastRun[]): boolean {
  const withIt = past.filter(({ used }) => used.has(id))
  const without = past.filter(({ used }) => !used.has(id))
  if (withIt.length === 0 || without.length < RUNS_WITHOUT) return false
  const rate = (runs: readonly PastRun[]) => runs.filter(({ success }) => success).length / runs.length
  return wilsonUpper(rate(withIt), withIt.length) < rate(without)
}

/** Upper bound of the Wilson score interval (Wilson 1927) of a success rate over n runs. */
export function wilsonUpper(rate: number, n: number, z = Z): number {
  const square = z * z
  const middle = rate + square / (2 * n)
  const half = z * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n))
  return (middle + half) / (1 + square / n)
}

/** A run that was judged: by its last verdict, else by the gate. Declined and stopped runs speak for nothing. */
function outcomeOf({ status, events }: RunRecord): readonly PastRun[] {
  if (status !== 'answered' && status !== 'ungrounded' && status !== 'error') return []
  const verdict = events.findLast((event) => event.type === 'verdict')
  const gate = events.findLast((event) => event.type === 'gate')
  if (!verdict && !gate) return []
  const recalled = events.find((event) => event.type === 'context-ready')?.recalled ?? []
  return [
    {
      success: verdict ? verdict.verdict === 'up' : (gate?.passed ?? false),
      used: new Set(recalled.filter(({ used }) => used).map(({ id }) => id)),
    },
  ]
}
