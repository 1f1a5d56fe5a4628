import type { Likeness, WeightedFlow } from './types.ts'

/**
 * For each candidate its expected likeness to the flow that is wanted, where that is one of `possible` with a chance
 * in proportion to its weight: what a minimum-risk choice maximises (Kumar and Byrne 2004,
 * https://aclanthology.org/N04-1022). 0 to 1; all 0 where nothing is possible.
 */
export function expectedLikeness(
  candidates: readonly (readonly string[])[],
  possible: readonly WeightedFlow[],
  likeness: Likeness,
): Float64Array {
  const total = possible.reduce((sum, { weight }) => sum + weight, 0)
  return Float64Array.from(candidates, (candidate) => {
    let sum = 0
    for (const { tools, weight } of possible) if (weight > 0) sum += weight * likeness(tools, candidate)
    return total > 0 ? sum / total : 0
  })
}

/** Flows with the same tools in the same order become one, its weight the sum; order of first appearance. */
export function mergeFlows(flows: readonly WeightedFlow[]): WeightedFlow[] {
  const merged = new Map<string, { tools: readonly string[]; weight: number }>()
  for (const { tools, weight } of flows) {
    const key = tools.join('\n')
    const known = merged.get(key)
    if (known) known.weight += weight
    else merged.set(key, { tools, weight })
  }
  return [...merged.values()]
}
