import { config } from '../config.ts'

/**
 * A ranking closed over declared dependencies: depth first from the best tools (a tool, then what it needs, in the
 * declared order), then the rest as ranked. Cycles and unknown names are passed over.
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
  for (const tool of ranking.slice(0, seeds)) visit(tool)
  for (const tool of ranking) closed.add(tool)
  return [...closed]
}
