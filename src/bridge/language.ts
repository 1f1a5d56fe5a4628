import type { CompletionAsk, Completed, Picked, Scored } from '../models/engine.ts'
import type { Prompt } from '../models/prompt.ts'
import type { WorkerLife } from './api.ts'

/** Which library runs a model. */
export type EngineKind = 'webllm' | 'transformers' | 'wllama' | 'browser' | 'server'

/** What was found out when a model was loaded and saves time when it is loaded again on this machine. */
export interface FoundOut {
  /** Threads that were the quickest. */
  readonly threads?: number
  /** What it is known to write: token ids. */
  readonly proof?: { readonly promptIds: readonly number[]; readonly tokenIds: readonly number[] }
}

/** What an engine host is to load. */
export interface LoadAsk {
  readonly engine: EngineKind
  readonly modelId: string
  /** Paths in the model's folder with their bytes; none for engines that hold their own. */
  readonly files: readonly (readonly [path: string, blob: Blob])[]
  /** SHA-256 by path, of those files that have a known one. */
  readonly hashes: Readonly<Record<string, string>>
  /** Polled by engines whose thread never yields: 1 stops what is under way. Absent where memory cannot be shared. */
  readonly stopFlag?: Int32Array
  /** Of a server on this machine. */
  readonly url?: string
  /** From the time before. */
  readonly found?: FoundOut
}

/** What is known of a model once it is loaded. */
export interface LoadedModel {
  readonly modelId: string
  readonly contextSize: number
  readonly tellsProbabilities: boolean
  /** What its evidence counts beside what is known before; at 0 it decides nothing in a hybrid run. */
  readonly weight: number
  /** 'WebGPU', '2 threads on the processor': for people. */
  readonly runsOn: string
  /** Measured on a short prompt after loading; null where the engine tells no tokens. */
  readonly promptTokensPerSecond: number | null
  readonly writtenTokensPerSecond: number | null
  readonly found: FoundOut
}

/**
 * One inference engine in a thread of its own (workers/language.ts), or on the page where only that has it. Calls other
 * than `begin` and `load` reject with model_failed where no model is loaded.
 */
export interface LanguageApi extends Pick<WorkerLife, 'begin'> {
  /** In place of the model before. Rejects with AbortError after `stop(callId)`. */
  load(
    ask: LoadAsk,
    callId: string,
    onProgress: (fraction: number, note: string) => void,
  ): Promise<LoadedModel>
  countTokens(text: string): Promise<number>
  logProbs(prompt: Prompt, options: readonly string[], callId: string): Promise<Scored>
  pick(prompt: Prompt, options: readonly string[], callId: string): Promise<Picked>
  complete(
    prompt: Prompt,
    ask: Omit<CompletionAsk, 'onText'>,
    callId: string,
    onText: ((piece: string) => void) | null,
  ): Promise<Completed>
  stop(callId: string): Promise<void>
  unload(): Promise<void>
}

/** A model that a person wants to be used, and how. */
export interface ModelChoice {
  readonly engine: EngineKind
  readonly modelId: string
  /** 'hybrid': the planner goes first, and the model decides where nothing that was learned binds. */
  readonly policy: 'hybrid' | 'model'
  /** Of a server on this machine. */
  readonly url?: string
}

export type ModelState =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly choice: ModelChoice }
  | { readonly state: 'ready'; readonly choice: ModelChoice; readonly loaded: LoadedModel }
  /** `message` is for people. */
  | { readonly state: 'failed'; readonly choice: ModelChoice; readonly message: string }
