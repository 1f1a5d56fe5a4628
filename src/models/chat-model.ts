import type { CallOptions, JsonSchema } from './engine.ts'
import type { ModelProfile } from './profiles.ts'
import type { Prompt, Usage } from './prompt.ts'

/** One of the names that may be chosen. */
export interface Option {
  readonly name: string
  /** What retrieval, memory and past transitions say of it before the model is asked: a probability, above 0. */
  readonly prior: number
}

export interface WeighedOption extends Option {
  /** Calibrated: log-probability under the question minus that under no question, in nats; null where none was asked for. */
  readonly evidence: number | null
  /** ln(prior) + weight · evidence. */
  readonly score: number
}

export interface Choice {
  readonly chosen: string
  /** Best first. */
  readonly options: readonly WeighedOption[]
  /** Of the model's profile, or as given. */
  readonly weight: number
  readonly usage: Usage
}

export interface ChooseAsk {
  readonly prompt: Prompt
  /** The same prompt with the question taken out: what the model likes to say anyway. */
  readonly neutral: Prompt
  readonly options: readonly Option[]
  /** In place of the profile's. */
  readonly weight?: number
}

export interface Filled {
  /** As parsed from JSON: held to the schema by the grammar alone, so not checked yet. */
  readonly value: unknown
  readonly text: string
  readonly usage: Usage
}

export interface Written {
  readonly text: string
  readonly usage: Usage
}

/** The three verbs of a language model, whatever engine it runs on. Errors are those of Engine. */
export interface ChatModel {
  readonly id: string
  readonly profile: ModelProfile
  readonly contextSize: number
  countTokens(text: string): Promise<number>
  /** Weighs what was known before against what the model says. Throws invalid_input where there is no option. */
  choose(ask: ChooseAsk, call?: CallOptions): Promise<Choice>
  /** Throws model_output where what was written is no JSON, as when maxTokens cut it off. */
  fill(
    prompt: Prompt,
    ask: { readonly schema: JsonSchema; readonly maxTokens: number },
    call?: CallOptions,
  ): Promise<Filled>
  write(
    prompt: Prompt,
    ask: { readonly maxTokens: number; readonly onText?: (piece: string) => void },
    call?: CallOptions,
  ): Promise<Written>
}
