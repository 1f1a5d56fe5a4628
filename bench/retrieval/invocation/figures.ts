import type { Row } from '../../harness/bench.ts'
import { interval } from '../../evaluation/bootstrap.ts'
import { mean, recallAt, sequenceRecall, sequenceSimilarity, toolF1 } from '../../metrics.ts'

/** One task: the calls that were wanted, those that were made, and the tools that might have been called. */
export interface Invocation {
  readonly expected: readonly string[]
  readonly actual: readonly string[]
  readonly retrieved: readonly string[]
}

/** Of the bootstrap: every row draws the same tasks. */
const SEED = 1

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

/** Means over tasks. `pool_recall` is what a perfect planner could call of the expected tools. */
export function invocationRow(label: Row, done: readonly Invocation[]): Row {
  const column = (figure: (expected: readonly string[], actual: readonly string[]) => number) =>
    done.map(({ expected, actual }) => figure(expected, actual))
  const f1 = column(toolF1)
  const { low, high } = interval(f1, SEED)
  return {
    ...label,
    f1: mean(f1),
    f1_low: low,
    f1_high: high,
    lcs: mean(column(sequenceRecall)),
    lcs_symmetric: mean(column(sequenceSimilarity)),
    call_recall: mean(column(callRecall)),
    pool_recall: mean(done.map(({ expected, retrieved }) => recallAt(retrieved.length, retrieved, expected))),
    pool: mean(done.map(({ retrieved }) => retrieved.length)),
    tasks: done.length,
  }
}
