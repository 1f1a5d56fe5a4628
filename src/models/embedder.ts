export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined
  /** Called after each text with the share that is done, 0 to 1. */
  readonly progress?: ((fraction: number) => void) | undefined
}

/** Turns texts into vectors of length 1, one a text in the same order, so that a dot product is their cosine. */
export interface Embedder {
  readonly dimensions: number
  /** Throws AbortError where the signal is aborted, between two texts. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>
}
