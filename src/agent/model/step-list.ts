import { config } from '../../config.ts'
import { tokens } from '../../lib/text.ts'
import type { JsonSchema } from '../../models/engine.ts'

/** What asks a language model for the steps that a question takes; the question is to follow. */
export const askForSteps = (): string =>
  `Reply as JSON with the steps that answer the question, at most ${config.model.planSteps.most}, in order: in a few words each, what one tool has to do.`

/** The form of its answer, `{ steps }`. */
export function stepsSchema(): JsonSchema {
  const { most, characters } = config.model.planSteps
  const items = { type: 'string', minLength: 1, maxLength: characters }
  return {
    type: 'object',
    properties: { steps: { type: 'array', minItems: 1, maxItems: most, items } },
    required: ['steps'],
    additionalProperties: false,
  }
}

/** Lines of text with something in them to find a tool by, without what no one sees, each once. */
export function stepsOf(value: unknown): readonly string[] {
  const { most, characters } = config.model.planSteps
  const { steps } = (value ?? {}) as { readonly steps?: unknown }
  if (!Array.isArray(steps)) return []
  const texts = steps
    .filter((step): step is string => typeof step === 'string')
    .map((step) => step.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .map((step) => step.slice(0, characters))
  return [...new Set(texts)].filter((step) => tokens(step).length > 0).slice(0, most)
}
