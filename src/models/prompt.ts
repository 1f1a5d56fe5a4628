/** What a language model reads. `system` stays equal through a run, so that its part of the key-value cache is reused. */
export interface Prompt {
  readonly system: string
  /** Alternating, from a user's turn to a user's turn. */
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly role: 'user' | 'assistant'
  /** An assistant's turn is given back just as the model wrote it, else the cache behind it is lost. */
  readonly text: string
}

/** What one call of a model took. */
export interface Usage {
  /** Tokens of the prompt, those that the cache held among them. */
  readonly promptTokens: number
  /** Tokens of the prompt that the cache held. */
  readonly reusedTokens: number
  readonly writtenTokens: number
  readonly milliseconds: number
}

export const NO_USAGE: Usage = { promptTokens: 0, reusedTokens: 0, writtenTokens: 0, milliseconds: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    reusedTokens: a.reusedTokens + b.reusedTokens,
    writtenTokens: a.writtenTokens + b.writtenTokens,
    milliseconds: a.milliseconds + b.milliseconds,
  }
}
