import type { ChatCompletionMessage, Wllama } from '@wllama/wllama/esm/index.js'
import { isAbort, throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { Prompt, Usage } from '../prompt.ts'
import { asAppError, isDead } from './failures.ts'

/** One question to the model. The likeliest token is taken each time. */
export interface Request {
  readonly prompt: Prompt
  readonly maxTokens: number
  /** GBNF that the answer is held to. */
  readonly grammar?: string | undefined
  readonly onText?: ((piece: string) => void) | undefined
}

export interface Answer {
  readonly text: string
  readonly finish: 'stop' | 'length'
  readonly usage: Usage
}

export interface WrittenToken {
  readonly id: number
  /** Natural logarithm of its probability before the grammar took anything away. */
  readonly logProb: number
}

/** A model loaded into one worker. One call at a time; the next waits until the engine is free again. */
export class Session {
  #before: Promise<unknown> = Promise.resolve()
  #failure: Error | null = null
  readonly #lost = withRejection()

  constructor(
    readonly wllama: Wllama,
    readonly threads: number,
    readonly contextSize: number,
    /** The last lines that llama.cpp logged. */
    readonly log: readonly string[],
  ) {}

  /** Text as it is written. Throws context_full before anything is computed. */
  stream(request: Request, signal: AbortSignal | undefined): Promise<Answer> {
    return this.#inTurn(signal, async (stop) => {
      const start = performance.now()
      let text = ''
      let finish: Answer['finish'] = 'stop'
      let timings: Timings | undefined
      let tooLong: AppError | null = null
      const full = new AbortController()
      await this.wllama
        .createChatCompletion({
          ...common(request),
          return_progress: true,
          stream: true,
          abortSignal: AbortSignal.any([stop, full.signal]),
          onData: ({ choices, prompt_progress: progress, timings: told }) => {
            if (progress && progress.total + request.maxTokens > this.contextSize && !tooLong) {
              tooLong = contextFull(progress.total, request.maxTokens, this.contextSize)
              full.abort()
            }
            const piece = choices[0]?.delta.content
            if (piece) {
              text += piece
              if (!stop.aborted) request.onText?.(piece)
            }
            if (choices[0]?.finish_reason === 'length') finish = 'length'
            timings = told ?? timings
          },
        })
        .catch((error: unknown) => {
          throw tooLong ?? error
        })
      return { text, finish, usage: usageOf(timings, start) }
    })
  }

  /** The tokens of an answer with their probabilities, the end of the turn as the last one. */
  tokens(
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly tokens: readonly WrittenToken[]; readonly usage: Usage }> {
    return this.#inTurn(signal, async (stop) => {
      const start = performance.now()
      const response = await this.wllama.createChatCompletion({
        ...common(request),
        logprobs: true,
        top_logprobs: 1,
        abortSignal: stop,
      })
      const { choices, timings } = response as typeof response & { timings?: Timings }
      const [choice] = choices
      if (choice?.finish_reason === 'length') {
        throw contextFull(response.usage.prompt_tokens, request.maxTokens, this.contextSize)
      }
      const written = (choice?.logprobs?.content ?? []) as readonly unknown[] as readonly LoggedToken[]
      return {
        tokens: written.map(({ id, logprob }) => ({ id, logProb: logprob })),
        usage: usageOf(timings, start),
      }
    })
  }

  /** Ends the worker. Calls under way are rejected with AbortError. */
  async close(): Promise<void> {
    this.#end(new DOMException('The model was closed', 'AbortError'))
    await Promise.resolve(this.#before)
  }

  /** To be called where the worker died on its own. */
  fail(cause: unknown): void {
    if (!this.#failure) this.#end(asAppError(cause, this.log))
  }

  #end(why: Error): void {
    if (this.#failure) return
    this.#failure = why
    this.#lost.reject(why)
    // Terminates the worker at once; its own promises may never settle.
    void this.wllama.exit().catch(() => undefined)
  }

  #inTurn<T>(signal: AbortSignal | undefined, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const stop = signal ?? new AbortController().signal
    const turn = this.#before.then(() => {
      throwIfAborted(stop)
      if (this.#failure) throw this.#failure
      return Promise.race([work(stop), this.#lost.promise])
    })
    const told = turn.catch((error: unknown) => {
      if (this.#failure) throw this.#failure
      if (isAbort(error)) throw new DOMException('Stopped', 'AbortError')
      const failure = asAppError(error, this.log)
      if (isDead(error)) this.#end(failure)
      throw failure
    })
    this.#before = told.catch(() => undefined)
    return orAborted(told, stop)
  }
}

interface Timings {
  readonly cache_n: number
  readonly prompt_n: number
  readonly predicted_n: number
}

interface LoggedToken {
  readonly id: number
  readonly logprob: number
}

function common({ prompt, maxTokens, grammar }: Request) {
  const system: ChatCompletionMessage[] =
    prompt.system === '' ? [] : [{ role: 'system', content: prompt.system }]
  const turns = prompt.turns.map(({ role, text }): ChatCompletionMessage => ({ role, content: text }))
  return {
    messages: [...system, ...turns],
    max_tokens: maxTokens,
    temperature: 0,
    cache_prompt: true,
    ...(grammar === undefined ? {} : { grammar }),
  }
}

const NOTHING_TOLD: Timings = { cache_n: 0, prompt_n: 0, predicted_n: 0 }

function usageOf(told: Timings | undefined, start: number): Usage {
  const { cache_n, prompt_n, predicted_n } = told ?? NOTHING_TOLD
  return {
    promptTokens: cache_n + prompt_n,
    reusedTokens: cache_n,
    writtenTokens: predicted_n,
    milliseconds: performance.now() - start,
  }
}

export function contextFull(promptTokens: number, maxTokens: number, contextSize: number): AppError {
  return new AppError(
    'context_full',
    `The prompt has ${promptTokens} tokens and up to ${maxTokens} are to be written; the context holds ${contextSize}. Shorten the prompt or load the model with a larger context.`,
    { promptTokens, maxTokens, contextSize },
  )
}

function withRejection(): { readonly promise: Promise<never>; readonly reject: (why: Error) => void } {
  let reject!: (why: Error) => void
  const promise = new Promise<never>((_, no) => (reject = no))
  promise.catch(() => undefined)
  return { promise, reject }
}

/** Rejects at once where the signal is aborted; the engine looks at it only between two batches of the prompt. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  throwIfAborted(signal)
  let onAbort!: () => void
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new DOMException('Stopped', 'AbortError'))
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
