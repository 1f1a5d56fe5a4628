import { shuffled } from '../evaluate.ts'
import { taskFigures, type TaskFigures } from './figures.ts'
import { metTasks, permittedFlow, type MetTask } from './planner.ts'
import type { Retriever } from './retrievers.ts'
import type { InvocationSet, InvocationTask } from './task.ts'

export type Protocol = 'static' | 'online'

/** What all ways to retrieve share: the tasks in their order, each with what was known when it was met. */
export interface InvocationRun {
  readonly set: InvocationSet
  readonly protocol: Protocol
  /** Tools that may be called. */
  readonly pool: number
  readonly met: readonly MetTask[]
}

/** The seed is that of the order, which is that of the file in the static protocol. */
export function invocationRun(
  set: InvocationSet,
  protocol: Protocol,
  {
    pool,
    seed,
    progress,
  }: { readonly pool: number; readonly seed: number; readonly progress?: (note: string) => void },
): InvocationRun {
  const tasks = protocol === 'online' ? shuffled(set.tasks, seed) : set.tasks
  return { set, protocol, pool, met: metTasks(set, tasks, protocol, progress) }
}

/** One way to retrieve, task by task, each learned after it was done where the protocol is online; figures by the set's own order. */
export function invoke(make: (set: InvocationSet) => Retriever, run: InvocationRun): readonly TaskFigures[] {
  const { set, protocol, pool } = run
  const retriever = make(set)
  for (const task of set.train) retriever.learn(task)
  const figures = (met: MetTask) => {
    const retrieved = retriever.retrieve(met.task, pool).map((at) => set.tools[at]!.name)
    if (protocol === 'online') retriever.learn(met.task)
    return taskFigures({ expected: met.task.tools, actual: permittedFlow(met, retrieved), retrieved })
  }
  return inOrderOfSet(run, figures)
}

/** With every tool permitted: what retrieval costs is the distance to it. Where no flow was known there is none, as nothing is ranked here. */
export function withoutLimit(run: InvocationRun): readonly TaskFigures[] {
  const library = run.set.tools.map(({ name }) => name)
  return inOrderOfSet(run, ({ task, known }) =>
    taskFigures({
      expected: task.tools,
      actual: known?.planner.choose(known.presence) ?? [],
      retrieved: library,
    }),
  )
}

function inOrderOfSet(
  { set, met }: InvocationRun,
  figures: (met: MetTask) => TaskFigures,
): readonly TaskFigures[] {
  const found = new Map<InvocationTask, TaskFigures>(met.map((each) => [each.task, figures(each)]))
  return set.tasks.map((task) => found.get(task)!)
}
