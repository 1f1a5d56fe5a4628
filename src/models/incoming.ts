import type { ModelFile } from './manifest.ts'

/** The answer of a host to a request for one file, and the bytes as they come. */
export interface Incoming {
  readonly status: number
  readonly contentType: string | null
  /** First byte of a partial answer (206), null where the host lets nobody read it. */
  readonly start: number | null
  /** Size of the whole file, null where it is not said. */
  readonly total: number | null
  /** Null for an answer without content. */
  readonly body: ReadableStream<Uint8Array> | null
}

/**
 * Asks for a file of a model from byte `from` on. A host may answer with the whole file all the same. Throws
 * host_not_allowed, read_failed where there is no connection, AbortError.
 */
export type FileSource = (file: ModelFile, from: number, signal: AbortSignal) => Promise<Incoming>
