import type { MemoryStore } from '../../src/memory/types.ts'
import { memoryView } from '../fieldbench/memory-view.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { askTask } from './ask-task.ts'
import { EngineOnDemand } from './engine-on-demand.ts'
import { adviceOf, fitWeight } from './fit-weight.ts'
import { judgedDecisions, type JudgedDecision } from './judged-decisions.ts'
import type { ModelFolder } from './model-folder.ts'
import type { ModelSettings } from './settings.ts'
import { modelUse } from './variants.ts'

/** Of the bootstrap. */
export const FIT_SEED = 1

/**
 * Weights at which decisions are recorded: the prior decides, and yet the model is asked. The hybrid does not ask it at
 * weight 0.
 */
const RECORDED = [
  { policy: 'model', weight: 0 },
  { policy: 'hybrid', weight: 1e-9 },
] as const

export interface FitInput {
  readonly model: ModelFolder
  readonly tasks: readonly FieldTask[]
  readonly memory: MemoryStore
  readonly settings: ModelSettings
}

/** Records what the model says of each choice of the development tasks, and fits the weight of its evidence to them. */
export async function fitRows(context: BenchContext, input: FitInput): Promise<readonly Row[]> {
  const { progress } = context
  const { model } = input
  const decisions = await record(context, input)
  const kinds = ['action', 'plan', 'all'] as const
  const rows = kinds.flatMap((kind): Row[] => {
    const own = decisions.filter((decision) => kind === 'all' || decision.kind === kind)
    if (own.length === 0) {
      progress(`${kind}: no choice came up whose right option is known`)
      return []
    }
    const fitted = fitWeight(own, FIT_SEED)
    if (kind === 'all') progress(adviceOf(model.id, fitted))
    return [
      {
        name: 'fit',
        model: model.id,
        choices: kind,
        decisions: fitted.decisions,
        weight: fitted.weight,
        weight_low: fitted.low,
        weight_high: fitted.high,
        right: round(fitted.right / fitted.decisions),
        right_at_zero: round(fitted.rightAtZero / fitted.decisions),
      },
    ]
  })
  return rows
}

async function record(
  { cache, progress }: BenchContext,
  { model, tasks, memory, settings }: FitInput,
): Promise<readonly JudgedDecision[]> {
  const engine = new EngineOnDemand(model, settings, progress)
  const decisions: JudgedDecision[] = []
  try {
    for (const { policy, weight } of RECORDED) {
      for (const mode of ['on', 'off'] as const) {
        const store = memoryView(memory, mode)
        for (const [at, task] of tasks.entries()) {
          const key = `fit ${model.id} ${policy} ${mode} ${task.id}`
          const known = cache.get(key) as readonly JudgedDecision[] | undefined
          const found =
            known ??
            (await engine.use(async (loaded) => {
              const use = modelUse(policy, loaded, { turns: settings.turns, weight })
              const { record, asked } = await askTask(task, store, use)
              return judgedDecisions(task.id, asked, record.events)
            }))
          if (!known) cache.set(key, found)
          decisions.push(...found)
          progress(`${policy}, memory ${mode}: ${at + 1} of ${tasks.length}, ${found.length} choices`)
        }
      }
    }
  } finally {
    await engine.close()
  }
  return decisions
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
