import { AppError } from '../../lib/errors.ts'
import type { Engine } from '../engine.ts'
import { serverAddress } from './address.ts'
import { Connection } from './connection.ts'
import { llamaProperties, modelList } from './replies.ts'
import { ServerEngine } from './server-engine.ts'

export interface ConnectOptions {
  /** http(s) on localhost, 127.0.0.1 or [::1]. */
  readonly url: string
  /** As the server lists it. */
  readonly model: string
  readonly fetch?: typeof globalThis.fetch
  readonly signal?: AbortSignal | undefined
  /** Tokens of prompt and answer that the server was started with; llama.cpp tells it. */
  readonly contextSize?: number
}

/** What Ollama gives a model where nothing else was set. */
const CONTEXT_SIZE = 4096

/** A server that lists no model by then is not going to. */
const PATIENCE_MS = 10_000

/**
 * A model on a server of this machine (Ollama, LM Studio, llama.cpp). Prompts leave the page for that program. Throws
 * read_failed, model_failed, AbortError, and invalid_input for another address or a model that the server does not have.
 */
export async function connectServer(options: ConnectOptions): Promise<Engine> {
  const { url, model, fetch = globalThis.fetch, signal } = options
  const connection = new Connection(serverAddress(url), bound(fetch))
  const models = await listModels(connection, signal)
  if (!models.includes(model)) {
    const there = models.length === 0 ? 'it offers none' : `it offers ${models.slice(0, 8).join(', ')}`
    throw new AppError(
      'invalid_input',
      `the server at ${connection.root} has no model ${model}: ${there}; fetch it there or choose one of those`,
      { models },
    )
  }
  const properties = await connection.json('/props', llamaProperties, signal).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return new ServerEngine({
    connection,
    modelId: model,
    contextSize: options.contextSize ?? properties?.default_generation_settings.n_ctx ?? CONTEXT_SIZE,
    countsTokens: properties !== null,
  })
}

async function listModels(connection: Connection, signal: AbortSignal | undefined): Promise<string[]> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  try {
    const { data } = await connection.json(
      '/v1/models',
      modelList,
      signal ? AbortSignal.any([signal, late]) : late,
    )
    return (data ?? []).map(({ id }) => id)
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error
    throw new AppError(
      'read_failed',
      `${connection.root} takes the connection but lists no models within ${PATIENCE_MS / 1000} s; start the server anew`,
      { reason: 'slow' },
      { cause: error },
    )
  }
}

/** A browser's fetch refuses to be called as a method of anything else. */
const bound =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (...values) =>
    fetch(...values)
