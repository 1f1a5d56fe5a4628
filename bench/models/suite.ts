import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { profileOf } from '../../src/models/profiles.ts'
import { writeRuns } from '../evaluation/runs.ts'
import { memoryView } from '../fieldbench/memory-view.ts'
import type { FieldTask, Split } from '../fieldbench/task.ts'
import { tasksOf } from '../fieldbench/tasks.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { askTask, type TaskResult } from './ask-task.ts'
import { EngineOnDemand } from './engine-on-demand.ts'
import { fitRows } from './fit.ts'
import { trainedMemory } from './memory.ts'
import { modelsFor, type ModelFolder } from './model-folder.ts'
import { rowsOf, type VariantResults } from './rows.ts'
import { readSettings, type ModelSettings } from './settings.ts'
import { taskSet } from './task-set.ts'
import { modelUse, PLANNER, WITH_MODEL, type Variant } from './variants.ts'

/** Tasks without `--all`, and with it. */
const TASKS = { few: 16, all: 40 }

/** One row a variant: planner, and for each model hybrid without and with its evidence and the model's own policy. */
export async function modelRows(context: BenchContext): Promise<readonly Row[]> {
  decodeWith(zlibDecoder)
  const { options, progress, shared } = context
  const settings = readSettings(options)
  const models = modelsFor(shared, options['model'])
  if (models.length === 0) {
    const absent = `There is no .gguf file in a folder of ${shared}/models, and none was given by --model DIR`
    if (options['fit']) throw new AppError('invalid_input', `${absent}: nothing can be fitted.`)
    progress(`${absent}: the planner alone is measured`)
  }
  const isFit = options['fit'] !== undefined
  const tasks = await tasksFor(isFit ? 'dev' : 'test', context)
  const memory = await trainedMemory(context)
  if (isFit) {
    const rows: Row[] = []
    for (const model of models) rows.push(...(await fitRows(context, { model, tasks, memory, settings })))
    return rows
  }
  const planner: VariantResults[] = []
  for (const variant of PLANNER)
    planner.push({ ...variant, weight: null, results: await resultsOf(variant, tasks, memory, context) })
  const rows = [...rowsOf('none', planner)]
  const runs = [...planner.map((variant) => ({ model: 'none', ...variant }))]
  for (const model of models) {
    const own = await resultsWithModel(model, settings, tasks, memory, context)
    rows.push(...rowsOf(model.id, [...planner, ...own]).slice(planner.length))
    runs.push(...own.map((variant) => ({ model: model.id, ...variant })))
  }
  const kept = runs.flatMap(({ results, name: policy, memory: mode, model }) =>
    results.map(({ run }) => ({ ...run, suite: 'models', variant: { memory: mode, policy, model } })),
  )
  writeRuns(options['runs'], 'models', kept)
  return rows
}

async function tasksFor(split: Split, { options, progress }: BenchContext): Promise<readonly FieldTask[]> {
  const whole = options['all'] !== undefined ? TASKS.all : TASKS.few
  const count = wholeNumber('tasks', options['tasks'] ?? String(whole))
  progress(`choosing ${Math.min(count, whole)} tasks`)
  return await taskSet(tasksOf(split, null), Math.min(count, whole))
}

/** The engine is opened for the first run that is not in the cache. */
async function resultsWithModel(
  model: ModelFolder,
  settings: ModelSettings,
  tasks: readonly FieldTask[],
  memory: MemoryStore,
  context: BenchContext,
): Promise<readonly VariantResults[]> {
  const engine = new EngineOnDemand(model, settings, context.progress)
  try {
    const results: VariantResults[] = []
    for (const variant of WITH_MODEL) {
      const weight = variant.name === 'hybrid-zero' ? 0 : (settings.weight ?? profileOf(model.id).weight)
      const own = await resultsOf(variant, tasks, memory, context, engine)
      results.push({ ...variant, weight, results: own })
    }
    return results
  } finally {
    await engine.close()
  }
}

/** Task after task; each result is kept as soon as it is there. */
async function resultsOf(
  variant: Variant,
  tasks: readonly FieldTask[],
  memory: MemoryStore,
  { cache, progress }: BenchContext,
  engine?: EngineOnDemand,
): Promise<readonly TaskResult[]> {
  const label = `${variant.name}, memory ${variant.memory}`
  const store = memoryView(memory, variant.memory)
  const results: TaskResult[] = []
  for (const [at, task] of tasks.entries()) {
    const key = `${engine?.model.id ?? ''} ${label} ${task.id}`
    const known = cache.get(key) as TaskResult | undefined
    const result = known ?? (await ask(task, store, variant, engine))
    if (!known) cache.set(key, result)
    results.push(result)
    const { run, seconds } = result
    const judged = run.right ? 'right' : `wrong: ${run.why}`
    progress(`${label}: ${at + 1} of ${tasks.length}, ${task.id}, ${seconds.toFixed(1)} s, ${judged}`)
  }
  return results
}

async function ask(
  task: FieldTask,
  store: MemoryStore,
  { name }: Variant,
  engine: EngineOnDemand | undefined,
): Promise<TaskResult> {
  if (name === 'planner' || !engine) return (await askTask(task, store)).result
  const { settings } = engine
  return await engine.use(
    async (loaded) => (await askTask(task, store, modelUse(name, loaded, settings))).result,
  )
}
