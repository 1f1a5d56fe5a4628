/*
 * The Prompt API as Chrome has it from version 148 on (webmachinelearning.github.io/prompt-api): what is used of it, as the
 * types of the platform do not hold it yet. It exists in windows alone, not in workers.
 */

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface CreateOptions {
  readonly initialPrompts?: readonly PromptMessage[]
  readonly expectedInputs?: readonly { readonly type: 'text'; readonly languages: readonly string[] }[]
  readonly expectedOutputs?: readonly { readonly type: 'text'; readonly languages: readonly string[] }[]
  readonly signal?: AbortSignal
  readonly monitor?: (monitor: EventTarget) => void
}

export interface PromptOptions {
  readonly signal?: AbortSignal
  /** JSON Schema that the answer is held to. */
  readonly responseConstraint?: Readonly<Record<string, unknown>>
  /** True keeps the schema out of the prompt. */
  readonly omitResponseConstraintInput?: boolean
}

export interface PromptSession {
  prompt(input: readonly PromptMessage[], options?: PromptOptions): Promise<string>
  promptStreaming(input: readonly PromptMessage[], options?: PromptOptions): ReadableStream<string>
  append(input: readonly PromptMessage[], options?: { readonly signal?: AbortSignal }): Promise<void>
  clone(options?: { readonly signal?: AbortSignal }): Promise<PromptSession>
  destroy(): void
  measureContextUsage(input: string | readonly PromptMessage[], options?: PromptOptions): Promise<number>
  /** Tokens that the session holds. */
  readonly contextUsage: number
  /** Tokens that it can hold. */
  readonly contextWindow: number
}

export interface PromptApi {
  availability(options?: CreateOptions): Promise<Availability>
  create(options?: CreateOptions): Promise<PromptSession>
}

/** Null in workers, and in browsers without it. */
export function promptApi(): PromptApi | null {
  return (globalThis as { LanguageModel?: PromptApi }).LanguageModel ?? null
}
