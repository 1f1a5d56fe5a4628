import { tokens } from '../../src/lib/text.ts'
import { ToolGraph } from '../../src/retrieval/tool-graph.ts'

/** A tool of a library that names what it takes and gives without saying of what type it is. */
export interface NamedPorts {
  readonly params: readonly string[]
  readonly outputs: readonly string[]
}

/**
 * A word in the names of more of the tools than this share, and of more than so many, says nothing of where a value comes from ('status',
 * 'id', 'result').
 */
const COMMON = 0.1
const FEW = 5

/**
 * Edges without history for tools that are known by names alone: i → j where an output of i and a parameter of j have a word in common
 * that few tools have, as 'latitude' is to 'latitude' and 'members' to 'member_name'.
 */
export function namedEdges(tools: readonly NamedPorts[]): ToolGraph {
  const graph = new ToolGraph(tools.length)
  const words = (names: readonly string[]) => new Set(names.flatMap((name) => tokens(name)))
  const takers = new Map<string, number[]>()
  const counts = new Map<string, number>()
  tools.forEach(({ params, outputs }, tool) => {
    for (const word of words(params)) takers.set(word, [...(takers.get(word) ?? []), tool])
    for (const word of words([...params, ...outputs])) counts.set(word, (counts.get(word) ?? 0) + 1)
  })
  const most = Math.max(COMMON * tools.length, FEW)
  tools.forEach(({ outputs }, from) => {
    for (const word of words(outputs)) {
      if (counts.get(word)! > most) continue
      for (const to of takers.get(word) ?? []) if (graph.count(from, to) === 0) graph.add(from, to)
    }
  })
  return graph
}
