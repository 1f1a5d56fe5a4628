import { AppError } from '../../src/lib/errors.ts'
import { throwIfAborted } from '../../src/lib/abort.ts'
import type { CallOptions, CompletionAsk, Engine } from '../../src/models/engine.ts'
import type { Prompt, Usage } from '../../src/models/prompt.ts'

export interface Script {
  readonly modelId?: string
  readonly contextSize?: number
  /** Log-probability of each option; 0 for all where absent. */
  readonly logProbs?: (prompt: Prompt, options: readonly string[]) => readonly number[]
  /** What is written; where absent the first values that the schema allows. */
  readonly complete?: (prompt: Prompt, ask: CompletionAsk) => string
}

/** What was asked of an engine, in order. */
export interface Asked {
  readonly verb: 'logProbs' | 'complete'
  readonly prompt: Prompt
  readonly options?: readonly string[]
  readonly schema?: CompletionAsk['schema']
}

/**
 * An engine whose answers are functions: for tests of the logic around a model. A token is a word; of a prompt only what
 * differs from the one before counts as new.
 */
export class ScriptedEngine implements Engine {
  readonly modelId: string
  readonly contextSize: number
  readonly asked: Asked[] = []
  #last = ''

  constructor(private readonly script: Script = {}) {
    this.modelId = script.modelId ?? 'scripted'
    this.contextSize = script.contextSize ?? 4096
  }

  countTokens = (text: string) => Promise.resolve(wordCount(text))

  logProbs = async (prompt: Prompt, options: readonly string[], call: CallOptions = {}) => {
    throwIfAborted(call.signal)
    this.asked.push({ verb: 'logProbs', prompt, options })
    const usage = this.#usage(prompt, 0)
    return Promise.resolve({
      logProbs: this.script.logProbs?.(prompt, options) ?? options.map(() => 0),
      usage,
    })
  }

  pick = async (prompt: Prompt, options: readonly string[], call: CallOptions = {}) => {
    const { logProbs, usage } = await this.logProbs(prompt, options, call)
    return { option: logProbs.indexOf(Math.max(...logProbs)), usage }
  }

  complete = async (prompt: Prompt, ask: CompletionAsk, call: CallOptions = {}) => {
    throwIfAborted(call.signal)
    this.asked.push({ verb: 'complete', prompt, schema: ask.schema })
    const text = this.script.complete?.(prompt, ask) ?? JSON.stringify(firstOf(ask.schema ?? {}))
    ask.onText?.(text)
    return Promise.resolve({ text, finish: 'stop' as const, usage: this.#usage(prompt, wordCount(text)) })
  }

  close = () => Promise.resolve()

  #usage(prompt: Prompt, writtenTokens: number): Usage {
    const text = promptText(prompt)
    const promptTokens = wordCount(text)
    if (promptTokens > this.contextSize)
      throw new AppError('context_full', `${promptTokens} tokens do not fit in ${this.contextSize}`)
    const shared = text.startsWith(this.#last) ? wordCount(this.#last) : 0
    this.#last = text
    return { promptTokens, reusedTokens: shared, writtenTokens, milliseconds: 1 }
  }
}

/** The first value that a schema of what models are asked allows. */
export function firstOf(schema: NonNullable<CompletionAsk['schema']>): unknown {
  const {
    type,
    enum: values,
    properties = {},
    required = [],
    minimum = 0,
  } = schema as {
    readonly type?: string
    readonly enum?: readonly unknown[]
    readonly properties?: Readonly<Record<string, CompletionAsk['schema'] & object>>
    readonly required?: readonly string[]
    readonly minimum?: number
  }
  if (values) return values[0]
  if (type === 'number' || type === 'integer') return minimum
  if (type === 'string') return ''
  if (type === 'array') return []
  return Object.fromEntries(required.map((name) => [name, firstOf(properties[name] ?? {})]))
}

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** All that a model reads, in order. */
export const promptText = ({ system, turns }: Prompt): string =>
  [system, ...turns.map(({ text }) => text)].join('\n')

/** The question as it ends the last turn; 'N/A' in a prompt without one. */
export const questionOf = ({ turns }: Prompt): string =>
  /(?:^|\n)Question: (.*)$/.exec(turns.at(-1)!.text)![1]!

/** A script's log-probabilities that favour options by their beginning, under a question alone. */
export const favouring =
  (...beginnings: readonly string[]) =>
  (prompt: Prompt, options: readonly string[]): number[] =>
    options.map((option) =>
      questionOf(prompt) !== 'N/A' && beginnings.some((start) => option.startsWith(start)) ? 0 : -5,
    )
