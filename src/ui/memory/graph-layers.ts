import type { Edge } from '../../memory/types.ts'

/** A transition as it is drawn: `from` stands in an earlier layer than `to`. */
export interface Link {
  readonly edge: Edge
  readonly from: string
  readonly to: string
  /** True where the transition itself runs the other way. */
  readonly turned: boolean
}

export interface Layers {
  readonly layers: readonly (readonly string[])[]
  /** Names that stand for a tool; the others are bends of a transition that passes a layer. */
  readonly tools: ReadonlySet<string>
  /** For each link the names it runs through, one a layer. */
  readonly chains: readonly (readonly string[])[]
}

/** Turns round the least used transitions that would close a circle. A tool after itself is left out. */
export function breakCycles(edges: readonly Edge[]): readonly Link[] {
  const next = new Map<string, string[]>()
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return (next.get(from) ?? []).some((each) => reaches(each, to, seen))
  }
  return [...edges]
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => b.successes + b.failures - a.successes - a.failures || (a.id < b.id ? -1 : 1))
    .map((edge) => {
      const turned = reaches(edge.to, edge.from)
      const [from, to] = turned ? [edge.to, edge.from] : [edge.from, edge.to]
      next.set(from, [...(next.get(from) ?? []), to])
      return { edge, from, to, turned }
    })
}

/** Each tool one layer below the lowest of those before it; a tool that follows none, right above the first that follows it. */
export function inLayers(links: readonly Link[], alone: readonly string[]): Layers {
  const tools = new Set([...links.flatMap(({ from, to }) => [from, to]), ...alone].sort())
  const before = new Map<string, string[]>()
  for (const { from, to } of links) before.set(to, [...(before.get(to) ?? []), from])
  const depths = new Map<string, number>()
  const depthOf = (tool: string): number => {
    const known = depths.get(tool)
    if (known !== undefined) return known
    const depth = Math.max(-1, ...(before.get(tool) ?? []).map(depthOf)) + 1
    depths.set(tool, depth)
    return depth
  }
  for (const tool of tools) depthOf(tool)
  for (const tool of tools) {
    const after = links.filter(({ from }) => from === tool).map(({ to }) => depths.get(to)!)
    if (!before.has(tool) && after.length > 0) depths.set(tool, Math.min(...after) - 1)
  }
  const layers: string[][] = Array.from({ length: Math.max(-1, ...depths.values()) + 1 }, () => [])
  for (const tool of tools) layers[depths.get(tool)!]!.push(tool)
  const chains = links.map(({ edge, from, to }) => {
    const chain = [from]
    for (let layer = depths.get(from)! + 1; layer < depths.get(to)!; layer++) {
      const bend = `${edge.id}@${layer}`
      layers[layer]!.push(bend)
      chain.push(bend)
    }
    return [...chain, to]
  })
  return { layers, tools, chains }
}
