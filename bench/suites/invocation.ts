import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { cachedMiniLm } from '../lib/cached-minilm.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { invocationRun, invoke, withoutLimit, type Protocol } from '../retrieval/invocation/evaluate.ts'
import type { PlannedFlow } from '../retrieval/invocation/planner.ts'
import { invocationSet } from '../retrieval/invocation/task.ts'
import { VARIANTS } from '../retrieval/invocation/variants.ts'
import { readToolset } from '../retrieval/toolset.ts'

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
    seed: 'of the order of tasks in the online protocol (default 1)',
  },
  seeds: ({ seed }) => ({ order: wholeNumber('seed', seed ?? '1') }),
  async run(context) {
    const rows: Row[] = []
    for (const { file, pool } of files(context)) rows.push(...(await runSet(file, pool, context)))
    return rows
  },
}

function files({
  shared,
  options,
}: BenchContext): readonly { readonly file: string; readonly pool: number }[] {
  const { file, set, pool } = options
  if (file !== undefined) return [{ file, pool: wholeNumber('pool', pool ?? '20') }]
  return (set?.split(',') ?? Object.keys(SETS)).map((name) => {
    const own = SETS[name]
    if (own === undefined) {
      throw new AppError(
        'invalid_input',
        `No set is named ${name}; there are ${Object.keys(SETS).join(', ')}.`,
      )
    }
    return { file: join(shared, 'data', 'toolsets', `${name}.json`), pool: own }
  })
}

async function runSet(file: string, pool: number, context: BenchContext): Promise<Row[]> {
  const { options, cache, progress } = context
  const whole = readToolset(file)
  const limit = options['limit']
  const toolset =
    limit === undefined ? whole : { ...whole, tasks: whole.tasks.slice(0, wholeNumber('limit', limit)) }
  const seed = wholeNumber('seed', options['seed'] ?? '1')
  const set = await invocationSet(toolset, cachedMiniLm(context), progress)
  const content = createHash('sha256').update(JSON.stringify(toolset)).digest('hex')
  // Without training tasks nothing can be planned before the first is solved.
  const protocols: readonly Protocol[] = set.train.length > 0 ? ['static', 'online'] : ['online']
  const rows: Row[] = []
  for (const protocol of protocols) {
    const key = `${content} ${protocol} ${seed}`
    const known = cache.get(key) as readonly Omit<PlannedFlow, 'task'>[] | undefined
    const run = invocationRun(set, protocol, { pool, seed, progress, ...(known ? { known } : {}) })
    cache.set(
      key,
      run.planned.map(({ flow, usualLength }) => ({ flow, usualLength })),
    )
    rows.push(withoutLimit(run))
    for (const variant of VARIANTS) {
      const label = Object.values(variant.label).join(' ')
      const row = (cache.get(`${key} ${label}`) as Row | undefined) ?? invoke(variant, run)
      cache.set(`${key} ${label}`, row)
      rows.push(row)
      progress(`${set.name} ${protocol} ${label}: F1 ${Number(row['f1']).toFixed(3)}`)
    }
  }
  return rows
}
