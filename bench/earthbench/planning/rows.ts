import { join } from 'node:path'
import { AppError } from '../../../src/lib/errors.ts'
import type { EvaluatedRun } from '../../../src/trace/evaluation.ts'
import { interval } from '../../evaluation/bootstrap.ts'
import { readMemories, type MemoryMode } from '../../evaluation/memories.ts'
import { writeRuns } from '../../evaluation/runs.ts'
import type { BenchContext, Row } from '../../harness/bench.ts'
import { lengthRatio, mean, toolAnyOrder, toolExactMatch, toolInOrder } from '../../metrics.ts'
import {
  planByNearest,
  planWith,
  PROTOCOLS,
  type PlannedTask,
  type Protocol,
  type Split,
} from './evaluate.ts'
import { foldsOf } from './folds.ts'
import { readTasks, toolsOf, type PlanningTask } from './tasks.ts'

const SUITE = 'earthbench'
const FOLDS = 5
const SEEDS = [1, 2, 3]

/** A row a planner, protocol and memory. `seed` makes the folds of the reported split and the intervals. */
export function planningRows(context: BenchContext, seed: number): readonly Row[] {
  const splits = splitsOf(context, seed)
  const rows: Row[] = [
    { name: 'nearest-bm25', protocol: 'free', memory: 'on', ...figures(splits.flatMap(planByNearest), seed) },
  ]
  const runs: EvaluatedRun[] = []
  for (const memory of readMemories(context.options['memories'])) {
    const planned = planAll(memory, splits)
    for (const protocol of PROTOCOLS) {
      rows.push({ name: 'geoforge', protocol, memory, ...figures(planned[protocol], seed) })
      runs.push(...planned[protocol].map((each) => runOf(each, { protocol, memory })))
    }
    context.progress(`memory ${memory} done`)
  }
  writeRuns(context.options['runs'], SUITE, runs)
  if (context.options['memory'] === undefined) rows.push(...meansOfShuffles(context, seed))
  return rows
}

/** The planner with all of its memory and the nearest past question, over several ways to make the folds. */
function meansOfShuffles(context: BenchContext, seed: number): Row[] {
  const shuffles = SEEDS.map((each) => splitsOf(context, each))
  const planned = shuffles.map((splits) => planAll('on', splits))
  const note = { memory: 'on', shuffles: SEEDS.length }
  return [
    {
      name: 'nearest-bm25-shuffled',
      protocol: 'free',
      ...note,
      ...figures(shuffles.flat().flatMap(planByNearest), seed),
    },
    ...PROTOCOLS.map((protocol) => ({
      name: 'geoforge-shuffled',
      protocol,
      ...note,
      ...figures(
        planned.flatMap((each) => each[protocol]),
        seed,
      ),
    })),
  ]
}

function planAll(memory: MemoryMode, splits: readonly Split[]): Record<Protocol, readonly PlannedTask[]> {
  const parts = splits.map((split) => planWith(memory, split))
  return { free: parts.flatMap(({ free }) => free), step: parts.flatMap(({ step }) => step) }
}

function splitsOf({ shared, options }: BenchContext, seed: number): readonly Split[] {
  const limit = Number(options['limit'] ?? Infinity)
  if (!(limit >= 1)) throw new AppError('invalid_input', '--limit needs a whole number from 1 up.')
  const read = (file: string) => readTasks(file).slice(0, limit)
  const tasks = read(options['file'] ?? join(shared, 'data', 'earthbench', 'dev.json'))
  const memory = options['memory']
  if (memory !== undefined) return [{ memory: read(memory), tasks }]
  return foldSplits(tasks, seed)
}

function foldSplits(tasks: readonly PlanningTask[], seed: number): readonly Split[] {
  const folds = foldsOf(tasks.length, FOLDS, seed)
  return Array.from({ length: FOLDS }, (_, fold) => ({
    memory: tasks.filter((_, at) => folds[at] !== fold),
    tasks: tasks.filter((_, at) => folds[at] === fold),
  })).filter((split) => split.tasks.length > 0)
}

const taskFigures = ({ task, tools, nextTool, parameters }: PlannedTask) => {
  const wanted = toolsOf(task)
  return {
    any_order: toolAnyOrder(wanted, tools),
    in_order: toolInOrder(wanted, tools),
    exact: toolExactMatch(wanted, tools),
    length_ratio: lengthRatio(wanted, tools),
    next_tool: nextTool,
    ...(parameters === undefined ? {} : { parameter_accuracy: parameters }),
  }
}

const BOUNDED: readonly string[] = ['any_order', 'in_order', 'exact']

/** Means over tasks, with 95 % bootstrap intervals of the first three. */
function figures(planned: readonly PlannedTask[], seed: number): Readonly<Record<string, number>> {
  const each = planned.map(taskFigures)
  const names = Object.keys(each[0] ?? {}) as (keyof (typeof each)[number])[]
  const of = (name: (typeof names)[number]) =>
    each.map((task) => task[name] ?? NaN).filter((value) => !Number.isNaN(value))
  const bounds = names
    .filter((name) => BOUNDED.includes(name))
    .flatMap((name) => {
      const { low, high } = interval(of(name), seed)
      return [[`${name}_low`, low] as const, [`${name}_high`, high] as const]
    })
  return {
    ...Object.fromEntries(names.map((name) => [name, mean(of(name))])),
    ...Object.fromEntries(bounds),
    tasks: planned.length,
  }
}

function runOf(planned: PlannedTask, variant: Readonly<Record<string, string>>): EvaluatedRun {
  const { task, tools } = planned
  return {
    suite: SUITE,
    id: task.id,
    variant,
    question: task.question,
    expected: toolsOf(task),
    actual: tools,
    figures: taskFigures(planned),
  }
}
