import { isAbort, throwIfAborted } from '../lib/abort.ts'
import { AppError } from '../lib/errors.ts'
import { CallQueue } from './call-queue.ts'
import type {
  CallOptions,
  Completed,
  CompletionAsk,
  Engine,
  JsonSchema,
  LoadProgress,
  Picked,
} from './engine.ts'
import { plainSchema } from './grammar/plain-schema.ts'
import type { Prompt, Turn } from './prompt.ts'
import { promptApi, type CreateOptions, type PromptApi, type PromptSession } from './prompt-api.ts'

export const BROWSER_MODEL_ID = 'browser'

/** The library of tools and its words are English. */
const LANGUAGES: CreateOptions = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
}

/** Stands for the size of a context that the browser does not limit. */
const NO_LIMIT = 2 ** 20

export interface BrowserModelOptions {
  readonly api?: PromptApi | null
  readonly signal?: AbortSignal | undefined
  readonly progress?: (progress: LoadProgress) => void
}

/** Whether this browser has a model of its own, here and now or after a download of several gigabytes. */
export async function browserModelState(
  api: PromptApi | null = promptApi(),
): Promise<'ready' | 'to-fetch' | 'none'> {
  const state = (await api?.availability(LANGUAGES).catch(() => 'unavailable' as const)) ?? 'unavailable'
  return state === 'available' ? 'ready' : state === 'unavailable' ? 'none' : 'to-fetch'
}

/**
 * The model that the browser brings along (Chrome 148 and later, desktop). It is to be had in windows alone: the engine
 * lives on the page, and the agent's worker reaches it through a port. Where the model is still to be fetched this has to
 * be called from a press of a button. Throws unsupported_machine, model_failed, AbortError.
 */
export async function openBrowserModel({
  api = promptApi(),
  signal,
  progress,
}: BrowserModelOptions = {}): Promise<Engine> {
  throwIfAborted(signal)
  const state = await browserModelState(api)
  if (!api || state === 'none') {
    throw new AppError(
      'unsupported_machine',
      'this browser brings no language model along, or not on this machine (Chrome 148 or later on a desktop, with 22 GB of free disk); choose one of the models that this page can run',
    )
  }
  const monitor = (target: EventTarget) =>
    target.addEventListener('downloadprogress', (event) => {
      const { loaded } = event as ProgressEvent
      progress?.({ fraction: loaded, note: `the browser has fetched ${Math.round(loaded * 100)} %` })
    })
  const options: CreateOptions = { ...LANGUAGES, ...(signal ? { signal } : {}), monitor }
  const first = await api.create(options).catch((error: unknown) => {
    throw toAppError(error)
  })
  progress?.({ fraction: 1, note: 'the browser’s model is ready' })
  return new BrowserModel(api, first)
}

/** What a session has read and written. */
interface Held {
  readonly system: string
  readonly turns: readonly Turn[]
  readonly session: PromptSession
}

class BrowserModel implements Engine {
  readonly modelId = BROWSER_MODEL_ID
  readonly logProbs = null
  readonly contextSize: number
  private readonly calls = new CallQueue()
  /** With the system's words alone: each conversation begins as a clone of it. */
  private begin: Held | null = null
  /** The last conversation: one that goes on reads only what is new. */
  private last: Held | null = null

  constructor(
    private readonly api: PromptApi,
    private readonly blank: PromptSession,
  ) {
    this.contextSize = Number.isFinite(blank.contextWindow) ? blank.contextWindow : NO_LIMIT
  }

  countTokens(text: string): Promise<number> {
    return this.blank.measureContextUsage(text)
  }

  async pick(prompt: Prompt, options: readonly string[], call: CallOptions = {}): Promise<Picked> {
    const schema = { type: 'string', enum: options }
    const maxTokens = 8 + Math.max(...options.map(({ length }) => length))
    const { text, usage } = await this.complete(prompt, { schema, maxTokens }, call)
    const option = options.findIndex((name) => JSON.stringify(name) === text.trim())
    if (option >= 0) return { option, usage }
    throw new AppError(
      'model_output',
      `the browser's model answered a choice of ${options.length} with none of them`,
      { usage },
    )
  }

  complete(prompt: Prompt, ask: CompletionAsk, { signal }: CallOptions = {}): Promise<Completed> {
    return this.calls.run((stop) => this.write(prompt, ask, stop), signal)
  }

  async close(): Promise<void> {
    this.calls.end()
    await this.calls.idle()
    for (const session of [this.last?.session, this.begin?.session, this.blank]) session?.destroy()
  }

  private async write(
    prompt: Prompt,
    { schema, maxTokens, onText }: CompletionAsk,
    stop: AbortSignal,
  ): Promise<Completed> {
    const begin = performance.now()
    let session: PromptSession | null = null
    try {
      const held = await this.heldOf(prompt, stop)
      session = await held.session.clone({ signal: stop })
      const input = prompt.turns.slice(held.turns.length).map(({ role, text }) => ({ role, content: text }))
      const reusedTokens = session.contextUsage
      const promptTokens = reusedTokens + (await session.measureContextUsage(input))
      this.assertFits(promptTokens, maxTokens)
      const enough = new AbortController()
      const stream = session.promptStreaming(input, {
        signal: AbortSignal.any([stop, enough.signal]),
        ...(schema ? constraintOf(schema) : {}),
      })
      const { text, pieces, isCut } = await this.read(stream, maxTokens, onText)
      if (isCut) enough.abort()
      const writtenTokens = isCut ? pieces : Math.max(0, session.contextUsage - promptTokens)
      this.keep(isCut ? null : { ...prompt, turns: [...prompt.turns, { role: 'assistant', text }], session })
      if (isCut) session.destroy()
      const usage = { promptTokens, reusedTokens, writtenTokens, milliseconds: performance.now() - begin }
      return { text, finish: isCut ? 'length' : 'stop', usage }
    } catch (error) {
      session?.destroy()
      throw toAppError(error)
    }
  }

  /** The API takes no limit of tokens; Chrome sends about one a piece. */
  private async read(
    stream: ReadableStream<string>,
    maxTokens: number,
    onText: ((piece: string) => void) | undefined,
  ) {
    const reader = stream.getReader()
    let text = ''
    for (let pieces = 0; ; pieces++) {
      const { done, value } = await reader.read()
      if (done) return { text, pieces, isCut: false }
      if (pieces === maxTokens) return { text, pieces, isCut: true }
      text += value
      onText?.(value)
    }
  }

  /** The longest of what is held already that the prompt begins with. */
  private async heldOf({ system, turns }: Prompt, stop: AbortSignal): Promise<Held> {
    const { last } = this
    const goesOn =
      last?.system === system &&
      last.turns.length < turns.length &&
      last.turns.every(({ role, text }, at) => turns[at]!.role === role && turns[at]!.text === text)
    if (goesOn) return last
    if (this.begin?.system === system) return this.begin
    const session = await this.api.create({
      ...LANGUAGES,
      initialPrompts: [{ role: 'system', content: system }],
      signal: stop,
    })
    this.begin?.session.destroy()
    this.begin = { system, turns: [], session }
    return this.begin
  }

  private keep(held: Held | null): void {
    this.last?.session.destroy()
    this.last = held
  }

  /** The browser would drop the oldest turns in silence. */
  private assertFits(promptTokens: number, maxTokens: number): void {
    if (promptTokens + maxTokens <= this.contextSize) return
    throw new AppError(
      'context_full',
      `the prompt takes ${promptTokens} tokens and the answer up to ${maxTokens}; the browser's model holds ${this.contextSize}`,
      { promptTokens, maxTokens, contextSize: this.contextSize },
    )
  }
}

/** The schema holds the answer without being read as part of the prompt. */
function constraintOf(schema: JsonSchema) {
  return { responseConstraint: plainSchema(schema), omitResponseConstraintInput: true }
}

function toAppError(error: unknown): unknown {
  if (error instanceof AppError || isAbort(error)) return error
  const { name, message } = error as { name?: unknown; message?: unknown }
  const options = { cause: error }
  switch (name) {
    case 'QuotaExceededError':
      return new AppError(
        'context_full',
        `the browser's model holds no prompt this long (${String(message)})`,
        {},
        options,
      )
    case 'NotAllowedError':
      return new AppError(
        'model_failed',
        'the browser fetches its model only at the press of a button, and where its settings allow it; press the button again',
        {},
        options,
      )
    case 'NotSupportedError':
      return new AppError(
        'invalid_input',
        `the browser's model does not take what is asked (${String(message)})`,
        {},
        options,
      )
    default:
      return new AppError(
        'model_failed',
        `the browser's model broke (${String(message)}); load it again`,
        {},
        options,
      )
  }
}
