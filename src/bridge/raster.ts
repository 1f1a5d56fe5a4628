import { proxy } from 'comlink'
import { makeId } from '../lib/ids.ts'
import type { AddResult, DrawnGeometry, TileRequest } from '../trace/data.ts'
import type { LayerId, LayerStyle } from '../trace/layer.ts'
import type { TableOrder } from '../trace/table.ts'
import type { ToolCall, ToolOutcome } from '../trace/call.ts'
import type { DroppedFile, RasterApi, WorkerLife } from './api.ts'
import type { WorkerHost } from './worker-host.ts'

type Progress = (fraction: number, note: string) => void
type Worker = RasterApi & WorkerLife

/** A stopped import or tool that has not come to rest by then is stuck in one long computation. */
const PATIENCE_MS = 5000

/** The page's side of workers/raster.ts. Stopped calls reject with AbortError; worker_lost where the worker died. */
export class RasterClient {
  private readonly running = new Map<string, AbortController>()

  constructor(private readonly host: WorkerHost<Worker>) {}

  addFiles(files: readonly DroppedFile[], onProgress: Progress, signal?: AbortSignal): Promise<AddResult> {
    const callId = makeId('call')
    const report = proxy(onProgress)
    return this.host.call((api) => api.addFiles([...files], report, callId), {
      signal,
      cancel: (api) => api.cancel(callId),
      patienceMs: PATIENCE_MS,
    })
  }

  makeFiles(...args: Parameters<RasterApi['makeFiles']>) {
    return this.host.call((api) => api.makeFiles(...args))
  }

  layers() {
    return this.host.call((api) => api.layers())
  }

  removeLayer(id: LayerId) {
    return this.host.call((api) => api.removeLayer(id))
  }

  override(...args: Parameters<RasterApi['override']>) {
    return this.host.call((api) => api.override(...args))
  }

  restyle(...args: Parameters<RasterApi['restyle']>) {
    return this.host.call((api) => api.restyle(...args))
  }

  specs() {
    return this.host.call((api) => api.specs())
  }

  recipes() {
    return this.host.call((api) => api.recipes())
  }

  saveRecipe(...args: Parameters<RasterApi['saveRecipe']>) {
    return this.host.call((api) => api.saveRecipe(...args))
  }

  removeRecipe(name: string) {
    return this.host.call((api) => api.removeRecipe(name))
  }

  async runTool(call: ToolCall, callId: string, onProgress: Progress): Promise<ToolOutcome> {
    const stop = new AbortController()
    this.running.set(callId, stop)
    const report = proxy(onProgress)
    try {
      return await this.host.call<ToolOutcome>((api) => api.runTool(call, callId, report), {
        signal: stop.signal,
        cancel: (api) => api.cancel(callId),
        patienceMs: PATIENCE_MS,
      })
    } finally {
      this.running.delete(callId)
    }
  }

  /** Stops a `runTool`. */
  cancel(callId: string): Promise<void> {
    this.running.get(callId)?.abort()
    return Promise.resolve()
  }

  /** The bitmap is the caller's to close. */
  renderTile(request: TileRequest, signal?: AbortSignal): Promise<ImageBitmap> {
    const callId = makeId('tile')
    return this.host.call((api) => api.renderTile(request, callId), {
      signal,
      cancel: (api) => api.cancel(callId),
    })
  }

  legend(id: LayerId, style: LayerStyle) {
    return this.host.call((api) => api.legend(id, style))
  }

  ranges(id: LayerId, style: LayerStyle) {
    return this.host.call((api) => api.ranges(id, style))
  }

  about(id: LayerId) {
    return this.host.call((api) => api.about(id))
  }

  probe(id: LayerId, x: number, y: number) {
    return this.host.call((api) => api.probe(id, x, y))
  }

  areaOf(geometry: DrawnGeometry) {
    return this.host.call((api) => api.areaOf(geometry))
  }

  features(id: LayerId) {
    return this.host.call((api) => api.features(id))
  }

  table(id: LayerId, order: TableOrder) {
    return this.host.call((api) => api.table(id, order))
  }

  file(name: string) {
    return this.host.call((api) => api.file(name))
  }
}
