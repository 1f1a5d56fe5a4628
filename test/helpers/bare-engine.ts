import type { CallOptions, Completed, CompletionAsk, Engine } from '../../src/models/engine.ts'
import { NO_USAGE, type Prompt } from '../../src/models/prompt.ts'

export interface Script {
  readonly modelId?: string
  readonly contextSize?: number
  /** Log-probability of each option; absent: the engine tells none. */
  readonly logProbs?: (prompt: Prompt, options: readonly string[]) => readonly number[]
  readonly pick?: (prompt: Prompt, options: readonly string[]) => number
  readonly complete?: (
    prompt: Prompt,
    ask: CompletionAsk,
    call: CallOptions | undefined,
  ) => string | Omit<Completed, 'usage'> | Promise<string>
}

export interface BareEngine extends Engine {
  /** What was asked, in order. */
  readonly asked: { readonly verb: 'logProbs' | 'pick' | 'complete'; readonly prompt: Prompt }[]
  closed: boolean
}

/** An engine whose answers a test writes: for the logic around engines, never as proof of one. */
export function bareEngine(script: Script = {}): BareEngine {
  const asked: BareEngine['asked'] = []
  const { logProbs } = script
  return {
    modelId: script.modelId ?? 'scripted',
    contextSize: script.contextSize ?? 2048,
    asked,
    closed: false,
    countTokens: (text) => Promise.resolve(Math.ceil(text.length / 4)),
    logProbs: logProbs
      ? (prompt, options) => {
          asked.push({ verb: 'logProbs', prompt })
          return Promise.resolve({ logProbs: logProbs(prompt, options), usage: NO_USAGE })
        }
      : null,
    pick(prompt, options) {
      asked.push({ verb: 'pick', prompt })
      return Promise.resolve({ option: script.pick?.(prompt, options) ?? 0, usage: NO_USAGE })
    },
    async complete(prompt, ask, call) {
      asked.push({ verb: 'complete', prompt })
      const said = (await script.complete?.(prompt, ask, call)) ?? ''
      return typeof said === 'string'
        ? { text: said, finish: 'stop', usage: NO_USAGE }
        : { ...said, usage: NO_USAGE }
    },
    close() {
      this.closed = true
      return Promise.resolve()
    },
  }
}
