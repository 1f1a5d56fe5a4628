import { toolSpec } from '../../src/tools/tool.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import type { WalkStep } from '../lib/memory-view-walk.ts'
import { timeMemoryView } from '../lib/memory-view.ts'
import { percentile } from '../lib/percentile.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'
import type { MemoryBenchOptions, MemoryRun } from '../pages/memory/page.ts'

const SEED = 8
const FULL = 10_000
/** Workflows, and as many experiences; a tenth as many skills. */
const SIZES = [100, 300, 1000, 3000, FULL]
const QUESTIONS = 200
const COMMITS = 100
/** Walks through the memory view. */
const ROUNDS = 3

function rowsOf({ size, assembly, stored }: MemoryRun): Row[] {
  const at = { size: String(size.workflows), experiences: size.experiences, skills: size.skills }
  const own = percentile(assembly.ownMs, 0.95)
  const peer = percentile(assembly.peerMs, 0.95)
  const rows: Row[] = [
    {
      name: 'context assembly',
      ...at,
      // What the work takes where nothing else has the processor meanwhile.
      p10_ms: percentile(assembly.ownMs, 0.1),
      p50_ms: percentile(assembly.ownMs, 0.5),
      p95_ms: own,
      max_ms: Math.max(...assembly.ownMs),
      plain_scan_p10_ms: percentile(assembly.peerMs, 0.1),
      plain_scan_p95_ms: peer,
      ratio_p95_ms: own / peer,
      prepare_ms: assembly.prepareMs,
    },
  ]
  if (!stored) return rows
  const commit = percentile(stored.commitMs, 0.95)
  const plainCommit = percentile(stored.plainCommitMs, 0.95)
  const snapshot = percentile(stored.snapshotMs, 0.5)
  const bulk = percentile(stored.bulkReadMs, 0.5)
  return [
    ...rows,
    {
      name: 'commit',
      ...at,
      p10_ms: percentile(stored.commitMs, 0.1),
      p50_ms: percentile(stored.commitMs, 0.5),
      p95_ms: commit,
      plain_put_p95_ms: plainCommit,
      ratio_p95_ms: commit / plainCommit,
    },
    {
      name: 'start-up',
      ...at,
      quick_check_ms: percentile(stored.openMs, 0.5),
      snapshot_ms: snapshot,
      bulk_read_ms: bulk,
      ratio_snapshot_ms: snapshot / bulk,
    },
    {
      name: 'full check',
      ...at,
      ms: stored.fullCheckMs,
      journal_rows: stored.journalRows,
      fill_seconds: stored.fillSeconds,
    },
  ]
}

/** What a person waits for in the memory view over the largest memory, and the longest task of the main thread meanwhile. */
function viewRows(size: number, steps: readonly WalkStep[]): Row[] {
  return [...new Set(steps.map(({ action }) => action))].map((action) => {
    const own = steps.filter((step) => step.action === action)
    const middle = (figure: 'processorMs' | 'clockMs' | 'shownMs') =>
      percentile(
        own.map((step) => step[figure]),
        0.5,
      )
    return {
      name: 'memory view',
      size: String(size),
      action,
      longest_task_ms: middle('processorMs'),
      longest_task_clock_ms: middle('clockMs'),
      shown_ms: middle('shownMs'),
    }
  })
}

/** Growth of the memory: what a question, a run's commit, the start and the full check cost, in Chromium. */
export const bench = {
  name: 'memory',
  title: `Context assembly, commits, start, checks and the view of a memory of 100 to ${FULL} workflows and experiences, in Chromium`,
  options: {
    sizes: `workflows, and as many experiences, by commas; ${SIZES.join(',')} by default`,
    store: 'no leaves the parts in IndexedDB out, and the memory view',
    questions: `questions of each size, ${QUESTIONS} by default`,
  },
  aims: [
    { row: 'context assembly', where: { size: String(FULL) }, figure: 'p95_ms', atMost: 20 },
    { row: 'commit', where: { size: String(FULL) }, figure: 'p95_ms', atMost: 40 },
    { row: 'start-up', where: { size: String(FULL) }, figure: 'quick_check_ms', atMost: 300 },
    { row: 'memory view', where: { size: String(FULL) }, figure: 'longest_task_ms', atMost: 50 },
  ],
  seeds: () => ({ memory: SEED }),
  async run({ options, progress }: BenchContext): Promise<Row[]> {
    const sizes = (options['sizes']?.split(',').map(Number) ?? SIZES).map((count) => ({
      workflows: count,
      experiences: count,
      skills: Math.round(count / 10),
    }))
    progress(`${sizes.map(({ workflows }) => workflows).join(', ')} workflows, in Chromium`)
    const specs = TOOLS.map(toolSpec)
    const isStored = options['store'] !== 'no'
    const { result } = await runInBrowser<readonly MemoryRun[]>({
      page: 'memory',
      files: [],
      options: {
        sizes,
        specs,
        questions: Number(options['questions'] ?? QUESTIONS),
        commits: isStored ? COMMITS : 0,
        seed: SEED,
      } satisfies MemoryBenchOptions,
    })
    const rows = result.flatMap(rowsOf)
    if (!isStored) return rows
    progress('the memory view over the largest of them')
    const size = sizes.reduce((a, b) => (b.workflows > a.workflows ? b : a))
    const steps = await timeMemoryView({ size, specs, seed: SEED }, ROUNDS)
    return [...rows, ...viewRows(size.workflows, steps)]
  },
}
