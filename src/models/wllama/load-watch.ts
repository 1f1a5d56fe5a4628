import { AppError } from '../../lib/errors.ts'
import type { LoadProgress } from '../engine.ts'

/**
 * Where nothing is read from look to look for so long, the load hangs: as where its worker was blocked, or a disk was taken
 * out. Looks are counted, not the time: a tab that slept comes back to one look, however long it was away.
 */
const LOOK_MS = 5000
const LOOKS = 12

/** Sees what is read of the files, and ends the wait where nothing is any more or the signal is aborted. */
export class LoadWatch {
  readonly ended: Promise<never>
  #reject!: (why: unknown) => void
  readonly #timer: ReturnType<typeof setInterval>
  #read = 0
  /** Looks in a row at which nothing more had been read. */
  #still = 0
  readonly #onAbort = () => this.fail(new DOMException('Stopped', 'AbortError'))

  constructor(
    readonly bytes: number,
    readonly progress: ((progress: LoadProgress) => void) | undefined,
    readonly signal: AbortSignal | undefined,
  ) {
    this.ended = new Promise<never>((_, reject) => (this.#reject = reject))
    this.ended.catch(() => undefined)
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
  }

  fail(why: unknown): void {
    this.#reject(why)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.signal?.removeEventListener('abort', this.#onAbort)
  }

  /** As much of a Blob as wllama uses. */
  watched(blob: Blob): Blob {
    const seen = (bytes: number) => {
      this.#read += bytes
      this.#still = 0
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

  #look(): void {
    this.#still += 1
    if (this.#still < LOOKS) return
    this.fail(
      new AppError(
        'model_failed',
        `Loading stopped: nothing was read for ${(LOOKS * LOOK_MS) / 1000} seconds. Reload the page and try again.`,
      ),
    )
  }
}
