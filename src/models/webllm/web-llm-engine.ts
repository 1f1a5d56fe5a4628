import type { MLCEngine, ResponseFormat } from '@mlc-ai/web-llm'
import { isAbort } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import { CallQueue } from '../call-queue.ts'
import type { CallOptions, Completed, CompletionAsk, Engine, Picked } from '../engine.ts'
import type { Prompt, Usage } from '../prompt.ts'
import { EMPTY_THOUGHT, type Conversation } from './conversation.ts'
import { choiceFormat, requestOf, schemaFormat } from './requests.ts'

/** What the engine calls of the library. */
export type Library = Pick<MLCEngine, 'chat' | 'interruptGenerate' | 'getMessage' | 'unload'>

export interface WebLlmParts {
  readonly modelId: string
  readonly contextSize: number
  readonly library: Library
  readonly conversation: Conversation
  readonly thinking: 'none' | 'empty-block'
  readonly countTokens: (text: string) => number
}

/** Freeing a device that is lost may never end. */
const CLOSE_MS = 5000

/**
 * A model in web-llm. It tells no probabilities: its key-value cache cannot be taken back to the end of the prompt, so
 * that each option would cost the whole prompt once more; a choice is one answer that is held to the options.
 */
export class WebLlmEngine implements Engine {
  readonly logProbs = null
  private readonly calls = new CallQueue()
  private readonly thoughtTokens: number

  constructor(private readonly parts: WebLlmParts) {
    this.thoughtTokens = parts.thinking === 'none' ? 0 : parts.countTokens(EMPTY_THOUGHT)
  }

  get modelId(): string {
    return this.parts.modelId
  }

  get contextSize(): number {
    return this.parts.contextSize
  }

  async countTokens(text: string): Promise<number> {
    return Promise.resolve(this.parts.countTokens(text))
  }

  async pick(prompt: Prompt, options: readonly string[], call: CallOptions = {}): Promise<Picked> {
    // One token more than the longest: that which ends the turn.
    const maxTokens = 1 + Math.max(...options.map((option) => this.parts.countTokens(option)))
    const { text, usage } = await this.answer(
      prompt,
      { maxTokens: 2 * maxTokens },
      choiceFormat(options),
      call,
    )
    const option = options.indexOf(text)
    if (option >= 0) return { option, usage }
    throw new AppError('model_output', `the model answered a choice of ${options.length} with none of them`, {
      usage,
    })
  }

  complete(prompt: Prompt, ask: CompletionAsk, call: CallOptions = {}): Promise<Completed> {
    return this.answer(prompt, ask, ask.schema ? schemaFormat(ask.schema) : null, call)
  }

  /** The device is gone: calls under way and to come reject with model_failed. */
  fail(error: AppError): void {
    this.calls.end(error)
  }

  async close(): Promise<void> {
    this.calls.end()
    const freed = this.parts.library
      .interruptGenerate()
      .then(() => this.parts.library.unload())
      .catch(() => undefined)
    await Promise.race([freed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS))])
  }

  private answer(
    prompt: Prompt,
    ask: Pick<CompletionAsk, 'maxTokens' | 'onText'>,
    format: ResponseFormat | null,
    { signal }: CallOptions,
  ): Promise<Completed> {
    return this.calls.run((stop) => this.write(prompt, ask, format, stop), signal)
  }

  private async write(
    prompt: Prompt,
    { maxTokens, onText }: Pick<CompletionAsk, 'maxTokens' | 'onText'>,
    format: ResponseFormat | null,
    stop: AbortSignal,
  ): Promise<Completed> {
    const { modelId: model, library, conversation, thinking } = this.parts
    const begin = performance.now()
    const messages = conversation.messages(prompt)
    const promptTokens = this.parts.countTokens(conversation.rendered(messages))
    this.assertFits(promptTokens, maxTokens)
    const interrupt = () => void library.interruptGenerate()
    stop.addEventListener('abort', interrupt)
    try {
      const request = requestOf({
        model,
        messages,
        maxTokens: maxTokens + this.thoughtTokens,
        format,
        thinking,
      })
      const written = await this.read(await library.chat.completions.create(request), stop, onText)
      // The pieces leave out characters that were not whole when they came.
      const text = conversation.heard(await library.getMessage(model))
      const usage: Usage = {
        promptTokens,
        reusedTokens: Math.max(0, promptTokens - written.prefilled),
        writtenTokens: written.tokens,
        milliseconds: performance.now() - begin,
      }
      return { text, finish: written.finish, usage }
    } catch (error) {
      throw toAppError(error)
    } finally {
      stop.removeEventListener('abort', interrupt)
    }
  }

  private async read(
    chunks: Awaited<ReturnType<typeof this.stream>>,
    stop: AbortSignal,
    onText: ((piece: string) => void) | undefined,
  ) {
    let raw = ''
    let told = 0
    let finish: string | null = null
    let prefilled = 0
    let tokens = 0
    for await (const { choices, usage } of chunks) {
      // An interrupt of before the first token is forgotten by the library: leaving the loop is another one.
      if (stop.aborted) break
      raw += choices[0]?.delta.content ?? ''
      finish = choices[0]?.finish_reason ?? finish
      prefilled = usage?.prompt_tokens ?? prefilled
      tokens = usage?.completion_tokens ?? tokens
      const text = this.parts.conversation.visible(raw)
      if (text.length > told) onText?.(text.slice(told))
      told = Math.max(told, text.length)
    }
    if (finish === 'stop' || finish === 'length') return { finish, prefilled, tokens } as const
    throw stop.aborted
      ? new DOMException('Stopped', 'AbortError')
      : new AppError('model_failed', 'the model stopped in mid-answer; it has to be loaded again')
  }

  private stream(request: ReturnType<typeof requestOf>) {
    return this.parts.library.chat.completions.create(request)
  }

  private assertFits(promptTokens: number, maxTokens: number): void {
    const { contextSize } = this.parts
    if (promptTokens + maxTokens + this.thoughtTokens <= contextSize) return
    throw new AppError(
      'context_full',
      `the prompt takes ${promptTokens} tokens and the answer up to ${maxTokens}; the model holds ${contextSize}`,
      { promptTokens, maxTokens, contextSize },
    )
  }
}

/** The library's errors are told apart by their names. */
export function toAppError(error: unknown): unknown {
  if (isAppError(error) || isAbort(error)) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  switch (name) {
    case 'ContextWindowSizeExceededError':
      return new AppError('context_full', message, {}, { cause: error })
    case 'GrammarMatcherInitError':
      return new AppError(
        'invalid_input',
        `no grammar can be made of what is asked: ${message}`,
        {},
        { cause: error },
      )
    case 'ModelNotLoadedError':
    case 'DeviceLostError':
      return deviceLost(message, error)
    default:
      return new AppError(
        'model_failed',
        `web-llm broke (${message}); the model has to be loaded again`,
        {},
        { cause: error },
      )
  }
}

export function deviceLost(reason: string, cause?: unknown): AppError {
  return new AppError(
    'model_failed',
    `the graphics processor was taken from the model (${reason || 'no reason given'}), mostly for want of memory; close other programs, load the model again or take a smaller one`,
    { device: 'lost' },
    { cause },
  )
}
