import type { ModelUse } from '../../src/agent/index.ts'
import type { Engine } from '../../src/models/engine.ts'
import { languageModel } from '../../src/models/language-model.ts'

/** Turns of a run in which the model is asked, at most. */
export const TURNS = 3

export interface ModelLimits {
  /** What a nat of the model's evidence counts; absent: as its profile says. */
  readonly weight?: number | undefined
  readonly turns?: number
}

/** Who decides. */
export type Policy = 'planner' | 'hybrid-zero' | 'hybrid' | 'model'

export interface Variant {
  readonly name: Policy
  readonly memory: 'on' | 'off'
}

const withBoth = (name: Policy): readonly Variant[] => [
  { name, memory: 'on' },
  { name, memory: 'off' },
]

export const PLANNER: readonly Variant[] = withBoth('planner')

/** The quick ones first. */
export const WITH_MODEL: readonly Variant[] = [
  ...withBoth('hybrid-zero'),
  ...withBoth('hybrid'),
  ...withBoth('model'),
]

/** How a run uses the model; nothing that another run made it compute is kept but the engine's own cache. */
export function modelUse(
  policy: Exclude<Policy, 'planner'>,
  engine: Engine,
  { weight, turns = TURNS }: ModelLimits = {},
): ModelUse {
  const given = policy === 'hybrid-zero' ? 0 : weight
  return {
    chat: languageModel(engine),
    policy: policy === 'model' ? 'model' : 'hybrid',
    turns,
    ...(given === undefined ? {} : { weight: given }),
  }
}
