import { AppError } from '../../src/lib/errors.ts'
import type { Engine } from '../../src/models/engine.ts'
import { openChromiumEngine, type ChromiumEngine } from './chromium-engine.ts'
import type { ModelFolder } from './model-folder.ts'
import type { ModelSettings } from './settings.ts'

/** A model that is loaded when it is first needed: a run whose results are all kept needs no browser. */
export class EngineOnDemand {
  #engine: ChromiumEngine | null = null

  constructor(
    readonly model: ModelFolder,
    readonly settings: ModelSettings,
    private readonly progress: (note: string) => void,
  ) {}

  /** Throws model_failed where the engine broke: an agent goes on without it, and that would be measured as the model's. */
  async use<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    this.#engine ??= await this.#open()
    const engine = this.#engine
    const result = await work(engine)
    if (engine.failure) {
      throw new AppError(
        'model_failed',
        `${this.model.id} broke in mid-run (${engine.failure.message}). What was measured before is kept: give the same command again.`,
      )
    }
    return result
  }

  async close(): Promise<void> {
    await this.#engine?.close()
    this.#engine = null
  }

  async #open(): Promise<ChromiumEngine> {
    this.progress(`loading ${this.model.id} in Chromium`)
    const engine = await openChromiumEngine(this.model, this.settings)
    this.progress(`${this.model.id} is loaded: ${engine.threads} threads, context ${engine.contextSize}`)
    return engine
  }
}
