import type { RunStatus } from './events.ts'

/** What `npm run eval -- SUITE --json FILE` writes: figures are flat, with the unit in the key. */
export interface EvaluationReport {
  readonly suite: string
  readonly version: string
  readonly machine: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, string>>
  readonly rows: readonly EvaluationRow[]
}

export type EvaluationRow = Readonly<Record<string, number | string>> & { readonly name: string }

/** A choice among several ways. */
export interface EvaluatedDecision {
  readonly kind: 'decision'
  /** Who made the plan: 'skill', 'workflow', 'search' or 'model'. */
  readonly by: string
  readonly reason: string
  readonly options: readonly { readonly name: string; readonly score: number }[]
  readonly chosen: string
}

export interface EvaluatedCall {
  readonly kind: 'call'
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly purpose?: string | undefined
  /** What was observed, or the error's message. */
  readonly text: string
  readonly status: 'ok' | 'error' | 'failed-check'
}

/** What a run did next. */
export type EvaluatedStep = EvaluatedDecision | EvaluatedCall

/** A memory that was recalled. */
export interface EvaluatedRecall {
  readonly kind: string
  readonly title: string
  readonly score: number
  readonly used: boolean
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

  readonly type?: string | undefined
  readonly split?: string | undefined
  readonly style?: string | undefined
  /** The data in words: χ(d) in short. */
  readonly data?: string | undefined
  readonly recalled?: readonly EvaluatedRecall[] | undefined
  readonly steps?: readonly EvaluatedStep[] | undefined
  readonly status?: RunStatus | undefined
  /** The answer's text, and the one that was expected. */
  readonly given?: string | undefined
  readonly wanted?: string | undefined
  readonly right?: boolean | undefined
  /** What is wrong, in short; empty where right. */
  readonly why?: string | undefined
  /** Class of the failure; null for a right answer. */
  readonly failure?: string | null | undefined
}

/** What the report page reads: every suite's figures, and the single runs that are kept. */
export interface ReportData {
  readonly reports: readonly EvaluationReport[]
  readonly runs: readonly EvaluatedRun[]
}
