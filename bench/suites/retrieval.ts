import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { table } from '../harness/table.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { METHODS, PARTS, type MethodKind } from '../retrieval/methods.ts'
import { runJobs } from '../retrieval/run-jobs.ts'
import { SUBSET_SEED } from '../retrieval/texts/subset.ts'
import { readSource, type RetrievalJob, type SetSource } from '../retrieval/work.ts'

const aim = (protocol: 'static' | 'online', set: string, figure: string, atLeast: number) => ({
  row: 'geoforge',
  where: { set, protocol, without: 'nothing' },
  figure,
  atLeast,
})

/** Tool retrieval on published sets: one row a method, set and protocol. */
export const bench: Bench = {
  name: 'retrieval',
  title: 'Tool retrieval: which tools does a question need?',
  options: {
    set: 'only these sets of ../shared/data/toolsets, with commas between',
    file: 'a set of your own instead: { tools, tasks, train? } as JSON',
    limit: 'only the first so many tasks of each set',
    seed: 'of the first order of tasks in the online protocol (default 1)',
    orders: 'how many orders the online figures are the mean of (default 5)',
    part: `only these, with commas between: ${Object.keys(PARTS).join(', ')}`,
    model:
      'compares question, clauses and the texts of an on-device model (a .gguf file or a folder with one; SmolLM2-135M of the shared folder where none is named) on 60 questions a set',
    threads: 'of that model; by default a probe finds it',
    words: 'leave the embedder out, and the methods that need it',
  },
  aims: [
    aim('static', 'geoplan', 'recall_at_20', 0.93),
    aim('static', 'geoplan', 'ndcg_at_20', 0.9),
    aim('online', 'geoplan', 'recall_at_20', 0.945),
    aim('online', 'geoplan', 'ndcg_at_20', 0.92),
    // What the paper reports with a large language model.
    aim('static', 'apibank_l3_lib21', 'recall_at_5', 0.9067),
    aim('online', 'apibank_l3_lib21', 'recall_at_5', 0.96),
    aim('online', 'apibank_l3_lib_all', 'recall_at_5', 0.93),
    aim('online', 'sealtools', 'recall_at_5', 0.83),
    aim('online', 'sealtools', 'recall_at_20', 0.965),
    aim('online', 'stabletoolbench', 'recall_at_5', 0.74),
    aim('online', 'stabletoolbench', 'recall_at_20', 0.9),
    aim('online', 'toollinkos', 'recall_at_10', 0.96),
    aim('online', 'toollinkos', 'recall_at_20', 0.992),
  ],
  seeds: ({ seed, model }) => ({
    order: wholeNumber('seed', seed ?? '1'),
    ...(model === undefined ? {} : { questions: SUBSET_SEED }),
  }),
  async run(context) {
    const sources = setSources(context)
    const rows =
      context.options['model'] === undefined
        ? await wholeRows(sources, context)
        : await modelRows(sources, context)
    for (const [set, group] of bySet(rows)) context.progress(`${set}\n${table(group.map(short))}`)
    return rows
  },
}

async function wholeRows(sources: readonly SetSource[], context: BenchContext): Promise<readonly Row[]> {
  const read = sources.map((source) => ({ source, set: readSource(source) }))
  // The longest first, so that no process is left alone with it at the end.
  const longestFirst = [...read].sort((a, b) => size(b.set) - size(a.set))
  const jobs = longestFirst.flatMap(({ source, set }) => jobsOf(source, set, context))
  const results = await runJobs(jobs, context)
  return sources.flatMap((source) => jobs.flatMap((job, at) => (job.source === source ? results[at]! : [])))
}

async function modelRows(sources: readonly SetSource[], context: BenchContext): Promise<readonly Row[]> {
  // The browser's driver takes seconds to load, which listing the suites should not.
  const { comparisonRows } = await import('../retrieval/texts/comparison.ts')
  return await comparisonRows(sources, orderSeeds(context), context)
}

const size = ({ tools, tasks }: { readonly tools: readonly unknown[]; readonly tasks: readonly unknown[] }) =>
  tools.length * tasks.length

function orderSeeds({ options }: BenchContext): readonly number[] {
  const first = wholeNumber('seed', options['seed'] ?? '1')
  const orders = wholeNumber('orders', options['orders'] ?? '5')
  return Array.from({ length: orders }, (_, at) => first + at)
}

function jobsOf(source: SetSource, set: object, context: BenchContext): readonly RetrievalJob[] {
  const content = createHash('sha256').update(JSON.stringify(set)).digest('hex')
  const seeds = orderSeeds(context)
  const wanted = kindsOf(context.options['part'])
  return METHODS.flatMap((kind, method) =>
    !wanted.includes(kind) || (kind.needsEmbedder && !source.embedder)
      ? []
      : [{ source, content, method, seeds }],
  )
}

function kindsOf(parts: string | undefined): readonly MethodKind[] {
  if (parts === undefined) return METHODS
  return parts.split(',').flatMap((name): readonly MethodKind[] => {
    if (name in PARTS) return PARTS[name as keyof typeof PARTS]
    throw new AppError(
      'invalid_input',
      `No part is named ${name}; there are ${Object.keys(PARTS).join(', ')}.`,
    )
  })
}

function setSources({ shared, workFolder, options }: BenchContext): readonly SetSource[] {
  const limit = options['limit'] === undefined ? null : wholeNumber('limit', options['limit'])
  const embedder = options['words'] === undefined ? { shared, workFolder } : null
  return toolsetFiles(shared, options).map((file) => ({ file, limit, embedder }))
}

function toolsetFiles(shared: string, options: BenchContext['options']): readonly string[] {
  if (options['file'] !== undefined) return [options['file']]
  const folder = join(shared, 'data', 'toolsets')
  if (!existsSync(folder)) {
    throw new AppError(
      'read_failed',
      `There are no tool sets at ${folder}. Set GEOFORGE_SHARED to the folder of shared data, or give --file.`,
    )
  }
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
  const wanted = options['set']?.split(',') ?? names
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new AppError(
      'invalid_input',
      `No set is named ${unknown.join(', ')}; there are ${names.join(', ')}.`,
    )
  }
  return wanted.map((name) => join(folder, `${name}.json`))
}

function bySet(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(String(row['set']), [...(groups.get(String(row['set'])) ?? []), row])
  return groups
}

/** What fits a screen. */
const short = (row: Row): Row =>
  Object.fromEntries(
    ['name', 'texts', 'without', 'constant', 'value', 'protocol', 'recall_at_5', 'recall_at_20', 'ndcg_at_20']
      .filter((key) => row[key] !== undefined)
      .map((key) => [key, row[key]]),
  ) as Row
