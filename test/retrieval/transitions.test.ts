import { describe, expect, it } from 'vitest'
import { ToolGraph } from '../../src/retrieval/tool-graph.ts'
import { transitionPrior } from '../../src/retrieval/transitions.ts'

describe('transitionPrior', () => {
  it('shares half of each best tool among successors and half among predecessors, by counts', () => {
    // 0 → 1 three times, 0 → 2 once, 3 → 0 twice.
    const graph = new ToolGraph(4)
    graph.add(0, 1, 3)
    graph.add(0, 2, 1)
    graph.add(3, 0, 2)
    expect([...transitionPrior([0], [{ graph, weight: 1 }])]).toEqual([0, 0.375, 0.125, 0.5])
  })

  it('lets history outweigh typed edges', () => {
    const history = new ToolGraph(3)
    history.add(0, 1)
    const typed = new ToolGraph(3)
    typed.add(0, 1)
    typed.add(0, 2)
    const prior = transitionPrior([0], [{ graph: history, weight: 1 }, { graph: typed, weight: 0.1 }]) // prettier-ignore
    expect(prior[1]).toBeCloseTo((0.5 * 1.1) / 1.2, 12)
    expect(prior[2]).toBeCloseTo((0.5 * 0.1) / 1.2, 12)
  })
})
