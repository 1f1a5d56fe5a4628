import type { Row } from '../harness/bench.ts'
import { mean } from '../metrics.ts'
import type { TaskResult } from './ask-task.ts'
import type { Variant } from './variants.ts'

/** What a variant came to over the tasks, in their order. */
export interface VariantResults extends Variant {
  readonly results: readonly TaskResult[]
  /** What a nat of the model's evidence counted; null of the planner. */
  readonly weight: number | null
}

/** What a hybrid's row claims for the model. */
const CLAIM = {
  none: 'nothing (as at weight 0)',
  some: 'differs from weight 0',
} as const

/** One row a variant of one model; those of the planner belong to every model. `accuracy` counts a right refusal as right. */
export function rowsOf(model: string, variants: readonly VariantResults[]): readonly Row[] {
  const found = (name: Variant['name'], memory: Variant['memory']) => {
    const variant = variants.find((one) => one.name === name && one.memory === memory)
    return variant ? figuresOf(variant.results) : null
  }
  return variants.map(({ name, memory, weight, results }): Row => {
    const figures = figuresOf(results)
    const base = {
      name,
      model: name === 'planner' ? 'none' : model,
      memory,
      ...figures,
      tasks: results.length,
      ...(weight === null ? {} : { weight }),
    }
    if (name !== 'hybrid') return base
    const [planner, zero] = [found('planner', memory), found('hybrid-zero', memory)]
    const bare = found('model', 'off')
    return {
      ...base,
      ...(planner ? { above_planner: round(figures.accuracy - planner.accuracy) } : {}),
      ...(bare && memory === 'on' ? { above_model_off: round(figures.accuracy - bare.accuracy) } : {}),
      ...(zero ? { claimed: isSame(figures, zero) ? CLAIM.none : CLAIM.some } : {}),
    }
  })
}

type Figures = ReturnType<typeof figuresOf>

const isSame = (a: Figures, b: Figures): boolean =>
  a.accuracy === b.accuracy && a.right_calls === b.right_calls && a.valid_calls === b.valid_calls

/** Shares of tasks and of all calls of the tasks; tokens and seconds are means over tasks. */
function figuresOf(results: readonly TaskResult[]) {
  const sum = (of: (result: TaskResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const share = (part: number, whole: number) => (whole === 0 ? 1 : round(part / whole))
  const share0 = (part: number, whole: number) => (whole === 0 ? 0 : share(part, whole))
  const perTask = (of: (result: TaskResult) => number, digits: number) =>
    Number(mean(results.map(of)).toFixed(digits))
  return {
    accuracy: round(mean(results.map(({ run }) => Number(run.right)))),
    valid_calls: share(sum(({ calls }) => calls.valid), sum(({ calls }) => calls.made)), // prettier-ignore
    right_calls: share(sum(({ expected }) => expected.right), sum(({ expected }) => expected.calls)), // prettier-ignore
    refused_calls: share0(sum(({ calls }) => calls.refused), sum(({ calls }) => calls.made)), // prettier-ignore
    tokens: perTask(({ usage }) => usage.promptTokens + usage.writtenTokens, 0),
    seconds: perTask(({ seconds }) => seconds, 1),
    prompt_tokens: perTask(({ usage }) => usage.promptTokens, 0),
    reused_tokens: perTask(({ usage }) => usage.reusedTokens, 0),
    written_tokens: perTask(({ usage }) => usage.writtenTokens, 0),
  }
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
