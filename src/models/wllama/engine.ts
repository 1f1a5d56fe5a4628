import { AppError } from '../../lib/errors.ts'
import type {
  CallOptions,
  Completed,
  CompletionAsk,
  Engine,
  JsonSchema,
  LoadProgress,
  ModelFiles,
  Picked,
  Scored,
} from '../engine.ts'
import { schemaToGbnf } from '../grammar/gbnf.ts'
import { addUsage, NO_USAGE, type Prompt } from '../prompt.ts'
import { openGgufModel } from './model-files.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import { quickest, threadCandidates } from './threads.ts'
import { tokenizerOf, type Tokenizer } from './tokenizer.ts'

export interface WllamaOptions {
  readonly modelId: string
  /** One .gguf file, or all parts of a split one. */
  readonly files: ModelFiles
  /** Absolute URL of `@wllama/wllama/esm/wasm/wllama.wasm`, on the page's own origin. */
  readonly wasmUrl: string
  /** Tokens of prompt and answer, 4096 by default; never more than the model was trained with. */
  readonly contextSize?: number
  /** A count, counts to try (the quickest is taken), or 'probe': one against half of the cores, where the page is isolated. */
  readonly threads?: number | readonly number[] | 'probe'
  readonly signal?: AbortSignal
  readonly progress?: (progress: LoadProgress) => void
}

export interface WllamaEngine extends Engine {
  /** Threads that it runs on: worth remembering, as a probe loads the model more than once. */
  readonly threads: number
}

const CONTEXT = 4096

/**
 * llama.cpp on the processor, in a worker of its own. Throws model_file where the files cannot be used,
 * unsupported_machine where this browser cannot, model_failed, AbortError.
 */
export async function loadWllama(options: WllamaOptions): Promise<WllamaEngine> {
  const { files, wasmUrl, signal, progress } = options
  const model = await openGgufModel(files)
  const tokenizer = tokenizerOf(model)
  const contextSize = Math.min(options.contextSize ?? CONTEXT, model.trainedContext ?? Infinity)
  const loaded = await quickest(countsToTry(options.threads), async (threads) => {
    const session = await openSession({ model, wasmUrl, contextSize, threads, signal, progress })
    return {
      session,
      time: async (stop: AbortSignal) => {
        const both = signal ? AbortSignal.any([signal, stop]) : stop
        return (await session.stream({ prompt: SHORT_QUESTION, maxTokens: 4 }, both)).usage.milliseconds
      },
      close: () => session.close(),
    }
  })
  return new LoadedEngine(options.modelId, loaded.session, tokenizer)
}

const SHORT_QUESTION: Prompt = { system: 'Answer.', turns: [{ role: 'user', text: 'Count to nine.' }] }

function countsToTry(threads: WllamaOptions['threads'] = 'probe'): readonly number[] {
  if (threads === 'probe') return threadCandidates(navigator.hardwareConcurrency, crossOriginIsolated)
  const counts = typeof threads === 'number' ? [threads] : threads
  if (counts.length === 0 || counts.some((count) => !Number.isInteger(count) || count < 1)) {
    throw new AppError(
      'invalid_input',
      `${counts.join(', ') || 'nothing'} is no count of threads; 1 or more is needed`,
    )
  }
  return crossOriginIsolated ? counts : [1]
}

class LoadedEngine implements WllamaEngine {
  readonly #grammars = new WeakMap<JsonSchema, string>()

  constructor(
    readonly modelId: string,
    readonly session: Session,
    readonly tokenizer: Tokenizer,
  ) {}

  get threads(): number {
    return this.session.threads
  }

  get contextSize(): number {
    return this.session.contextSize
  }

  countTokens(text: string): Promise<number> {
    return Promise.resolve(this.tokenizer.encode(text).length)
  }

  /** Each option is written once, token by token as the grammar forces it, and every token's probability read off. */
  async logProbs(prompt: Prompt, options: readonly string[], { signal }: CallOptions = {}): Promise<Scored> {
    const known = new Map<string, number>()
    let usage = NO_USAGE
    for (const option of options) {
      if (known.has(option)) continue
      const ids = this.#idsOf(option)
      const scored = await this.session.tokens(
        { prompt: this.#plain(prompt), maxTokens: ids.length + 1, grammar: tokenGrammar([ids]) },
        signal,
      )
      checkWritten(scored.tokens, [ids])
      known.set(
        option,
        scored.tokens.reduce((sum, { logProb }) => sum + logProb, 0),
      )
      usage = addUsage(usage, scored.usage)
    }
    return { logProbs: options.map((option) => known.get(option)!), usage }
  }

  async pick(prompt: Prompt, options: readonly string[], { signal }: CallOptions = {}): Promise<Picked> {
    if (options.length === 0) throw new AppError('invalid_input', 'a choice needs at least one option')
    const ids = options.map((option) => this.#idsOf(option))
    const longest = Math.max(...ids.map(({ length }) => length))
    const { tokens, usage } = await this.session.tokens(
      { prompt: this.#plain(prompt), maxTokens: longest + 1, grammar: tokenGrammar(ids) },
      signal,
    )
    return { option: checkWritten(tokens, ids), usage }
  }

  complete(prompt: Prompt, ask: CompletionAsk, { signal }: CallOptions = {}): Promise<Completed> {
    const grammar = ask.schema && this.#grammarOf(ask.schema)
    const { maxTokens, onText } = ask
    return this.session.stream({ prompt: this.#plain(prompt), maxTokens, grammar, onText }, signal)
  }

  close(): Promise<void> {
    return this.session.close()
  }

  #grammarOf(schema: JsonSchema): string {
    const grammar = this.#grammars.get(schema) ?? schemaToGbnf(schema)
    this.#grammars.set(schema, grammar)
    return grammar
  }

  #idsOf(option: string): readonly number[] {
    const ids = this.tokenizer.encode(option)
    if (ids.length === 0) throw new AppError('invalid_input', 'an option cannot be empty')
    return ids
  }

  /** What a person or a file wrote cannot end a turn or begin another one. */
  #plain({ system, turns }: Prompt): Prompt {
    return {
      system: this.tokenizer.plain(system),
      turns: turns.map(({ role, text }) => ({ role, text: this.tokenizer.plain(text) })),
    }
  }
}

/** A grammar of token ids: one of strings lets the model cut an option into unusual tokens. */
const tokenGrammar = (options: readonly (readonly number[])[]) =>
  `root ::= ${options.map((ids) => ids.map((id) => `<[${id}]>`).join(' ')).join(' | ')}`

/** Index of the option that was written, its tokens and the end of the turn. */
function checkWritten(
  tokens: readonly { readonly id: number }[],
  options: readonly (readonly number[])[],
): number {
  const option = options.findIndex(
    (ids) => ids.length + 1 === tokens.length && ids.every((id, at) => tokens[at]!.id === id),
  )
  if (option < 0) {
    throw new AppError('model_output', `the engine wrote none of the ${options.length} options`, {
      tokens: tokens.map(({ id }) => id),
    })
  }
  return option
}
