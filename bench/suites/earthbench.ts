import { join } from 'node:path'
import { interval } from '../evaluation/bootstrap.ts'
import { readMemories } from '../evaluation/matrix.ts'
import { RUNS_OPTION, writeRuns } from '../evaluation/runs.ts'
import { foldsOf } from '../earthbench/planning/folds.ts'
import {
  planByNearest,
  planWith,
  PROTOCOLS,
  type PlannedTask,
  type Split,
} from '../earthbench/planning/evaluate.ts'
import { readTasks, toolsOf, type PlanningTask } from '../earthbench/planning/tasks.ts'
import type { Bench, BenchContext, Row } from '../harness/bench.ts'
import { lengthRatio, mean, toolAnyOrder, toolExactMatch, toolInOrder } from '../metrics.ts'

const FOLDS = 5
const SEED = 1

const aim = (figure: string, bound: { readonly atLeast: number } | { readonly atMost: number }) => ({
  row: 'geoforge',
  where: { protocol: 'free', memory: 'on' },
  figure,
  ...bound,
})

/** Planning on recorded trajectories: a row a planner, protocol and memory. */
export const bench: Bench = {
  name: 'earthbench',
  title: 'Earth-Bench planning: which calls does a question need?',
  options: {
    file: 'test on this file instead of ../shared/data/earthbench/dev.json',
    memory: 'learn from this file; without it five folds of the tested file learn from one another',
    memories: 'only these, with commas between: on, off, no-workflows, no-experiences, no-skills',
    limit: 'only the first so many tasks',
    ...RUNS_OPTION,
  },
  aims: [
    aim('any_order', { atLeast: 0.8 }),
    aim('in_order', { atLeast: 0.62 }),
    aim('exact', { atLeast: 0.57 }),
    aim('length_ratio', { atMost: 1.1 }),
  ],
  run(context) {
    const splits = splitsOf(context)
    const rows: Row[] = [
      { name: 'nearest-bm25', protocol: 'free', memory: 'on', ...figures(splits.flatMap(planByNearest)) },
    ]
    const runs: Parameters<typeof writeRuns>[2][number][] = []
    for (const memory of readMemories(context.options['memories'])) {
      const parts = splits.map((split) => planWith(memory, split))
      for (const protocol of PROTOCOLS) {
        const planned = parts.flatMap((part) => part[protocol])
        rows.push({ name: 'geoforge', protocol, memory, ...figures(planned) })
        runs.push(...planned.map((each) => runOf(each, { protocol, memory })))
      }
      context.progress(`memory ${memory} done`)
    }
    writeRuns(context.options['runs'], bench.name, runs)
    return Promise.resolve(rows)
  },
}

function splitsOf({ shared, options }: BenchContext): readonly Split[] {
  const limit = options['limit'] === undefined ? Infinity : Number(options['limit'])
  const read = (file: string) => readTasks(file).slice(0, limit)
  const tasks = read(options['file'] ?? join(shared, 'data', 'earthbench', 'dev.json'))
  const memory = options['memory']
  if (memory !== undefined) return [{ memory: read(memory), tasks }]
  return foldSplits(tasks, SEED)
}

function foldSplits(tasks: readonly PlanningTask[], seed: number): readonly Split[] {
  const folds = foldsOf(tasks.length, FOLDS, seed)
  return Array.from({ length: FOLDS }, (_, fold) => ({
    memory: tasks.filter((_, at) => folds[at] !== fold),
    tasks: tasks.filter((_, at) => folds[at] === fold),
  })).filter((split) => split.tasks.length > 0)
}

const taskFigures = ({ task, tools, nextTool }: PlannedTask) => {
  const wanted = toolsOf(task)
  return {
    any_order: toolAnyOrder(wanted, tools),
    in_order: toolInOrder(wanted, tools),
    exact: toolExactMatch(wanted, tools),
    length_ratio: lengthRatio(wanted, tools),
    next_tool: nextTool,
  }
}

function figures(planned: readonly PlannedTask[]): Readonly<Record<string, number>> {
  const each = planned.map(taskFigures)
  const of = (name: keyof ReturnType<typeof taskFigures>) =>
    each.map((task) => task[name]).filter((value) => !Number.isNaN(value))
  const bounds = (['any_order', 'in_order', 'exact'] as const).flatMap((name) => {
    const { low, high } = interval(of(name), SEED)
    return [
      [`${name}_low`, low],
      [`${name}_high`, high],
    ] as const
  })
  return {
    any_order: mean(of('any_order')),
    in_order: mean(of('in_order')),
    exact: mean(of('exact')),
    length_ratio: mean(of('length_ratio')),
    next_tool: mean(of('next_tool')),
    ...Object.fromEntries(bounds),
    tasks: planned.length,
  }
}

function runOf(planned: PlannedTask, variant: Readonly<Record<string, string>>) {
  const { task, tools } = planned
  return {
    suite: 'earthbench',
    id: task.id,
    variant,
    question: task.question,
    expected: toolsOf(task),
    actual: tools,
    figures: taskFigures(planned),
  }
}
