import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReportData } from './report-data.ts'
import { sampleRuns } from './sample-runs.ts'

/** Characters of single runs that are kept of a suite: the page is fetched whole, and the repository carries them. */
const RUNS_OF_A_SUITE = 150_000

/** Puts the results of one folder in place of those of the same suites in another, with a sample of their single runs. */
export function keepResults(from: string, into: string): void {
  const { reports, runs } = readReportData(from)
  mkdirSync(join(into, 'runs'), { recursive: true })
  for (const report of reports) {
    writeFileSync(join(into, `${report.suite}.json`), JSON.stringify(report, null, 2) + '\n')
    const sample = sampleRuns(
      runs.filter(({ suite }) => suite === report.suite),
      RUNS_OF_A_SUITE,
    )
    if (sample.length === 0) continue
    const lines = sample.map((run) => JSON.stringify(run) + '\n')
    writeFileSync(join(into, 'runs', `${report.suite}.jsonl`), lines.join(''))
  }
}
