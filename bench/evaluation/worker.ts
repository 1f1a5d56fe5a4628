import { pathToFileURL } from 'node:url'
import type { Outcome } from './pool.ts'

/** What the pool sends. */
export interface Assignment {
  readonly job: unknown
}

/** What it gets back. */
export type Report = Outcome<unknown>

/** `node --import tsx worker.ts MODULE`, a child of pool.ts: does one job after another with the module's `work`. */
const { work } = (await import(pathToFileURL(process.argv[2]!).href)) as {
  work: (job: unknown) => unknown
}

process.on('message', ({ job }: Assignment) => {
  void report(job).then((answer) => process.send!(answer))
})

async function report(job: unknown): Promise<Report> {
  try {
    return { ok: true, result: await work(job) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
