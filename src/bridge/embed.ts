import { proxy } from 'comlink'
import { makeId } from '../lib/ids.ts'
import type { WorkerLife } from './api.ts'
import type { WorkerHost } from './worker-host.ts'

/** What the embedding worker is to load. */
export interface EmbedderAsk {
  readonly modelId: string
  /** Paths in the model's folder with their bytes. */
  readonly files: readonly (readonly [path: string, blob: Blob])[]
}

export interface LoadedEmbedder {
  readonly modelId: string
  readonly dimensions: number
}

/** Vectors of length 1 in the order of the texts, and the model that they are of: those of two models never mix. */
export interface Embedded {
  readonly modelId: string
  readonly vectors: readonly Float32Array[]
}

/** workers/embed.ts. */
export interface EmbedApi extends Pick<WorkerLife, 'begin'> {
  /** In place of the model before. Rejects with read_failed where the files are no such model. */
  load(ask: EmbedderAsk, callId: string): Promise<LoadedEmbedder>
  /** Rejects with model_failed where no model is loaded, AbortError after `stop(callId)`. */
  embed(texts: readonly string[], callId: string, onProgress: (fraction: number) => void): Promise<Embedded>
  stop(callId: string): Promise<void>
}

interface Options {
  readonly signal?: AbortSignal | undefined
  /** The share of the texts that is done, 0 to 1. */
  readonly progress?: ((fraction: number) => void) | undefined
}

/** One text takes less than this, so that a stopped call has come to rest by then. */
const PATIENCE_MS = 5000

/** The page's or another worker's side of workers/embed.ts. */
export class EmbedClient {
  constructor(private readonly host: WorkerHost<EmbedApi>) {}

  load(ask: EmbedderAsk, signal?: AbortSignal): Promise<LoadedEmbedder> {
    const callId = makeId('call')
    return this.host.call((api) => api.load(ask, callId), { signal, cancel: (api) => api.stop(callId) })
  }

  embed(texts: readonly string[], { signal, progress }: Options = {}): Promise<Embedded> {
    const callId = makeId('call')
    const report = proxy((fraction: number) => progress?.(fraction))
    return this.host.call((api) => api.embed(texts, callId, report), {
      signal,
      cancel: (api) => api.stop(callId),
      patienceMs: PATIENCE_MS,
    })
  }
}
