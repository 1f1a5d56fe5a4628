import { interval } from '../../evaluation/bootstrap.ts'
import type { Row } from '../../harness/bench.ts'
import { mean, recallAt, sequenceRecall, sequenceSimilarity, toolF1 } from '../../metrics.ts'

/** One task: the calls that were wanted, those that were made, and the tools that might have been called. */
export interface Invocation {
  readonly expected: readonly string[]
  readonly actual: readonly string[]
  readonly retrieved: readonly string[]
}

const FIGURES = {
  f1: ({ expected, actual }) => toolF1(expected, actual),
  lcs: ({ expected, actual }) => sequenceRecall(expected, actual),
  lcs_symmetric: ({ expected, actual }) => sequenceSimilarity(expected, actual),
  call_recall: ({ expected, actual }) => callRecall(expected, actual),
  /** What a perfect planner could call of the expected tools. */
  pool_recall: ({ expected, retrieved }) => recallAt(retrieved.length, retrieved, expected),
  pool: ({ retrieved }) => retrieved.length,
} satisfies Readonly<Record<string, (done: Invocation) => number>>

type Figure = keyof typeof FIGURES
const NAMES = Object.keys(FIGURES) as Figure[]

export type TaskFigures = Readonly<Record<Figure, number>>

/** Of the bootstrap: every row draws the same tasks. */
const SEED = 1

export const taskFigures = (done: Invocation): TaskFigures =>
  Object.fromEntries(NAMES.map((name) => [name, FIGURES[name](done)])) as Record<Figure, number>

/** Share of the expected calls that were made, a tool that is called twice counted twice; 1 where none is expected. */
export function callRecall(expected: readonly string[], actual: readonly string[]): number {
  if (expected.length === 0) return 1
  const left = [...actual]
  const made = expected.filter((tool) => {
    const at = left.indexOf(tool)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return made.length / expected.length
}

/** Means over orders, the same tasks in each list, and then over tasks, with an interval of those of F1. */
export function invocationRow(label: Row, orders: readonly (readonly TaskFigures[])[]): Row {
  const column = (name: Figure) =>
    orders[0]!.map((_, task) => mean(orders.map((tasks) => tasks[task]![name])))
  const { low, high } = interval(column('f1'), SEED)
  const means = Object.fromEntries(NAMES.map((name) => [name, mean(column(name))]))
  const { f1, ...others } = means
  return { ...label, f1: f1!, f1_low: low, f1_high: high, ...others, tasks: orders[0]!.length }
}
