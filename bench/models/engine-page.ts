import type { CompletionAsk } from '../../src/models/engine.ts'
import type { Prompt } from '../../src/models/prompt.ts'

/** What bench/pages/models sets as `window.engine`: an engine that is called by messages. */
export interface EnginePage {
  load(options: {
    readonly modelId: string
    readonly contextSize: number
    readonly threads: number | 'probe'
  }): Promise<Reply<{ readonly contextSize: number; readonly threads: number }>>
  call(id: number, call: EngineCall): Promise<Reply<unknown>>
  stop(id: number): void
}

export type EngineCall =
  | { readonly verb: 'countTokens'; readonly text: string }
  | { readonly verb: 'logProbs' | 'pick'; readonly prompt: Prompt; readonly options: readonly string[] }
  | { readonly verb: 'complete'; readonly prompt: Prompt; readonly ask: Omit<CompletionAsk, 'onText'> }

/** A value, or an error as plain data: `code` is an AppError's, null of any other. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly name: string
      readonly message: string
      readonly code: string | null
      readonly details: object
    }
