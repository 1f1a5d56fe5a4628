import { proxy, wrap } from 'comlink'
import type { Endpoint, Remote } from 'comlink'
import { isAbort } from '../lib/abort.ts'
import { AppError } from '../lib/errors.ts'
import { makeId } from '../lib/ids.ts'
import type { WorkerLife } from './api.ts'

/** A running worker; a MessagePort stands in for it in tests. */
export interface Spawned {
  readonly endpoint: Endpoint
  terminate(): void
  /** Hears of a script that could not be loaded or threw while it started. */
  onError(listener: (message: string) => void): void
}

export function spawned(worker: Worker): Spawned {
  return {
    endpoint: worker,
    terminate: () => worker.terminate(),
    onError: (listener) =>
      worker.addEventListener('error', (event) =>
        listener(event.message || 'its script could not be loaded'),
      ),
  }
}

export interface HostOptions {
  /** For messages: 'pixel worker'. */
  readonly label: string
  readonly spawn: () => Spawned
  readonly locks: Pick<LockManager, 'request'>
  /** A fresh worker is ready, at the start and after each restart. */
  readonly onReady: (restarted: boolean) => void
  readonly onProblem: (message: string) => void
}

export interface CallOptions<Api> {
  readonly signal?: AbortSignal | undefined
  /** Sends the cancel message; the call is then expected to settle by itself. */
  readonly cancel?: (api: Remote<Api>) => Promise<unknown>
  /** How long a cancelled call may take to settle before its worker is ended and started anew. Default: for ever. */
  readonly patienceMs?: number
}

/** One life of the worker: ends with `lost`, which rejects whatever is still waiting. */
interface Life<Api> {
  readonly spawned: Spawned
  readonly api: Remote<Api>
  readonly ready: Promise<void>
  readonly lost: Promise<never>
  readonly lose: (error: AppError) => void
  over: boolean
}

/**
 * Keeps one worker running: starts it, notices its death by a Web Lock that it holds, starts it anew, and
 * rejects what was under way with worker_lost. A worker that cannot even start is not tried again by itself,
 * only by the next call.
 */
export class WorkerHost<Api extends Pick<WorkerLife, 'begin'>> {
  private life: Life<Api> | null = null
  private starts = 0
  private closed = false

  constructor(private readonly options: HostOptions) {}

  start(): void {
    if (this.closed || this.life) return
    const spawned = this.options.spawn()
    const api = wrap<Api>(spawned.endpoint)
    let lose: (error: AppError) => void = () => undefined
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject
    })
    lost.catch(() => undefined)
    const lifeLock = makeId('life')
    const begun = (api as unknown as Remote<Pick<WorkerLife, 'begin'>>).begin(
      lifeLock,
      proxy(this.options.onProblem),
    )
    const life: Life<Api> = { spawned, api, lost, lose, over: false, ready: Promise.race([begun, lost]) }
    this.life = life
    const restarted = this.starts > 0
    this.starts += 1
    spawned.onError((message) => this.end(life, `the ${this.options.label} could not start (${message})`))
    life.ready.then(
      () => {
        this.watch(life, lifeLock)
        this.options.onReady(restarted)
      },
      (error: unknown) => this.end(life, `the ${this.options.label} could not start (${String(error)})`),
    )
  }

  /** Runs `use` against the worker once it is ready, starting it where it is not running. */
  async call<Result>(
    use: (api: Remote<Api>) => Promise<Result>,
    { signal, cancel, patienceMs }: CallOptions<Api> = {},
  ): Promise<Result> {
    if (this.closed)
      throw new AppError('worker_lost', `the ${this.options.label} was closed; reload the page`)
    if (!this.life) this.start()
    const life = this.life!
    await life.ready
    if (signal?.aborted) throw new DOMException('Stopped', 'AbortError')
    let timer: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => {
      cancel?.(life.api).catch(() => undefined)
      if (patienceMs === undefined) return
      timer = setTimeout(() => {
        this.end(life, `the ${this.options.label} did not stop when asked to, so it was ended`)
        this.start()
      }, patienceMs)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([use(life.api), life.lost])
    } catch (error) {
      if (signal?.aborted && !isAbort(error)) throw new DOMException('Stopped', 'AbortError')
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Ends the worker for good; what is under way rejects. */
  close(): void {
    this.closed = true
    if (this.life) this.end(this.life, `the ${this.options.label} was closed`)
  }

  private watch(life: Life<Api>, lifeLock: string): void {
    this.options.locks
      .request(lifeLock, () => {
        if (life.over) return
        this.end(life, `the ${this.options.label} stopped unexpectedly, perhaps for want of memory`)
        this.start()
      })
      .catch(() => undefined /* refused with all storage: its death would then go unnoticed until a reload */)
  }

  private end(life: Life<Api>, why: string): void {
    if (life.over) return
    life.over = true
    if (this.life === life) this.life = null
    life.spawned.terminate()
    life.lose(new AppError('worker_lost', `${why}; what was stored is safe: try again`))
  }
}
