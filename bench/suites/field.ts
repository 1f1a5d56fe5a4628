import { resolve } from 'node:path'
import { RUNS_OPTION } from '../evaluation/runs.ts'
import type { Bench } from '../harness/bench.ts'

/** End-to-end tasks over scenes with known truth, with and without each part of the memory. */
export const bench: Bench = {
  name: 'field',
  title: 'FieldBench: questions about scenes with known truth, answered by the whole agent',
  options: {
    split: 'train, dev or test (default test)',
    type: 'task types, with commas between (default all)',
    memory: 'on, off, no-workflows, no-experiences, no-skills, with commas between (default all)',
    sweep: 'constants of src/config.ts to be tried, such as "skill.minimum=0.3,0.6;workflow.minimum=0.2,0.6"',
    ...RUNS_OPTION,
  },
  aims: [
    { row: 'geoforge', where: { memory: 'on' }, figure: 'accuracy', atLeast: 0.95 },
    { row: 'geoforge', where: { memory: 'on' }, figure: 'refused', atLeast: 0.95 },
    { row: 'geoforge', where: { memory: 'on' }, figure: 'lowest_type', atLeast: 0.8 },
  ],
  seeds: () => ({ intervals: 1 }),
  async run(context) {
    // The whole library takes seconds to load, which listing the suites should not.
    const { fieldRows } = await import('../fieldbench/suite.ts')
    return fieldRows(context, resolve(import.meta.dirname, '..', 'fieldbench', 'work.ts'))
  },
}
