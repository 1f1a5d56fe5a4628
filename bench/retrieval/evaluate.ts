import { seededRandom } from '../../src/lib/random.ts'
import type { Row } from '../harness/bench.ts'
import { completeAt, mean, ndcgAt, recallAt } from '../metrics.ts'
import type { Method } from './methods.ts'
import type { PreparedSet, PreparedTask } from './prepared-set.ts'

export interface Evaluation {
  readonly name: string
  readonly set: PreparedSet
  readonly protocol: 'static' | 'online'
  readonly make: (set: PreparedSet) => Method
  /** Of the order of tasks in the online protocol. */
  readonly seed: number
}

/**
 * Figures of one method on one set. Static: memory holds the training tasks only. Online: tasks come in a seeded
 * order and each is learned after it was ranked. Null where the method would have nothing to go by in the static
 * protocol, or would not change in the online one.
 */
export function evaluate({ name, set, protocol, make, seed }: Evaluation): Row | null {
  const method = make(set)
  if (protocol === 'online' && !method.learn) return null
  if (protocol === 'static' && set.train.length === 0 && !method.readsTools) return null
  for (const task of set.train) method.learn?.(task)
  const tasks = protocol === 'online' ? shuffled(set.tasks, seed) : set.tasks
  const rankings = tasks.map((task) => {
    const ranked = method.rank(task).map((at) => set.tools[at]!.name)
    if (protocol === 'online') method.learn?.(task)
    return { ranked, expected: task.tools }
  })
  const average = (figure: (ranked: readonly string[], expected: readonly string[]) => number) =>
    mean(rankings.map(({ ranked, expected }) => figure(ranked, expected)))
  return {
    name,
    set: set.name,
    protocol,
    recall_at_5: average((ranked, expected) => recallAt(5, ranked, expected)),
    recall_at_20: average((ranked, expected) => recallAt(20, ranked, expected)),
    ndcg_at_20: average((ranked, expected) => ndcgAt(20, ranked, expected)),
    complete_at_20: average((ranked, expected) => completeAt(20, ranked, expected)),
    tasks: tasks.length,
  }
}

/** Fisher and Yates, seeded. */
function shuffled(tasks: readonly PreparedTask[], seed: number): PreparedTask[] {
  const random = seededRandom(seed)
  const list = [...tasks]
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
  return list
}
