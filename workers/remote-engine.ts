import { proxy } from 'comlink'
import type { Remote } from 'comlink'
import type { LanguageApi, LoadAsk, LoadedModel } from '../src/bridge/language.ts'
import type { WorkerHost } from '../src/bridge/worker-host.ts'
import { isAbort, throwIfAborted } from '../src/lib/abort.ts'
import { AppError, isAppError } from '../src/lib/errors.ts'
import { makeId } from '../src/lib/ids.ts'
import type { CallOptions, Completed, CompletionAsk, Engine, Picked, Scored } from '../src/models/engine.ts'
import type { Prompt } from '../src/models/prompt.ts'

/** An engine that does not stop within this is ended with its worker. */
const PATIENCE_MS = 5000

interface LoadOptions {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((fraction: number, note: string) => unknown) | undefined
  /** Hears, once, that the engine has to be loaded again. */
  readonly onLost?: ((error: AppError) => void) | undefined
}

/** An engine in the language worker. Once that worker died, every call rejects with model_failed. */
export class RemoteEngine implements Engine {
  readonly modelId: string
  readonly contextSize: number
  readonly logProbs: Engine['logProbs']
  private last: Promise<unknown> = Promise.resolve()
  private isClosed = false

  /** Loads a model in place of the one before. */
  static async load(
    host: Pick<WorkerHost<LanguageApi>, 'call'>,
    ask: Omit<LoadAsk, 'stopFlag'>,
    { signal, progress, onLost }: LoadOptions = {},
  ): Promise<{ engine: RemoteEngine; loaded: LoadedModel }> {
    const stopFlag = sharedFlag()
    const whole: LoadAsk = { ...ask, ...(stopFlag ? { stopFlag } : {}) }
    const report = proxy((fraction: number, note: string) => progress?.(fraction, note))
    const loaded = await stoppable(host, stopFlag, signal, (api, callId) =>
      api.load(whole, callId, report),
    ).catch(async (error: unknown) => {
      // What ran out of memory holds it until its thread has ended.
      if (isBroken(error)) await host.call((api) => api.unload()).catch(() => undefined)
      throw error
    })
    return { engine: new RemoteEngine(host, loaded, stopFlag, onLost), loaded }
  }

  private constructor(
    private readonly host: Pick<WorkerHost<LanguageApi>, 'call'>,
    { modelId, contextSize, tellsProbabilities }: LoadedModel,
    private readonly stopFlag: Int32Array | null,
    private onLost: LoadOptions['onLost'],
  ) {
    this.modelId = modelId
    this.contextSize = contextSize
    this.logProbs = tellsProbabilities
      ? (prompt, options, call) =>
          this.call<Scored>(call, (api, callId) => api.logProbs(prompt, options, callId))
      : null
  }

  countTokens(text: string): Promise<number> {
    return this.call({}, (api) => api.countTokens(text))
  }

  pick(prompt: Prompt, options: readonly string[], call?: CallOptions): Promise<Picked> {
    return this.call(call, (api, callId) => api.pick(prompt, options, callId))
  }

  complete(prompt: Prompt, { onText, ...ask }: CompletionAsk, call?: CallOptions): Promise<Completed> {
    const report = onText ? proxy(onText) : null
    return this.call(call, (api, callId) => api.complete(prompt, ask, callId, report))
  }

  async close(): Promise<void> {
    this.isClosed = true
    // It is not lost but let go of: what its calls reject with must not be taken for a failure of the next model.
    this.onLost = undefined
    await this.host.call((api) => api.unload()).catch(() => undefined)
  }

  /** One after the other: the flag that stops a call knows of one alone. */
  private call<Result>(
    { signal }: CallOptions = {},
    use: (api: Remote<LanguageApi>, callId: string) => Promise<Result>,
  ): Promise<Result> {
    const turn = this.last.then(() => this.open(signal, use))
    this.last = turn.catch((error: unknown) => {
      if (!isBroken(error)) return
      this.onLost?.(error)
      this.onLost = undefined
    })
    return turn
  }

  /** Another model may be loaded in its place meanwhile: a run that began with this one must not go on with that one. */
  private async open<Result>(
    signal: AbortSignal | undefined,
    use: (api: Remote<LanguageApi>, callId: string) => Promise<Result>,
  ): Promise<Result> {
    this.throwIfClosed()
    try {
      return await stoppable(this.host, this.stopFlag, signal, use)
    } catch (error) {
      throwIfAborted(signal)
      this.throwIfClosed()
      throw error
    }
  }

  private throwIfClosed(): void {
    if (!this.isClosed) return
    throw new AppError(
      'model_failed',
      `${this.modelId} was let go of while it was needed; ask again to use what is chosen under Models now`,
    )
  }
}

const isBroken = (error: unknown): error is AppError => isAppError(error) && error.code === 'model_failed'

async function stoppable<Result>(
  host: Pick<WorkerHost<LanguageApi>, 'call'>,
  flag: Int32Array | null,
  signal: AbortSignal | undefined,
  use: (api: Remote<LanguageApi>, callId: string) => Promise<Result>,
): Promise<Result> {
  throwIfAborted(signal)
  const callId = makeId('call')
  if (flag) Atomics.store(flag, 0, 0)
  try {
    return await host.call((api) => use(api, callId), {
      signal,
      cancel: (api) => {
        if (flag) Atomics.store(flag, 0, 1)
        return api.stop(callId)
      },
      patienceMs: PATIENCE_MS,
    })
  } catch (error) {
    if (isAbort(error) || !isAppError(error) || error.code !== 'worker_lost') throw error
    throw new AppError(
      'model_failed',
      'the language model stopped unexpectedly, perhaps for want of memory; load it again or choose a smaller one under Models',
      {},
      { cause: error },
    )
  }
}

/** Null on a page that is not cross-origin isolated. */
function sharedFlag(): Int32Array | null {
  return globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null
}
