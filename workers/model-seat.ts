import type { LanguageApi, LoadAsk, LoadedModel, ModelChoice, ModelState } from '../src/bridge/language.ts'
import type { WorkerHost } from '../src/bridge/worker-host.ts'
import { AppError } from '../src/lib/errors.ts'
import type { ChatModel } from '../src/models/chat-model.ts'
import { languageModel } from '../src/models/language-model.ts'
import { RemoteEngine } from './remote-engine.ts'

export type LanguageHost = Pick<WorkerHost<LanguageApi>, 'call'>

export interface SeatParts {
  /** The host of an engine: the language worker, or the page for those that only it has. */
  readonly hostOf: (engine: ModelChoice['engine']) => LanguageHost
  /** Files of a stored model; throws model_file where one is missing. */
  readonly filesOf: (choice: ModelChoice) => Promise<Pick<LoadAsk, 'files' | 'hashes' | 'found'>>
}

type Report = (fraction: number, note: string) => unknown

interface Loading {
  readonly choice: ModelChoice
  readonly stop: AbortController
  readonly reports: Report[]
  readonly loaded: Promise<LoadedModel>
}

/** The one language model that may be loaded, and what became of it. */
export class ModelSeat {
  private now: ModelState = { state: 'none' }
  private engine: RemoteEngine | null = null
  private chat: ChatModel | null = null
  private loading: Loading | null = null

  constructor(private readonly parts: SeatParts) {}

  get state(): ModelState {
    return this.now
  }

  /** What a run thinks with; null where no model is loaded. */
  get ready(): { readonly chat: ChatModel; readonly policy: ModelChoice['policy'] } | null {
    if (this.now.state !== 'ready' || !this.chat) return null
    return { chat: this.chat, policy: this.now.choice.policy }
  }

  /** True where this choice was tried last and could not be loaded, or broke. */
  failedWith(choice: ModelChoice): boolean {
    return this.now.state === 'failed' && isSameModel(this.now.choice, choice)
  }

  /**
   * Loads a model in place of the one before. The same model with another policy is not loaded again, and one that is being
   * loaded is waited for.
   */
  take(choice: ModelChoice, progress: Report): Promise<LoadedModel> {
    if (this.now.state === 'ready' && isSameModel(this.now.choice, choice)) {
      this.now = { ...this.now, choice }
      return Promise.resolve(this.now.loaded)
    }
    if (this.loading && isSameModel(this.loading.choice, choice)) {
      this.loading.reports.push(progress)
      return this.loading.loaded
    }
    const left = this.leave()
    const loading: Loading = {
      choice,
      stop: new AbortController(),
      reports: [progress],
      loaded: left.then(() => this.load(loading)),
    }
    this.loading = loading
    this.now = { state: 'loading', choice }
    return loading.loaded
  }

  private async load(loading: Loading): Promise<LoadedModel> {
    const { choice, stop, reports } = loading
    try {
      const { engine, modelId, url } = choice
      const stored = await this.parts.filesOf(choice)
      const ask = { engine, modelId, ...stored, ...(url === undefined ? {} : { url }) }
      const result = await RemoteEngine.load(this.parts.hostOf(engine), ask, {
        signal: stop.signal,
        // Waited for in the worker too: what it gives back has to cross threads.
        progress: (fraction, note) =>
          Promise.all(reports.map((report) => report(fraction, note))).then(() => undefined),
        onLost: (error) => this.broke(error),
      })
      // Another choice was made meanwhile: its own call says what is loaded now.
      if (this.loading !== loading) throw new DOMException('Stopped', 'AbortError')
      this.engine = result.engine
      this.chat = languageModel(result.engine)
      this.now = { state: 'ready', choice, loaded: result.loaded }
      return result.loaded
    } catch (error) {
      if (this.loading === loading) {
        this.now = stop.signal.aborted
          ? { state: 'none' }
          : { state: 'failed', choice, message: error instanceof Error ? error.message : String(error) }
      }
      throw error
    } finally {
      if (this.loading === loading) this.loading = null
    }
  }

  /** Stops what is being loaded and lets go of what is. */
  async leave(): Promise<void> {
    this.loading?.stop.abort()
    this.loading = null
    const { engine } = this
    this.engine = null
    this.chat = null
    this.now = { state: 'none' }
    await engine?.close()
  }

  /** The next run must not meet a broken engine again. */
  private broke(error: AppError): void {
    if (this.now.state !== 'ready') return
    this.now = { state: 'failed', choice: this.now.choice, message: error.message }
    void this.engine?.close()
    this.engine = null
    this.chat = null
  }
}

const isSameModel = (a: ModelChoice, b: ModelChoice) =>
  a.engine === b.engine && a.modelId === b.modelId && a.url === b.url
