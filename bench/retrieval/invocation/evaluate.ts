import { seededRandom } from '../../../src/lib/random.ts'
import type { Row } from '../../harness/bench.ts'
import { invocationRow, type Invocation } from './figures.ts'
import { permittedFlow, plannedFlows, type PlannedFlow } from './planner.ts'
import type { InvocationSet } from './task.ts'
import type { Variant } from './variants.ts'

export type Protocol = 'static' | 'online'

export interface InvocationRun {
  readonly set: InvocationSet
  readonly protocol: Protocol
  /** Tools that may be called. */
  readonly pool: number
  readonly planned: readonly PlannedFlow[]
}

interface RunOptions {
  readonly pool: number
  readonly seed: number
  readonly progress: (note: string) => void
  /** Plans of an earlier run with the same set, protocol and seed. */
  readonly known?: readonly Omit<PlannedFlow, 'task'>[]
}

/** The plans that all variants of retrieval share: they are made over the whole library. */
export function invocationRun(
  set: InvocationSet,
  protocol: Protocol,
  { pool, seed, progress, known }: RunOptions,
): InvocationRun {
  const tasks = protocol === 'online' ? shuffled(set.tasks, seed) : set.tasks
  const planned = known
    ? tasks.map((task, at) => ({ task, ...known[at]! }))
    : plannedFlows(set, tasks, protocol, progress)
  return { set, protocol, pool, planned }
}

/** One way to retrieve, task by task, each learned after it was done where the protocol is online. */
export function invoke({ label, make }: Variant, { set, protocol, pool, planned }: InvocationRun): Row {
  const retriever = make(set)
  for (const task of set.train) retriever.learn(task)
  const done = planned.map((plan): Invocation => {
    const retrieved = retriever.retrieve(plan.task, pool).map((at) => set.tools[at]!.name)
    if (protocol === 'online') retriever.learn(plan.task)
    return { expected: plan.task.tools, actual: permittedFlow(plan, retrieved), retrieved }
  })
  const { name, ...rest } = label
  return invocationRow({ name, set: set.name, protocol, ...rest }, done)
}

/** The same plans with every tool at hand: what retrieval costs is the distance to it. Where no flow was known there is none: nothing is ranked here. */
export function withoutLimit({ set, protocol, planned }: InvocationRun): Row {
  const library = set.tools.map(({ name }) => name)
  const done = planned.map(({ task, flow }) => ({
    expected: task.tools,
    actual: flow ?? [],
    retrieved: library,
  }))
  return invocationRow({ name: 'whole-library', set: set.name, protocol, retrieval: 'none' }, done)
}

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = seededRandom(seed)
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
