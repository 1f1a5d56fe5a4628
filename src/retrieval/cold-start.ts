import type { ToolSpec } from '../tools/tool.ts'
import { fits } from '../trace/fits.ts'
import type { Port } from '../trace/port.ts'
import { ToolGraph } from './tool-graph.ts'

/** Edges without history: i → j where what i gives fits an input of j. */
export function typedEdges(specs: readonly ToolSpec[]): ToolGraph {
  const graph = new ToolGraph(specs.length)
  const makers = byPort(specs.map(({ gives }) => [gives]))
  const takers = byPort(specs.map(({ needs }) => Object.values(needs)))
  for (const [given, from] of makers) {
    for (const [need, to] of takers) {
      if (!fits(need, given)) continue
      for (const i of from) for (const j of to) if (graph.count(i, j) === 0) graph.add(i, j)
    }
  }
  return graph
}

/** Numbers of the tools by port: hundreds of tools share a few dozen ports, and each pair of them is compared once. */
function byPort(ports: readonly (readonly Port[])[]): ReadonlyMap<Port, readonly number[]> {
  const first = new Map<string, Port>()
  const tools = new Map<Port, number[]>()
  ports.forEach((some, tool) => {
    for (const port of some) {
      const key = JSON.stringify(port)
      const known = first.get(key) ?? port
      first.set(key, known)
      const list = tools.get(known) ?? []
      if (list.at(-1) !== tool) list.push(tool)
      tools.set(known, list)
    }
  })
  return tools
}
