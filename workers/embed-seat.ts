import type { RunEmbedder } from '../src/agent/index.ts'
import type { EmbedClient, EmbedderAsk } from '../src/bridge/embed.ts'
import { isAbort } from '../src/lib/abort.ts'
import { EmbeddedMemory } from '../src/memory/index.ts'
import type { MemorySnapshot, VectorStore } from '../src/memory/types.ts'
import type { Embedder } from '../src/models/embedder.ts'
import { ToolVectors, type IndexStore } from '../src/retrieval/index.ts'

export interface EmbedSeatParts {
  readonly client: Pick<EmbedClient, 'load' | 'embed'>
  /** The embedder that is stored whole, null where there is none. */
  readonly stored: () => Promise<EmbedderAsk | null>
  readonly vectors: () => Promise<VectorStore>
  /** Where the vectors of tools are kept. */
  readonly toolFiles: () => Promise<IndexStore>
}

/** An embedder that is loaded, with the vectors that it made. */
export class Seated implements RunEmbedder {
  private readonly stop = new AbortController()

  constructor(
    readonly modelId: string,
    readonly memory: EmbeddedMemory,
    readonly tools: ToolVectors,
  ) {}

  /** Makes the vectors that a memory and the tools asked for last lack. Throws as embedder and store do, AbortError once it is left. */
  async refresh(snapshot: MemorySnapshot): Promise<void> {
    const { signal } = this.stop
    await this.memory.refresh(snapshot, { signal })
    await this.tools.refresh({ signal })
  }

  /** What is made in the background is of no use any more. */
  leave(): void {
    this.stop.abort()
  }
}

/** No question waits longer than this for the embedder, and only the first does: words serve as well as they can. */
const PATIENCE_MS = 15_000

/** The embedder that the person has, loaded when it is first wanted. Without one, or where it fails, words are compared. */
export class EmbedSeat {
  private seated: Seated | null = null
  /** A model that could not be loaded: tried again when another was there meanwhile, or in the next session. */
  private failed: string | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private isLate = false

  constructor(private readonly parts: EmbedSeatParts) {}

  /** Null where there is no embedder that works, or none yet. A stop ends the waiting, not the loading. Throws AbortError alone. */
  take(signal?: AbortSignal): Promise<Seated | null> {
    const turn = this.turn.then(() => this.seat())
    this.turn = turn
    void turn.then(() => (this.isLate = false))
    return this.soonEnough(turn, signal)
  }

  private async seat(): Promise<Seated | null> {
    const stored = await this.parts.stored().catch(() => null)
    if (this.failed !== stored?.modelId) this.failed = null
    if (!stored || this.failed !== null) return null
    if (this.seated?.modelId === stored.modelId) return this.seated
    this.seated?.leave()
    this.seated = null
    try {
      const { modelId, dimensions } = await this.parts.client.load(stored)
      const embedder: Pick<Embedder, 'embed'> = {
        embed: (texts, options) => this.embed(modelId, texts, options?.signal),
      }
      const vectors = await this.parts.vectors()
      this.seated = new Seated(
        modelId,
        new EmbeddedMemory({ embedder, modelId, vectors }),
        new ToolVectors({ embedder, modelId, dimensions, files: this.parts.toolFiles }),
      )
      return this.seated
    } catch {
      this.failed = stored.modelId
      return null
    }
  }

  private async embed(
    modelId: string,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    try {
      const { vectors } = await this.parts.client.embed(texts, { signal })
      return [...vectors]
    } catch (error) {
      // A worker that died holds no model any more: the next question loads it again.
      if (!isAbort(error) && this.seated?.modelId === modelId) this.seated = null
      throw error
    }
  }

  private soonEnough<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result | null> {
    return new Promise((resolve, reject) => {
      const onLate = () => {
        this.isLate = true
        resolve(null)
      }
      const timer = setTimeout(onLate, this.isLate ? 0 : PATIENCE_MS)
      const onAbort = () => reject(new DOMException('Stopped', 'AbortError'))
      if (signal?.aborted) onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      void work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      })
    })
  }
}
