import { expose } from 'comlink'
import type { EmbedApi, Embedded, EmbedderAsk, LoadedEmbedder } from '../src/bridge/embed.ts'
import { keepErrorsWhole } from '../src/bridge/errors.ts'
import { AppError } from '../src/lib/errors.ts'
import type { Embedder } from '../src/models/embedder.ts'
import { loadMiniLm } from '../src/models/minilm.ts'
import { ONNX_RUNTIMES } from '../src/models/runtime-urls.ts'
import { holdLifeLock } from './life.ts'
import { Stops } from './stops.ts'
import { tellRequests } from './tell-requests.ts'

/** The embedder, away from the page and from the agent: on the processor, from files that it is given. */
class EmbedService implements EmbedApi {
  private loaded: (LoadedEmbedder & { readonly embedder: Embedder }) | null = null
  private readonly stops = new Stops()

  begin(lifeLock: string): Promise<void> {
    return holdLifeLock(lifeLock)
  }

  load({ modelId, files }: EmbedderAsk, callId: string): Promise<LoadedEmbedder> {
    return this.stops.during(callId, async (signal) => {
      const embedder = await loadMiniLm({ files: new Map(files), runtime: ONNX_RUNTIMES.wasm }, signal)
      const { dimensions } = embedder
      this.loaded = { modelId, dimensions, embedder }
      return { modelId, dimensions }
    })
  }

  embed(texts: readonly string[], callId: string, onProgress: (fraction: number) => void): Promise<Embedded> {
    return this.stops.during(callId, async (signal) => {
      if (!this.loaded)
        throw new AppError('model_failed', 'no embedding model is loaded; get one under Models')
      const { embedder, modelId } = this.loaded
      return { modelId, vectors: await embedder.embed(texts, { signal, progress: onProgress }) }
    })
  }

  stop(callId: string): Promise<void> {
    this.stops.stop(callId)
    return Promise.resolve()
  }
}

keepErrorsWhole()
tellRequests('embedding worker')
expose(new EmbedService())
