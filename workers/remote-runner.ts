import { proxy, wrap } from 'comlink'
import type { Remote } from 'comlink'
import type { ToolRunner } from '../src/agent/index.ts'
import type { RasterApi } from '../src/bridge/api.ts'
import { AppError, isAppError } from '../src/lib/errors.ts'
import { makeId } from '../src/lib/ids.ts'
import type { ToolCall, ToolOutcome } from '../src/trace/call.ts'
import type { LayerId } from '../src/trace/layer.ts'

interface Link {
  readonly api: Remote<RasterApi>
  /** Rejects with worker_lost when another port takes this one's place: its worker died. */
  readonly lost: Promise<never>
}

/** Tools behind a port of the raster worker. Survives the death of that worker: the page connects the next one. */
export class RemoteRunner implements ToolRunner {
  private link: Promise<Link>
  private linked: (link: Link) => void = () => undefined
  private lose: (error: AppError) => void = () => undefined

  constructor() {
    this.link = new Promise((resolve) => {
      this.linked = resolve
    })
  }

  connect(port: MessagePort): void {
    this.lose(new AppError('worker_lost', 'the pixel worker stopped and was started anew; ask again'))
    const lost = new Promise<never>((_resolve, reject) => {
      this.lose = reject
    })
    lost.catch(() => undefined)
    const link = { api: wrap<RasterApi>(port), lost }
    this.linked(link)
    this.link = Promise.resolve(link)
  }

  /** Resolves once there is a raster worker; rejects with AbortError where it is stopped before. */
  async connected(signal: AbortSignal): Promise<void> {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(stoppedError()), { once: true })
    })
    await Promise.race([this.link, stopped])
  }

  async specs() {
    const { api, lost } = await this.link
    return Promise.race([api.specs(), lost])
  }

  async layers() {
    const { api, lost } = await this.link
    return Promise.race([api.layers(), lost])
  }

  async columns(id: LayerId): Promise<readonly string[]> {
    const { api, lost } = await this.link
    const { columns } = await Promise.race([
      api.table(id, { column: null, descending: false, most: 0 }),
      lost,
    ])
    return columns.map(({ name }) => name)
  }

  /** A stop rejects at once; the worker follows at its next pause. A lost worker is an outcome like any failure. */
  async run(call: ToolCall, { signal, progress }: Parameters<ToolRunner['run']>[1]): Promise<ToolOutcome> {
    const { api, lost } = await this.link
    if (signal?.aborted) throw stoppedError()
    const started = performance.now()
    const callId = makeId('call')
    let onAbort: () => void = () => undefined
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => {
        void api.cancel(callId)
        reject(stoppedError())
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    })
    const report = proxy((fraction: number, note: string) => progress?.(fraction, note))
    try {
      return await Promise.race<ToolOutcome>([api.runTool(call, callId, report), lost, stopped])
    } catch (error) {
      if (!isAppError(error)) throw error
      const { code, message, details } = error
      const milliseconds = Math.round(performance.now() - started)
      return { ok: false, error: { code, message, details }, milliseconds }
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

const stoppedError = () => new DOMException('Stopped', 'AbortError')
