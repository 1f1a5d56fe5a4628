import { AppError } from '../lib/errors.ts'
import type { ChatModel, ChooseAsk, Choice, Option, WeighedOption } from './chat-model.ts'
import type { CallOptions, Engine } from './engine.ts'
import { profileOf, type ModelProfile } from './profiles.ts'
import { addUsage, NO_USAGE, type Prompt, type Usage } from './prompt.ts'

/** What one sampled choice says, in nats, where the engine tells no probabilities. */
const PICKED = 1

/** What a prompt without a question makes of the options; as many as a run has tool lists. */
const KEPT_NEUTRAL = 32

/** The three verbs over any engine. `profile` is for measuring another than the model's own. */
export function languageModel(engine: Engine, profile: ModelProfile = profileOf(engine.modelId)): ChatModel {
  const neutral = new Map<string, readonly number[]>()

  const neutralLogProbs = async (
    prompt: Prompt,
    names: readonly string[],
    call: CallOptions,
  ): Promise<{ logProbs: readonly number[]; usage: Usage }> => {
    const key = JSON.stringify([prompt, names])
    const known = neutral.get(key)
    if (known) return { logProbs: known, usage: NO_USAGE }
    const scored = await engine.logProbs!(prompt, names, call)
    if (neutral.size >= KEPT_NEUTRAL) neutral.delete(neutral.keys().next().value!)
    neutral.set(key, scored.logProbs)
    return scored
  }

  const evidenceOf = async (
    { prompt, neutral: without, options }: ChooseAsk,
    call: CallOptions,
  ): Promise<{ evidence: readonly number[]; usage: Usage }> => {
    const names = options.map(({ name }) => name)
    if (!engine.logProbs) {
      const { option, usage } = await engine.pick(prompt, names, call)
      return { evidence: names.map((_, at) => (at === option ? PICKED : 0)), usage }
    }
    const plain = await neutralLogProbs(without, names, call)
    const asked = await engine.logProbs(prompt, names, call)
    return {
      evidence: asked.logProbs.map((value, at) => value - plain.logProbs[at]!),
      usage: addUsage(plain.usage, asked.usage),
    }
  }

  return {
    id: engine.modelId,
    profile,
    contextSize: engine.contextSize,
    countTokens: (text) => engine.countTokens(text),

    async choose(ask, call = {}): Promise<Choice> {
      if (ask.options.length === 0) throw new AppError('invalid_input', 'a choice needs at least one option')
      const weight = ask.weight ?? profile.weight
      const { evidence, usage } =
        ask.options.length === 1 ? { evidence: null, usage: NO_USAGE } : await evidenceOf(ask, call)
      const options = weigh(ask.options, evidence, weight)
      return { chosen: options[0]!.name, options, weight, usage }
    },

    async fill(prompt, { schema, maxTokens }, call = {}) {
      const { text, finish, usage } = await engine.complete(prompt, { schema, maxTokens }, call)
      try {
        return { value: JSON.parse(text) as unknown, text, usage }
      } catch (cause) {
        const why = finish === 'length' ? `was cut off after ${maxTokens} tokens` : 'is no JSON'
        throw new AppError('model_output', `what the model wrote ${why}`, { usage }, { cause })
      }
    },

    async write(prompt, ask, call = {}) {
      const { text, usage } = await engine.complete(prompt, ask, call)
      return { text, usage }
    },
  }
}

/** Options by what is known before and what the model says, best first; equal ones stay in their order. */
export function weigh(
  options: readonly Option[],
  evidence: readonly number[] | null,
  weight: number,
): WeighedOption[] {
  return options
    .map(({ name, prior }, at) => {
      const said = evidence?.[at] ?? null
      return { name, prior, evidence: said, score: Math.log(prior) + (said === null ? 0 : weight * said) }
    })
    .sort((a, b) => b.score - a.score)
}
