import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvaluatedRun } from '../../src/trace/evaluation.ts'

/** The option of suites that keep single runs for the report. */
export const RUNS_OPTION = { runs: 'folder to write single runs to, one a line, for npm run report' } as const

/** Writes `SUITE.jsonl` into the folder of `--runs`, in the order given; nothing where the option is not. */
export function writeRuns(folder: string | undefined, suite: string, runs: readonly EvaluatedRun[]): void {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${suite}.jsonl`), runs.map((run) => JSON.stringify(run) + '\n').join(''))
}
