import { RUNS_OPTION } from '../evaluation/runs.ts'
import type { Bench } from '../harness/bench.ts'

/** Short field tasks by planner, model and both, with the model in a real browser. */
export const bench: Bench = {
  name: 'models',
  title: 'Language models on short field tasks: the model, the planner, and both, with memory on and off',
  options: {
    model: 'folder with a .gguf file (default: each of GEOFORGE_SHARED/models that has one)',
    all: '40 tasks in place of 16',
    tasks: 'the first N tasks alone',
    context: "tokens of the model's context (default 2048)",
    turns: 'turns of a run in which the model is asked, 1 to 3 (default 2)',
    threads: 'threads of the model (default: as the app, which leaves cores free)',
    weight: "what a nat of the model's evidence counts (default: as its profile says)",
    fit: 'on 16 tasks of the dev split, fits what the evidence of the model counts beside the prior',
    ...RUNS_OPTION,
  },
  aims: [
    { row: 'hybrid', where: { memory: 'on' }, figure: 'above_model_off', atLeast: 0.25 },
    { row: 'hybrid', figure: 'above_planner', atLeast: 0 },
    { row: 'hybrid', figure: 'valid_calls', atLeast: 1 },
    { row: 'model', figure: 'valid_calls', atLeast: 1 },
  ],
  seeds: () => ({ intervals: 1 }),
  async run(context) {
    // The whole library takes seconds to load, which listing the suites should not.
    const { modelRows } = await import('../models/suite.ts')
    return modelRows(context)
  },
}
