import type { Page } from 'playwright-core'
import { throwIfAborted } from '../../src/lib/abort.ts'
import { AppError, type ErrorCode } from '../../src/lib/errors.ts'
import type { CallOptions, Completed, Engine, Picked, Scored } from '../../src/models/engine.ts'
import { openBenchPage } from '../lib/bench-page.ts'
import type { EngineCall, EnginePage, Reply } from './engine-page.ts'
import type { ModelFolder } from './model-folder.ts'
import type { ModelSettings } from './settings.ts'

type PageWindow = Window & { readonly engine: EnginePage }

/** An engine in a browser of its own. */
export interface ChromiumEngine extends Engine {
  readonly threads: number
  /** Why the engine broke, once it has: what comes after says nothing of the model. */
  readonly failure: Error | null
}

/**
 * A model by wllama in Chromium, called from Node: everything around the model runs here, what the model reads and writes
 * there. Throws what loading throws: model_file, unsupported_machine, model_failed.
 */
export async function openChromiumEngine(
  model: ModelFolder,
  settings: Pick<ModelSettings, 'contextSize' | 'threads'>,
): Promise<ChromiumEngine> {
  const { page, close } = await openBenchPage('models', model.files)
  try {
    const engine = new PageEngine(model.id, page, close)
    await engine.load(settings)
    return engine
  } catch (error) {
    await close()
    throw error
  }
}

class PageEngine implements ChromiumEngine {
  contextSize = 0
  threads = 0
  failure: Error | null = null
  readonly #pieces = new Map<number, (piece: string) => void>()
  /** The policies count the same lines again and again. */
  readonly #counts = new Map<string, number>()
  #calls = 0

  constructor(
    readonly modelId: string,
    private readonly page: Page,
    private readonly end: () => Promise<void>,
  ) {}

  async load({ contextSize, threads }: Pick<ModelSettings, 'contextSize' | 'threads'>): Promise<void> {
    await this.page.exposeFunction('heard', (id: number, piece: string) => this.#pieces.get(id)?.(piece))
    const options = { modelId: this.modelId, contextSize, threads }
    const loaded = valueOf(
      await this.page.evaluate((given) => (window as unknown as PageWindow).engine.load(given), options),
    )
    this.contextSize = loaded.contextSize
    this.threads = loaded.threads
  }

  async countTokens(text: string): Promise<number> {
    const known = this.#counts.get(text)
    if (known !== undefined) return known
    const count = (await this.#call({ verb: 'countTokens', text })) as number
    this.#counts.set(text, count)
    return count
  }

  readonly logProbs: Engine['logProbs'] = async (prompt, options, call) =>
    (await this.#call({ verb: 'logProbs', prompt, options }, call)) as Scored

  pick: Engine['pick'] = async (prompt, options, call) =>
    (await this.#call({ verb: 'pick', prompt, options }, call)) as Picked

  complete: Engine['complete'] = async (prompt, { onText, ...ask }, call) =>
    (await this.#call({ verb: 'complete', prompt, ask }, call, onText)) as Completed

  async close(): Promise<void> {
    await this.end().catch(() => undefined)
  }

  async #call(
    call: EngineCall,
    { signal }: CallOptions = {},
    onText?: (piece: string) => void,
  ): Promise<unknown> {
    throwIfAborted(signal)
    const id = ++this.#calls
    const stop = () =>
      void this.page
        .evaluate((at) => (window as unknown as PageWindow).engine.stop(at), id)
        .catch(() => undefined)
    signal?.addEventListener('abort', stop)
    if (onText) this.#pieces.set(id, onText)
    try {
      return valueOf(await this.#evaluate(id, call))
    } catch (error) {
      if (error instanceof AppError && error.code === 'model_failed') this.failure = error
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#pieces.delete(id)
    }
  }

  /** A page that died answers nothing: that is an engine that broke. */
  async #evaluate(id: number, call: EngineCall): Promise<Reply<unknown>> {
    try {
      return await this.page.evaluate(
        (given) => (window as unknown as PageWindow).engine.call(given.id, given.call),
        { id, call },
      )
    } catch (cause) {
      throw new AppError('model_failed', `The browser with the model ended: ${String(cause)}`, {}, { cause })
    }
  }
}

function valueOf<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value
  const { name, message, code, details } = reply
  if (name === 'AbortError') throw new DOMException(message, name)
  if (code !== null) throw new AppError(code as ErrorCode, message, { ...details })
  throw new AppError('model_failed', `${name}: ${message}`)
}
