import { AppError } from '../../src/lib/errors.ts'

/** Who decides: the planner uses no language model. */
export const POLICIES = ['planner'] as const
/** The language model behind the policy. */
export const MODELS = ['none'] as const
/** What of the memory takes part: all, nothing, or all but one part. */
export const MEMORIES = ['on', 'off', 'no-workflows', 'no-experiences', 'no-skills'] as const

export type Policy = (typeof POLICIES)[number]
export type Model = (typeof MODELS)[number]
export type MemoryMode = (typeof MEMORIES)[number]

/** One cell of the matrix that a suite runs; JSON, so that it may be part of a job. */
export interface Variant {
  readonly policy: Policy
  readonly model: Model
  readonly memory: MemoryMode
}

/** Every policy with every model and every memory, policies outermost, memories innermost. */
export function variants(
  memories: readonly MemoryMode[] = MEMORIES,
  policies: readonly Policy[] = POLICIES,
  models: readonly Model[] = MODELS,
): readonly Variant[] {
  return policies.flatMap((policy) =>
    models.flatMap((model) => memories.map((memory) => ({ policy, model, memory }))),
  )
}

/** Reads 'on,off' as an option gives it; absent, all modes. Throws invalid_input for a mode that there is not. */
export function readMemories(text: string | undefined): readonly MemoryMode[] {
  if (text === undefined) return MEMORIES
  return text.split(',').map((word) => {
    const mode = MEMORIES.find((known) => known === word.trim())
    if (!mode) {
      throw new AppError(
        'invalid_input',
        `There is no memory mode "${word}"; there are ${MEMORIES.join(', ')}.`,
      )
    }
    return mode
  })
}
