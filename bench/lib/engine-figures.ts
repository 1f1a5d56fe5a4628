import type { Usage } from '../../src/models/prompt.ts'

/** What bench/pages/engine is asked for. */
export interface EngineRun {
  readonly threads: number | 'probe'
  /** Names to choose among, 20 of them. */
  readonly names: readonly string[]
}

/** What it measures; times in milliseconds. */
export interface EngineFigures {
  /** The probe of threads is part of it. */
  readonly loadSeconds: number
  readonly threads: number
  readonly readPerSecond: number
  /** One token of a known prompt: read again and answered. */
  readonly oneTokenMs: number
  readonly wroteTokens: number
  readonly wroteMs: number
  /** The first prompt, and another question behind the same system prompt. */
  readonly cold: Usage
  readonly again: Usage
  readonly choices: readonly { readonly options: number; readonly picked: number; readonly scored: number }[]
  readonly writing: AbortFigures
  readonly reading: AbortFigures
}

export interface AbortFigures {
  readonly rejected: number
  readonly free: number
}
