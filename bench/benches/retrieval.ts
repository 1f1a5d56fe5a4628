import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchContext, Row } from '../harness/bench.ts'
import { percentile } from '../lib/percentile.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'
import type { RetrievalBenchOptions, RetrievalRun } from '../pages/retrieval/measure.ts'

const SEED = 9
const SIZES = [104, 10_000, 100_000]
const QUESTIONS = 300
const UPDATES = 500
const LOADS = 5
const MB = 2 ** 20

function rowsOf(tools: number, run: RetrievalRun, peakMb: number): Row[] {
  const size = String(tools)
  const [own, peer] = [percentile(run.queryMs, 0.95), percentile(run.peerMs, 0.95)]
  return [
    {
      name: 'query',
      size,
      scan: run.kind,
      // What the work takes where nothing else has the processor meanwhile.
      p10_ms: percentile(run.queryMs, 0.1),
      p50_ms: percentile(run.queryMs, 0.5),
      p95_ms: own,
      recall_at_20: run.recall,
      plain_loop_p50_ms: percentile(run.peerMs, 0.5),
      plain_loop_p95_ms: peer,
      ratio_p95_ms: own / peer,
    },
    {
      name: 'update',
      size,
      edges: run.edges,
      p10_ms: percentile(run.updateMs, 0.1),
      p50_ms: percentile(run.updateMs, 0.5),
      p95_ms: percentile(run.updateMs, 0.95),
      max_ms: Math.max(...run.updateMs),
    },
    {
      name: 'load',
      size,
      p50_ms: percentile(run.loadMs, 0.5),
      min_ms: Math.min(...run.loadMs),
      max_ms: Math.max(...run.loadMs),
      first_query_ms: percentile(run.firstMs, 0.5),
      save_p50_ms: percentile(run.saveMs, 0.5),
      build_ms: run.buildMs,
      file_mb: run.fileBytes / MB,
    },
    { name: 'memory', size, index_mb: run.heldBytes / MB, browser_peak_mb: peakMb },
  ]
}

/** The index of tools at three sizes: what a question, a run's update and a start cost, in a worker of Chromium. */
export const bench = {
  name: 'retrieval',
  title: 'Queries, updates and loading of an index of 104 to 100,000 tools, in Chromium, beside a plain loop',
  options: {
    sizes: `tools, by commas; ${SIZES.join(',')} by default`,
    questions: `questions of each size, ${QUESTIONS} by default`,
  },
  aims: [
    { row: 'query', where: { size: '104' }, figure: 'p95_ms', atMost: 1 },
    { row: 'query', where: { size: '10000' }, figure: 'p95_ms', atMost: 3 },
    { row: 'query', where: { size: '100000' }, figure: 'p95_ms', atMost: 15 },
    { row: 'query', figure: 'recall_at_20', atLeast: 0.99 },
    { row: 'update', figure: 'p95_ms', atMost: 1 },
    { row: 'load', figure: 'p50_ms', atMost: 500 },
  ],
  seeds: () => ({ retrieval: SEED }),
  async run({ options, shared, progress }: BenchContext): Promise<Row[]> {
    const sizes = options['sizes']?.split(',').map(Number) ?? SIZES
    const rows: Row[] = []
    for (const size of sizes) {
      progress(`${size} tools, in Chromium`)
      // A browser of its own each: what one held would count for the next.
      const { result, peakMb } = await runInBrowser<RetrievalRun>({
        page: 'retrieval',
        files: [],
        options: {
          size,
          questions: Number(options['questions'] ?? QUESTIONS),
          updates: UPDATES,
          loads: LOADS,
          seed: SEED,
        } satisfies RetrievalBenchOptions,
      })
      rows.push(...rowsOf(size, result, peakMb))
    }
    return [...rows, ...(await embedding(shared, progress))]
  },
}

/** What comes before a query and is not counted in it: the question's vector. Left out, and said, without the model. */
async function embedding(shared: string, progress: BenchContext['progress']): Promise<Row[]> {
  const folder = join(shared, 'models', 'all-MiniLM-L6-v2')
  if (!existsSync(join(folder, 'onnx', 'model_quantized.onnx'))) {
    progress(`no row for the question's embedding: there is no model at ${folder}`)
    return []
  }
  progress('embedding of questions, in Chromium')
  const files = [folder, join(folder, 'onnx')].flatMap((place) =>
    readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(json|onnx)$/.test(entry.name))
      .map((entry) => join(place, entry.name)),
  )
  const embed = Array.from(
    { length: 60 },
    (_, at) => `How many hectares burned near the village of number ${at} between June and September?`,
  )
  const { result } = await runInBrowser<number[]>({ page: 'retrieval', files, options: { embed } })
  const warm = result.slice(10)
  return [{ name: 'question embedding', p50_ms: percentile(warm, 0.5), p95_ms: percentile(warm, 0.95) }]
}
