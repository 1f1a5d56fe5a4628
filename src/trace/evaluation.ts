import type { RunStatus } from './events.ts'

/** What `npm run eval -- SUITE --json FILE` writes: figures are flat, with the unit in the key. */
export interface EvaluationReport {
  readonly suite: string
  readonly version: string
  readonly machine: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, string>>
  readonly rows: readonly Readonly<Record<string, number | string>>[]
}

/** What a run did next: it decided for one of several ways, or made a call. */
export type EvaluatedStep =
  | {
      readonly kind: 'decision'
      /** Who made the plan: 'skill', 'workflow', 'search' or 'model'. */
      readonly by: string
      readonly reason: string
      readonly options: readonly { readonly name: string; readonly score: number }[]
      readonly chosen: string
    }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly args: Readonly<Record<string, unknown>>
      readonly purpose?: string
      /** What was observed, or the error's message. */
      readonly text: string
      readonly status: 'ok' | 'error' | 'failed-check'
    }

/**
 * One evaluated run, a line of a suite's `.jsonl`. A suite that only plans writes the first group; one that runs tools the second as well.
 * Nothing in it depends on the clock, so that two runs of a suite give the same lines.
 */
export interface EvaluatedRun {
  readonly suite: string
  readonly id: string
  /** What was varied: `memory` and whatever else the suite varies. */
  readonly variant: Readonly<Record<string, string>>
  readonly question: string
  /** Names of tools in order. */
  readonly expected: readonly string[]
  readonly actual: readonly string[]
  readonly figures: Readonly<Record<string, number>>

  readonly type?: string
  readonly split?: string
  readonly style?: string
  /** The data in words: χ(d) in short. */
  readonly data?: string
  readonly recalled?: readonly {
    readonly kind: string
    readonly title: string
    readonly score: number
    readonly used: boolean
  }[]
  readonly steps?: readonly EvaluatedStep[]
  readonly status?: RunStatus
  /** The answer's text, and the one that was expected. */
  readonly given?: string
  readonly wanted?: string
  readonly right?: boolean
  /** Class of the failure; null for a right answer. */
  readonly failure?: string | null
}
