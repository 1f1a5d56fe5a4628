import type { Prompt, Usage } from './prompt.ts'

/** JSON Schema of one object, without foreign references. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Files of a model by their paths in its folder ('onnx/model_q4.onnx'). A blob of OPFS is read as it is needed. */
export type ModelFiles = ReadonlyMap<string, Blob>

export interface CallOptions {
  /** Rejects with AbortError soon after: within 0.3 s while it writes, 1 s while it reads the prompt. */
  readonly signal?: AbortSignal | undefined
}

/**
 * One inference engine with one model loaded. One call at a time; a second one waits for the first.
 * Every method throws context_full where the prompt and what is to be written do not fit the context, model_failed where
 * the engine broke and has to be loaded again (device lost, out of memory), AbortError after an abort.
 */
export interface Engine {
  /** Id of the model in the catalogue. */
  readonly modelId: string
  /** Tokens of prompt and answer together. */
  readonly contextSize: number
  countTokens(text: string): Promise<number>
  /**
   * Natural logarithm of each option's probability as the model's whole answer to the prompt, the end of its turn
   * counted in, in the order of the options. Null in engines that tell no probabilities.
   */
  readonly logProbs:
    ((prompt: Prompt, options: readonly string[], call?: CallOptions) => Promise<Scored>) | null
  /** One answer that is held to the options. */
  pick(prompt: Prompt, options: readonly string[], call?: CallOptions): Promise<Picked>
  /** Text, or with a schema JSON that is held to it as far as the engine's grammar goes. */
  complete(prompt: Prompt, ask: CompletionAsk, call?: CallOptions): Promise<Completed>
  /** Frees memory and ends threads. Never rejects; calls under way are rejected with AbortError. */
  close(): Promise<void>
}

export interface Scored {
  readonly logProbs: readonly number[]
  readonly usage: Usage
}

export interface Picked {
  /** Index of the option. */
  readonly option: number
  readonly usage: Usage
}

export interface CompletionAsk {
  readonly schema?: JsonSchema
  readonly maxTokens: number
  /** Pieces of text as they are written. */
  readonly onText?: (piece: string) => void
}

export interface Completed {
  readonly text: string
  /** 'length' where maxTokens cut it off. */
  readonly finish: 'stop' | 'length'
  readonly usage: Usage
}

/** What loading tells as it goes on. */
export interface LoadProgress {
  readonly fraction: number
  readonly note: string
}
