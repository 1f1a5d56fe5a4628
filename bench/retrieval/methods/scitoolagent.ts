import { ToolGraph } from '../../../src/retrieval/tool-graph.ts'
import type { BaselineSet } from '../baseline-set.ts'
import { filledUp, flowOf, positionsOf, top, type Method } from './method.ts'

/** Tools of the first search, and how many that each is linked with come along. */
const SEEDS = 5
const LINKED = 3

/**
 * SciToolAgent: a knowledge-graph-driven scientific agent for multitool integration (2025,
 * doi:10.1038/s43588-025-00849-y): a graph of triples (tool, gives or takes, kind of data) adds to the tools found
 * those that produce their inputs or consume their results. Theirs is written by hand; here a tool feeds another where
 * a result and a parameter have one name, where the set declares a dependency, and where it was called right before it
 * in a solved task. Leaves out the planner and the safety check, both language models, and the other kinds of triples.
 */
export function sciToolAgent(set: BaselineSet): Method {
  const positions = positionsOf(set)
  const makers = byName(set.gives)
  const takers = byName(set.takes)
  const fed = new ToolGraph(set.tools.length)
  set.dependsOn?.forEach((needed, tool) => {
    for (const other of needed) fed.add(other, tool)
  })
  const linkedWith = (tool: number): ReadonlySet<number> => {
    const linked = new Set([...fed.predecessors(tool).keys(), ...fed.successors(tool).keys()])
    for (const name of set.takes[tool]!) for (const maker of makers.get(name) ?? []) linked.add(maker)
    for (const name of set.gives[tool]!) for (const taker of takers.get(name) ?? []) linked.add(taker)
    linked.delete(tool)
    return linked
  }
  return {
    readsTools: true,
    rank(task) {
      const cosines = set.dense!.of(task.vector!)
      const found = new Set<number>()
      for (const seed of top(cosines).slice(0, SEEDS)) {
        found.add(seed)
        const linked = [...linkedWith(seed)].filter((tool) => !found.has(tool))
        linked.sort((a, b) => cosines[b]! - cosines[a]! || a - b)
        for (const tool of linked.slice(0, LINKED)) found.add(tool)
      }
      return filledUp(found, cosines)
    },
    learn(task) {
      fed.addFlow(flowOf(task, positions))
    },
  }
}

function byName(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  sets.forEach((names, tool) => {
    for (const name of names) {
      const tools = found.get(name) ?? []
      tools.push(tool)
      found.set(name, tools)
    }
  })
  return found
}
