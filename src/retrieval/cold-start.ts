import type { ToolSpec } from '../tools/tool.ts'
import { fits } from '../trace/fits.ts'
import { ToolGraph } from './tool-graph.ts'

/** Edges without history: i → j where what i gives fits an input of j. */
export function typedEdges(specs: readonly ToolSpec[]): ToolGraph {
  const graph = new ToolGraph(specs.length)
  specs.forEach((from, i) => {
    specs.forEach((to, j) => {
      if (Object.values(to.needs).some((need) => fits(need, from.gives))) graph.add(i, j)
    })
  })
  return graph
}
