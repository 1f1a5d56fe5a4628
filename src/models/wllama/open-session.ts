import type { LoadedContextInfo } from '@wllama/wllama/esm/index.js'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { LoadProgress } from '../engine.ts'
import { asLoadError } from './failures.ts'
import { LoadWatch } from './load-watch.ts'
import type { GgufModel } from './model-files.ts'
import { Session } from './session.ts'

export interface OpenOptions {
  readonly model: GgufModel
  /** Absolute URL of `@wllama/wllama/esm/wasm/wllama.wasm`. */
  readonly wasmUrl: string
  readonly contextSize: number
  readonly threads: number
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((progress: LoadProgress) => void) | undefined
}

/**
 * Tokens that are read at a time: an abort frees the engine between two batches. With SmolLM2 8 and 32 were equally quick
 * a token.
 */
const BATCH = 16

/** Lines of log that are kept for a failure's details. */
const KEPT_LINES = 20

/**
 * Loads a model into a worker of its own. Throws unsupported_machine where the browser lacks what WebAssembly needs or the
 * page forbids the worker, model_file, model_failed, AbortError.
 */
export async function openSession(options: OpenOptions): Promise<Session> {
  const { model, wasmUrl, contextSize, threads, signal } = options
  throwIfAborted(signal)
  checkBrowser()
  const { LogLevel, Wllama } = await import('@wllama/wllama/esm/index.js')
  const log: string[] = []
  const keep = (...lines: readonly unknown[]) => {
    log.push(lines.map(String).join(' '))
    if (log.length > KEPT_LINES) log.shift()
  }
  let session: Session | null = null
  const watch = new LoadWatch(model.bytes, options.progress, signal)
  const wllama = new Wllama(
    { default: wasmUrl },
    {
      logger: {
        debug: () => undefined,
        log: () => undefined,
        warn: keep,
        error: (...lines: readonly unknown[]) => {
          // wllama logs the error event of its worker, and nothing else happens.
          if (lines[0] instanceof Event) {
            const told = lines[0] instanceof ErrorEvent ? lines[0].message : ''
            watch.fail(workerError(told))
            session?.fail(new Error(told || 'its worker ended'))
          } else {
            keep(...lines)
          }
        },
      },
    },
  )
  try {
    await Promise.race([
      watch.ended,
      wllama.loadModel(
        model.shards.map((shard) => watch.watched(shard)),
        {
          n_ctx: contextSize,
          n_threads: threads,
          n_gpu_layers: 0,
          n_batch: BATCH,
          n_ubatch: BATCH,
          // One conversation at a time: the whole context is its own, and its beginning stays in the cache.
          n_parallel: 1,
          warmup: false,
          reasoning: false,
          reasoning_format: 'none',
          skip_chat_parsing: true,
          log_level: LogLevel.ERROR,
        },
      ),
    ])
    // wllama passes over what llama.cpp answers.
    const { success, n_ctx } = wllama.getLoadedContextInfo() as LoadedContextInfo & { success?: boolean }
    if (success !== true) throw new Error(log.at(-1) ?? 'llama.cpp refused the file')
    session = new Session(wllama, threads, n_ctx, log)
    return session
  } catch (error) {
    void wllama.exit().catch(() => undefined)
    throwIfAborted(signal)
    throw asLoadError(error, log, model.bytes / 1e6)
  } finally {
    watch.stop()
  }
}

/** The build is for 64-bit memory: Chrome and Edge 133, Firefox 134 and later; not yet Safari. */
function checkBrowser(): void {
  try {
    const memory = { address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor
    new WebAssembly.Memory(memory)
  } catch (cause) {
    throw new AppError(
      'unsupported_machine',
      'This browser lacks 64-bit WebAssembly memory, which models on the processor need. Use Chrome or Edge from version 133, or Firefox from 134.',
      {},
      { cause },
    )
  }
}

const workerError = (told: string) =>
  new AppError(
    'unsupported_machine',
    `The model's worker could not start${told ? ` (${told})` : ''}. The page's Content-Security-Policy has to allow workers from blob:, and WebAssembly.`,
  )
