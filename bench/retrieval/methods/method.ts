import { best } from '../../../src/retrieval/fusion.ts'
import type { BaselineSet, BaselineTask } from '../baseline-set.ts'

/** A way to rank a library. `learn` takes in a solved task. */
export interface Method {
  /** True where it ranks by what the tools say, so that it can do without solved tasks. */
  readonly readsTools: boolean
  /** Positions of tools, best first: all of them, or at least the first DEPTH. */
  rank(task: BaselineTask): readonly number[]
  learn?(task: BaselineTask): void
}

/** How far down figures look. */
export const DEPTH = 20

export const top = (scores: ArrayLike<number>) => best(scores, DEPTH)

export const positionsOf = (set: BaselineSet): ReadonlyMap<string, number> =>
  new Map(set.tools.map(({ name }, at) => [name, at]))

/** The flow of a task as positions; names that the library does not have are left out. */
export const flowOf = (task: BaselineTask, positions: ReadonlyMap<string, number>): number[] =>
  task.tools.map((name) => positions.get(name)).filter((at) => at !== undefined)

/** The list without repeats, and behind it the best of the rest. */
export function filledUp(list: Iterable<number>, scores: ArrayLike<number>): number[] {
  const chosen = new Set(list)
  for (const tool of best(scores, chosen.size + DEPTH)) chosen.add(tool)
  return [...chosen]
}

/** The best tool that is not in the list yet; −1 where none is left. */
export function bestOutside(list: ReadonlySet<number>, scores: ArrayLike<number>): number {
  let found = -1
  for (let tool = 0; tool < scores.length; tool++) {
    if (!list.has(tool) && (found < 0 || scores[tool]! > scores[found]!)) found = tool
  }
  return found
}
