import { config } from '../config.ts'

/**
 * A ranking closed over declared dependencies: depth first from the best tools (a tool, then what it needs, in the
 * declared order), then the rest as ranked. A tool that another has brought is no seed of its own. Cycles and unknown names are passed over.
 */
export function closeOverDependencies(
  ranking: readonly number[],
  dependsOn: readonly (readonly number[])[],
  seeds: number = config.retrieval.dependencySeeds,
): number[] {
  const closed = new Set<number>()
  const visit = (tool: number) => {
    if (closed.has(tool)) return
    closed.add(tool)
    for (const needed of dependsOn[tool] ?? []) visit(needed)
  }
  let sown = 0
  for (const tool of ranking) {
    if (sown === seeds) break
    if (closed.has(tool)) continue
    visit(tool)
    sown++
  }
  for (const tool of ranking) closed.add(tool)
  return [...closed]
}

/**
 * The tools of a flow that no other of it needs, directly or by way of others: what was asked for. The rest comes by
 * the closure. Of tools that need each other the first of the flow is kept.
 */
export function askedFor(flow: readonly number[], dependsOn: readonly (readonly number[])[]): number[] {
  const reached = new Map(flow.map((tool) => [tool, reach(tool, dependsOn)]))
  return flow.filter(
    (tool, at) =>
      !flow.some(
        (other, otherAt) =>
          other !== tool && reached.get(other)!.has(tool) && !(reached.get(tool)!.has(other) && otherAt > at),
      ),
  )
}

/** Everything that a tool needs, itself included. */
function reach(tool: number, dependsOn: readonly (readonly number[])[]): ReadonlySet<number> {
  const reached = new Set([tool])
  for (const member of reached) for (const needed of dependsOn[member] ?? []) reached.add(needed)
  return reached
}
