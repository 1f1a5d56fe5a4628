import { RUNS_OPTION } from '../evaluation/runs.ts'
import type { Bench } from '../harness/bench.ts'

/** Of the reported split and the intervals; the mean over several splits is reported beside it. */
const SEED = 1

const aim = (figure: string, bound: { readonly atLeast: number } | { readonly atMost: number }) => ({
  row: 'geoforge',
  where: { protocol: 'free', memory: 'on' },
  figure,
  ...bound,
})

/** Planning on recorded trajectories: a row a planner, protocol and memory. */
export const bench: Bench = {
  name: 'earthbench',
  title: 'Earth-Bench planning: which calls does a question need?',
  options: {
    file: 'test on this file instead of ../shared/data/earthbench/dev.json',
    memory: 'learn from this file; without it five folds of the tested file learn from one another',
    memories: 'only these, with commas between: on, off, no-workflows, no-experiences, no-skills',
    limit: 'only the first so many tasks',
    ...RUNS_OPTION,
  },
  aims: [
    aim('any_order', { atLeast: 0.8 }),
    aim('in_order', { atLeast: 0.62 }),
    aim('exact', { atLeast: 0.57 }),
    aim('length_ratio', { atMost: 1.1 }),
  ],
  seeds: () => ({ folds: SEED, intervals: SEED }),
  async run(context) {
    // The whole library takes seconds to load, which listing the suites should not.
    const { planningRows } = await import('../earthbench/planning/rows.ts')
    return planningRows(context, SEED)
  },
}
