import type { LoadedContextInfo } from '@wllama/wllama/esm/index.js'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { LoadProgress } from '../engine.ts'
import { asLoadError } from './failures.ts'
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

/** Without a byte read for so long the load hangs: as where its worker was blocked, or a disk was taken out. */
const STALL_MS = 60_000

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

/** Sees what is read of the files, and ends the wait where nothing is any more or the signal is aborted. */
class LoadWatch {
  readonly ended: Promise<never>
  #reject!: (why: unknown) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #read = 0
  readonly #onAbort = () => this.fail(new DOMException('Stopped', 'AbortError'))

  constructor(
    readonly bytes: number,
    readonly progress: OpenOptions['progress'],
    readonly signal: AbortSignal | undefined,
  ) {
    this.ended = new Promise<never>((_, reject) => (this.#reject = reject))
    this.ended.catch(() => undefined)
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#wait()
  }

  fail(why: unknown): void {
    this.#reject(why)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.signal?.removeEventListener('abort', this.#onAbort)
  }

  /** As much of a Blob as wllama uses. */
  watched(blob: Blob): Blob {
    const seen = (bytes: number) => {
      this.#read += bytes
      this.#wait()
      this.progress?.({
        fraction: Math.min(1, this.#read / this.bytes),
        note: 'Reading the model into memory',
      })
    }
    return {
      size: blob.size,
      slice: (start: number, end: number) => {
        seen(Math.min(end, blob.size) - start)
        return blob.slice(start, end)
      },
      stream: () =>
        blob.stream().pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              seen(chunk.byteLength)
              controller.enqueue(chunk)
            },
          }),
        ),
    } as unknown as Blob
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.fail(
        new AppError(
          'model_failed',
          `Loading stopped: nothing was read for ${STALL_MS / 1000} seconds. Reload the page and try again.`,
        ),
      )
    }, STALL_MS)
  }
}
