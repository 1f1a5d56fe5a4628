import { interval } from '../evaluation/bootstrap.ts'
import type { Row } from '../harness/bench.ts'
import { lengthRatio, mean } from '../metrics.ts'
import type { TaskFigures } from './measures.ts'

/** One task as one planner did it. */
export interface PlannedTask {
  readonly id: string
  readonly question: string
  readonly expected: readonly string[]
  readonly actual: readonly string[]
  readonly figures: TaskFigures
}

/** Of the bootstrap: every row draws the same tasks. */
const SEED = 1

/** Means over tasks with 95 % intervals (`_low`, `_high`); `nearest` is the same tasks by the nearest past flow. */
export function planningRow(
  { name, memory }: { readonly name: string; readonly memory: string },
  done: readonly PlannedTask[],
  nearest: readonly PlannedTask[],
): Row {
  const column = (figure: keyof TaskFigures) => done.map(({ figures }) => figures[figure])
  const f1 = interval(column('f1'), SEED)
  const structural = interval(column('structural'), SEED)
  return {
    name,
    memory,
    key_precision: mean(column('precision')),
    key_recall: mean(column('recall')),
    f1: mean(column('f1')),
    f1_low: f1.low,
    f1_high: f1.high,
    f1_published_recall: mean(column('publishedF1')),
    structural: mean(column('structural')),
    structural_low: structural.low,
    structural_high: structural.high,
    preferred_over_nearest: preference(
      column('structural'),
      nearest.map(({ figures }) => figures.structural),
    ),
    length_ratio: mean(done.map(({ expected, actual }) => lengthRatio(expected, actual))),
    tasks: done.length,
  }
}

/** Share of tasks in which the first score is higher, ties half: in place of a judge that compares two flows. */
export function preference(ours: readonly number[], theirs: readonly number[]): number {
  return mean(ours.map((score, at) => (score > theirs[at]! ? 1 : score === theirs[at]! ? 0.5 : 0)))
}
