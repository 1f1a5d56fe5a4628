import type { FoundOut, LanguageApi, LoadAsk, LoadedModel } from '../src/bridge/language.ts'
import { AppError, isAppError } from '../src/lib/errors.ts'
import type { CompletionAsk, Engine, LoadProgress } from '../src/models/engine.ts'
import { profileOf } from '../src/models/profiles.ts'
import type { Prompt } from '../src/models/prompt.ts'
import { holdLifeLock } from './life.ts'
import { Stops } from './stops.ts'

export interface Loaded {
  readonly engine: Engine
  readonly runsOn: string
  readonly found?: FoundOut
}

export type LoadEngine = (
  ask: LoadAsk,
  options: { readonly signal: AbortSignal; readonly progress: (progress: LoadProgress) => void },
) => Promise<Loaded>

const WARM_UP: Prompt = {
  system: 'You are a helpful assistant.',
  turns: [{ role: 'user', text: 'Count to nine.' }],
}
const WARM_UP_TOKENS = 8

/**
 * Holds one engine and answers for it across threads. What is told meanwhile goes by another port than the answer, so
 * that all of it is waited for first.
 */
export class EngineHost implements LanguageApi {
  private engine: Engine | null = null
  private isBroken = false
  private readonly stops = new Stops()

  /** `endThread` is for what a library keeps in its thread: a device that is lost, memory that cannot be given back. */
  constructor(
    private readonly loadEngine: LoadEngine,
    private readonly holdLock: (lifeLock: string) => Promise<void> = holdLifeLock,
    private readonly endThread: () => void = () => self.close(),
  ) {}

  begin(lifeLock: string): Promise<void> {
    return this.holdLock(lifeLock)
  }

  async load(
    ask: LoadAsk,
    callId: string,
    onProgress: (fraction: number, note: string) => unknown,
  ): Promise<LoadedModel> {
    await this.closeEngine()
    return this.watched(callId, async (signal) => {
      let told: unknown
      const {
        engine,
        runsOn,
        found = {},
      } = await this.loadEngine(ask, {
        signal,
        progress: ({ fraction, note }) => (told = onProgress(fraction, note)),
      })
      await told
      try {
        const speeds = await measureSpeeds(engine, signal)
        this.engine = engine
        const { modelId, contextSize, logProbs } = engine
        const { weight } = profileOf(modelId)
        const tellsProbabilities = logProbs !== null
        return { modelId, contextSize, tellsProbabilities, weight, runsOn, ...speeds, found }
      } catch (error) {
        await engine.close()
        throw error
      }
    })
  }

  async countTokens(text: string) {
    return this.loaded().countTokens(text)
  }

  async logProbs(prompt: Prompt, options: readonly string[], callId: string) {
    const { logProbs } = this.loaded()
    if (!logProbs) throw new AppError('invalid_input', 'this model tells no probabilities')
    return this.watched(callId, (signal) => logProbs(prompt, options, { signal }))
  }

  async pick(prompt: Prompt, options: readonly string[], callId: string) {
    const engine = this.loaded()
    return this.watched(callId, (signal) => engine.pick(prompt, options, { signal }))
  }

  async complete(
    prompt: Prompt,
    ask: Omit<CompletionAsk, 'onText'>,
    callId: string,
    onText: ((piece: string) => unknown) | null,
  ) {
    const engine = this.loaded()
    let told: unknown
    const whole = onText ? { ...ask, onText: (piece: string) => (told = onText(piece)) } : ask
    const completed = await this.watched(callId, (signal) => engine.complete(prompt, whole, { signal }))
    await told
    return completed
  }

  stop(callId: string): Promise<void> {
    this.stops.stop(callId)
    return Promise.resolve()
  }

  /** Of an engine that broke the thread goes too: the next model is loaded in a fresh one. */
  async unload(): Promise<void> {
    await this.closeEngine()
    if (this.isBroken) this.endThread()
  }

  private async closeEngine(): Promise<void> {
    const engine = this.engine
    this.engine = null
    await engine?.close()
  }

  private async watched<Result>(
    callId: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.stops.during(callId, work)
    } catch (error) {
      if (isAppError(error) && error.code === 'model_failed') this.isBroken = true
      throw error
    }
  }

  private loaded(): Engine {
    if (this.engine) return this.engine
    throw new AppError('model_failed', 'no language model is loaded; choose one under Models')
  }
}

/** The first call also compiles what is compiled once, so it is not the one that is timed. */
async function measureSpeeds(
  engine: Engine,
  signal: AbortSignal,
): Promise<Pick<LoadedModel, 'promptTokensPerSecond' | 'writtenTokensPerSecond'>> {
  await engine.complete(WARM_UP, { maxTokens: 1 }, { signal })
  const other: Prompt = { ...WARM_UP, turns: [{ role: 'user', text: 'Name the colours of a rainbow.' }] }
  const first = await engine.complete(other, { maxTokens: 1 }, { signal })
  const longer = await engine.complete(other, { maxTokens: WARM_UP_TOKENS }, { signal })
  const read = first.usage.promptTokens - first.usage.reusedTokens
  const more = longer.usage.writtenTokens - first.usage.writtenTokens
  return {
    promptTokensPerSecond: perSecond(read, first.usage.milliseconds),
    writtenTokensPerSecond: perSecond(more, longer.usage.milliseconds),
  }
}

const perSecond = (tokens: number, milliseconds: number) =>
  tokens > 0 && milliseconds > 0 ? (tokens * 1000) / milliseconds : null
