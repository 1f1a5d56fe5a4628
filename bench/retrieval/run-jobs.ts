import { join } from 'node:path'
import { resultsOf, runPool } from '../evaluation/pool.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { prepareSource, type RetrievalJob } from './work.ts'

/** Rows of each job, worked out in child processes. */
export async function runJobs(
  jobs: readonly RetrievalJob[],
  { cache, progress }: Pick<BenchContext, 'cache' | 'progress'>,
): Promise<readonly (readonly Row[])[]> {
  // Before the work is shared out, as no two processes should embed the same texts.
  for (const source of new Set(jobs.map((job) => job.source))) {
    if (source.embedder) await prepareSource(source, progress)
  }
  return resultsOf(
    await runPool<readonly Row[]>(join(import.meta.dirname, 'work.ts'), jobs, {
      cache,
      progress: (done, total) => progress(`${done} of ${total} methods on sets done`),
    }),
  )
}
