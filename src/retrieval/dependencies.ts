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
