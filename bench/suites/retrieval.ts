import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { cachedMiniLm } from '../lib/cached-minilm.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { evaluate } from '../retrieval/evaluate.ts'
import { METHODS } from '../retrieval/methods.ts'
import { prepareSet } from '../retrieval/prepared-set.ts'
import { readToolset, type Toolset } from '../retrieval/toolset.ts'

const online = (set: string, figure: string, atLeast: number) => ({
  row: 'geoforge',
  where: { set, protocol: 'online' },
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
    seed: 'of the order of tasks in the online protocol (default 1)',
    words: 'leave the embedder out',
  },
  aims: [
    online('apibank_l3_lib21', 'recall_at_5', 0.95),
    online('apibank_l3_lib_all', 'recall_at_5', 0.913),
    online('geoplan', 'recall_at_20', 0.938),
    online('geoplan', 'ndcg_at_20', 0.911),
    online('sealtools', 'recall_at_5', 0.812),
    online('stabletoolbench', 'recall_at_5', 0.71),
    online('toollinkos', 'recall_at_20', 0.99),
  ],
  seeds: ({ seed }) => ({ order: wholeNumber('seed', seed ?? '1') }),
  async run(context) {
    const rows: Row[] = []
    for (const file of toolsetFiles(context)) rows.push(...(await runSet(file, context)))
    return rows
  },
}

function toolsetFiles({ shared, options }: BenchContext): string[] {
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
    .map((name) => name.replace(/\.json$/, ''))
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

async function runSet(file: string, context: BenchContext): Promise<Row[]> {
  const { options, cache } = context
  const toolset = limited(readToolset(file), options['limit'])
  const seed = wholeNumber('seed', options['seed'] ?? '1')
  const key = createHash('sha256').update(JSON.stringify(toolset)).digest('hex')
  const embedder = options['words'] === undefined ? cachedMiniLm(context) : null
  const set = await prepareSet(toolset, embedder, (note) => context.progress(note))
  const rows: Row[] = []
  for (const { name, needsEmbedder, make } of METHODS) {
    if (needsEmbedder && !embedder) continue
    for (const protocol of ['static', 'online'] as const) {
      const part = `${key} ${name} ${protocol} ${seed}`
      const row = (cache.get(part) ?? evaluate({ name, set, protocol, make, seed })) as Row | null
      cache.set(part, row)
      if (row) {
        rows.push(row)
        context.progress(
          `${set.name}: ${name} ${protocol} done, recall at 20 is ${Number(row['recall_at_20']).toFixed(3)}`,
        )
      }
    }
  }
  return rows
}

function limited(set: Toolset, limit: string | undefined): Toolset {
  return limit === undefined ? set : { ...set, tasks: set.tasks.slice(0, wholeNumber('limit', limit)) }
}
