import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import { resultsOf, runPool } from '../evaluation/pool.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import type { Protocol } from '../retrieval/invocation/evaluate.ts'
import { invocationRow } from '../retrieval/invocation/figures.ts'
import { VARIANTS } from '../retrieval/invocation/variants.ts'
import {
  prepareSource,
  readSource,
  type InvocationJob,
  type InvocationResult,
  type SetSource,
} from '../retrieval/invocation/work.ts'

/** Sets with tools that may be called at a time. */
const SETS: Readonly<Record<string, number>> = { apibank_l3_lib21: 5, apibank_l3_lib_all: 5, geoplan: 20 }

/** Flows that a planner makes of the retrieved tools alone: one row a way to retrieve, set and protocol. */
export const bench: Bench = {
  name: 'invocation',
  title: 'Invocation: which calls does a planner make when it may call only the retrieved tools?',
  options: {
    set: `only these sets, with commas between: ${Object.keys(SETS).join(', ')}`,
    file: 'a set of your own instead: { tools, tasks, train? } as JSON',
    pool: 'tools that may be called of a set of your own (default 20)',
    limit: 'only the first so many tasks of each set',
    seed: 'of the first order of tasks in the online protocol (default 1)',
    orders: 'how many orders the online figures are the mean of (default 5)',
  },
  seeds: ({ seed }) => ({ order: wholeNumber('seed', seed ?? '1') }),
  async run(context) {
    // Before the work is shared out, as no two processes should embed the same texts.
    const groups: Group[] = []
    for (const source of sources(context)) groups.push(...(await groupsOf(source, context)))
    // The longest first, so that no process is left alone with one at the end.
    const jobs = groups.flatMap((group) => group.jobs).sort((a, b) => weight(b) - weight(a))
    const results = resultsOf(
      await runPool<InvocationResult>(
        resolve(import.meta.dirname, '..', 'retrieval', 'invocation', 'work.ts'),
        jobs,
        {
          cache: context.cache,
          progress: (done, total) => context.progress(`${done} of ${total} orders of tasks are done`),
        },
      ),
    )
    const known = new Map(jobs.map((job, at) => [job, results[at]!]))
    return groups.flatMap((group) =>
      rowsOf(
        group,
        group.jobs.map((job) => known.get(job)!),
      ),
    )
  },
}

/** The orders that make the rows of a set and protocol. */
interface Group {
  readonly set: string
  readonly protocol: Protocol
  readonly jobs: readonly InvocationJob[]
}

/** An online run learns as it goes and takes several times as long as one that does not. */
const weight = ({ source, protocol }: InvocationJob) => source.pool * (protocol === 'online' ? 10 : 1)

async function groupsOf(source: SetSource, { options, progress }: BenchContext): Promise<readonly Group[]> {
  const { name, train } = await prepareSource(source, progress)
  const content = createHash('sha256')
    .update(JSON.stringify(readSource(source)))
    .digest('hex')
  const first = wholeNumber('seed', options['seed'] ?? '1')
  const orders = wholeNumber('orders', options['orders'] ?? '5')
  const group = (protocol: Protocol, count: number): Group => ({
    set: name,
    protocol,
    jobs: Array.from({ length: count }, (_, at) => ({ source, content, protocol, seed: first + at })),
  })
  // Without training tasks nothing can be planned before the first is solved.
  return [...(train.length > 0 ? [group('static', 1)] : []), group('online', orders)]
}

function rowsOf({ set, protocol }: Group, results: readonly InvocationResult[]): readonly Row[] {
  const rows = VARIANTS.map(({ label: { name, ...rest } }, at) =>
    invocationRow(
      { name, set, protocol, ...rest },
      results.map(({ variants }) => variants[at]!),
    ),
  )
  const label = { name: 'whole-library', set, protocol, retrieval: 'none' }
  return [
    invocationRow(
      label,
      results.map(({ wholeLibrary }) => wholeLibrary),
    ),
    ...rows,
  ]
}

function sources({ shared, workFolder, options }: BenchContext): readonly SetSource[] {
  const { file, set, pool } = options
  const limit = options['limit'] === undefined ? null : wholeNumber('limit', options['limit'])
  const source = (path: string, size: number): SetSource => ({
    ...{ file: path, pool: size, limit, shared, workFolder },
  })
  if (file !== undefined) return [source(file, wholeNumber('pool', pool ?? '20'))]
  return (set?.split(',') ?? Object.keys(SETS)).map((name) => {
    const own = SETS[name]
    if (own === undefined) {
      throw new AppError(
        'invalid_input',
        `No set is named ${name}; there are ${Object.keys(SETS).join(', ')}.`,
      )
    }
    return source(join(shared, 'data', 'toolsets', `${name}.json`), own)
  })
}
