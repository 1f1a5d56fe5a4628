import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { EvaluatedRun } from '../../src/trace/evaluation.ts'
import { interval } from '../evaluation/bootstrap.ts'
import { FAILURE_CLASSES } from '../evaluation/failures.ts'
import { readMemories } from '../evaluation/memories.ts'
import { resultsOf, runPool } from '../evaluation/pool.ts'
import { writeRuns } from '../evaluation/runs.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { readSweep } from '../lib/with-settings.ts'
import { mean } from '../metrics.ts'
import { learnFrom } from './learn.ts'
import type { FieldResult } from './run-task.ts'
import { SPLITS, type Split } from './task.ts'
import { tasksOf } from './tasks.ts'
import type { FieldJob } from './work.ts'

/** Of the intervals. */
const SEED = 1

/** Shares of the training tasks after which the memory is tried. */
const CURVE = [0, 0.25, 0.5, 0.75]

/**
 * Learns from the training split (nothing of the split that is asked), then asks every task with every memory mode. One
 * row a mode over all types, one a type with the memory on, and the learning curve.
 */
export async function fieldRows(context: BenchContext, module: string): Promise<readonly Row[]> {
  const { options, progress } = context
  const split = readSplit(options['split'] ?? 'test')
  const modes = readMemories(options['memory'])
  const types = options['type']?.split(',')
  const sweep = options['sweep'] ? options['sweep'].split(';').flatMap(readSweep) : []
  const shared = existsSync(join(context.shared, 'data', 'scenes')) ? context.shared : null
  if (shared === null) progress('no shared folder: tasks on real scenes are left out')
  // Runs over other types must not take each other's memories.
  const folder = join(context.workFolder, 'field', types?.toSorted().join('+').slice(0, 100) ?? 'all')
  mkdirSync(folder, { recursive: true })
  const tasks = tasksOf(split, shared, types)
  const taught = await teach(context, { shared, types, folder })
  const isWhole = options['memory'] === undefined && types === undefined
  const curve = isWhole ? [...taught.parts, { runs: taught.runs, memory: taught.whole }] : []
  const asked = [
    ...modes.map((mode) => ({ mode, memory: taught.whole, settings: {} })),
    ...curve.map(({ memory }) => ({ mode: 'on' as const, memory, settings: {} })),
    ...sweep.map((settings) => ({ mode: 'on' as const, memory: taught.whole, settings })),
  ]
  const jobs = tasks.map(({ id }): FieldJob => ({ id, split, shared, variants: asked }))
  const perTask = resultsOf(
    await runPool<readonly FieldResult[]>(module, jobs, {
      cache: context.cache,
      progress: (done, total) => {
        if (done % 20 === 0 || done === total)
          progress(`${split}, ${asked.length} ways each: ${done} of ${total}`)
      },
    }),
  )
  const resultsAt = (way: number) => perTask.map((results) => results[way]!)
  const runs: EvaluatedRun[] = []
  const rows = modes.flatMap((mode, way): Row[] => {
    const results = resultsAt(way)
    runs.push(...results.map((result) => ({ ...result, variant: { memory: mode } })))
    const row = { name: 'geoforge', memory: mode, ...figuresOf(results), lowest_type: lowestType(results) }
    if (mode !== 'on') return [row]
    for (const { id, why } of results.filter(({ right }) => !right)) progress(`wrong: ${id}: ${why}`)
    return [row, ...byType(results)]
  })
  writeRuns(options['runs'], 'field', runs)
  curve.forEach(({ runs }, at) => {
    const results = resultsAt(modes.length + at)
    rows.push({ name: 'learning-curve', memory: 'on', runs, ...figuresOf(results) })
  })
  sweep.forEach((settings, at) => {
    const [[constant, value]] = Object.entries(settings) as [[string, number]]
    const results = resultsAt(modes.length + curve.length + at)
    rows.push({ name: 'sensitivity', memory: 'on', constant, value, ...figuresOf(results) })
  })
  return rows
}

function readSplit(text: string): Split {
  const split = SPLITS.find((known) => known === text)
  if (!split)
    throw new AppError('invalid_input', `There is no split "${text}"; there are ${SPLITS.join(', ')}.`)
  return split
}

interface Taught {
  /** Training tasks, and the dump of the memory after all of them. */
  readonly runs: number
  readonly whole: string
  readonly parts: readonly { readonly runs: number; readonly memory: string | null }[]
}

async function teach(
  { progress, cache }: BenchContext,
  of: {
    readonly shared: string | null
    readonly types: readonly string[] | undefined
    readonly folder: string
  },
): Promise<Taught> {
  decodeWith(zlibDecoder)
  const { shared, types, folder } = of
  const training = tasksOf('train', shared, types)
  const stops = CURVE.map((part) => Math.round(part * training.length))
  const file = (runs: number) => join(folder, `memory-after-${runs}.json`)
  const parts = stops.map((runs) => ({ runs, memory: runs === 0 ? null : file(runs) }))
  const whole = file(training.length)
  if (cache.get('taught') === true && existsSync(whole)) return { runs: training.length, whole, parts }
  const store = await learnFrom(training, (result, done, memory) => {
    if (!result.right) progress(`training, wrong: ${result.id}: ${result.why}`)
    if (done % 20 === 0 || done === training.length) progress(`training: ${done} of ${training.length}`)
    if (stops.includes(done)) writeFileSync(file(done), memory.dump())
  })
  writeFileSync(whole, store.dump())
  cache.set('taught', true)
  return { runs: training.length, whole, parts }
}

/** Figures of a set of tasks. Accuracy is over those that can be answered, refusal over those that cannot. */
function figuresOf(results: readonly FieldResult[]) {
  const answerable = results.filter(({ mustRefuse }) => !mustRefuse)
  const others = results.filter(({ mustRefuse }) => mustRefuse)
  const rights = answerable.map(({ right }) => Number(right))
  const { low, high } = interval(rights, SEED)
  const over = (name: string) => round(mean(answerable.map(({ figures }) => figures[name]!)))
  return {
    tasks: results.length,
    accuracy: round(mean(rights)),
    accuracy_low: round(low),
    accuracy_high: round(high),
    refused: others.length === 0 ? 1 : round(mean(others.map(({ right }) => Number(right)))),
    any_order: over('any_order'),
    in_order: over('in_order'),
    exact: over('exact'),
    calls: round(mean(results.map(({ calls }) => calls))),
    inst_acc: over('inst_acc'),
    tool_acc: over('tool_acc'),
    arg_acc: over('arg_acc'),
    list_acc: over('list_acc'),
    ...failureCounts(results),
  }
}

const failureCounts = (results: readonly FieldResult[]) =>
  Object.fromEntries(
    FAILURE_CLASSES.map((name) => [
      `failed_${name}`,
      results.filter(({ failure }) => failure === name).length,
    ]),
  )

function byType(results: readonly FieldResult[]): Row[] {
  return [...new Set(results.map(({ type }) => type))].sort().map((type) => ({
    name: type,
    memory: 'on',
    ...figuresOf(results.filter((result) => result.type === type)),
  }))
}

/** Share of right tasks, answered or refused as they should be, of the type where it is least. */
function lowestType(results: readonly FieldResult[]): number {
  const shares = [...new Set(results.map(({ type }) => type))].map((type) =>
    mean(results.filter((result) => result.type === type).map(({ right }) => Number(right))),
  )
  return round(Math.min(...shares))
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
