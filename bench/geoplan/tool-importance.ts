/** Damping, and how close two rounds must be (sum of differences) for PageRank to be done: those of networkx. */
const DAMPING = 0.85
const TOLERANCE = 1e-12
const ROUNDS = 1000

/** How often one tool came immediately before another: by the earlier, then by the later. */
type Transitions = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The transition graph of flows of two tools and more; a tool that follows itself has an edge to itself, as in the benchmark. */
export function transitions(flows: readonly (readonly string[])[]): Transitions {
  const graph = new Map<string, Map<string, number>>()
  const node = (tool: string) => {
    let next = graph.get(tool)
    if (!next) graph.set(tool, (next = new Map<string, number>()))
    return next
  }
  for (const flow of flows) {
    for (let at = 1; at < flow.length; at++) {
      const next = node(flow[at - 1]!)
      node(flow[at]!)
      next.set(flow[at]!, (next.get(flow[at]!) ?? 0) + 1)
    }
  }
  return graph
}

/**
 * PageRank with damping 0.85, edges weighted by count, the rank of tools that lead nowhere given to all alike. Sums to 1.
 * Page, Brin, Motwani and Winograd 1999.
 */
export function pageRank(graph: Transitions): ReadonlyMap<string, number> {
  const names = [...graph.keys()]
  let rank = new Map(names.map((name) => [name, 1 / names.length]))
  for (let round = 0; round < ROUNDS; round++) {
    let loose = 0
    const next = new Map(names.map((name) => [name, 0]))
    for (const [name, edges] of graph) {
      const own = rank.get(name)!
      let total = 0
      for (const count of edges.values()) total += count
      if (total === 0) loose += own
      for (const [other, count] of edges) next.set(other, next.get(other)! + (own * count) / total)
    }
    let change = 0
    for (const name of names) {
      const value = (1 - DAMPING + DAMPING * loose) / names.length + DAMPING * next.get(name)!
      change += Math.abs(value - rank.get(name)!)
      next.set(name, value)
    }
    rank = next
    if (change < TOLERANCE) break
  }
  return rank
}

/**
 * What leaving a tool out or putting it in costs (ALGORITHMS §9): the mean of 1 + out-degree / largest out-degree and
 * 1 + PageRank, in the transition graph of these flows. Tools that are not in it are not in the map: theirs is 1.
 */
export function toolCosts(flows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const graph = transitions(flows)
  const rank = pageRank(graph)
  const largest = Math.max(1, ...[...graph.values()].map((edges) => edges.size))
  return new Map([...graph].map(([name, edges]) => [name, 1 + (edges.size / largest + rank.get(name)!) / 2]))
}
