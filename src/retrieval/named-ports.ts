import { tokens } from '../lib/text.ts'
import { ToolGraph } from './tool-graph.ts'

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
  const takers = tools.map(({ params }) => words(params))
  const makers = tools.map(({ outputs }) => words(outputs))
  const frequent = (word: string) =>
    tools.filter((_, tool) => takers[tool]!.has(word) || makers[tool]!.has(word)).length >
    Math.max(COMMON * tools.length, FEW)
  const telling = new Map<string, boolean>()
  const byWord = new Map<string, number[]>()
  takers.forEach((set, tool) => {
    for (const word of set) byWord.set(word, [...(byWord.get(word) ?? []), tool])
  })
  makers.forEach((set, from) => {
    for (const word of set) {
      if (!telling.has(word)) telling.set(word, !frequent(word))
      if (!telling.get(word)) continue
      for (const to of byWord.get(word) ?? []) if (graph.count(from, to) === 0) graph.add(from, to)
    }
  })
  return graph
}
