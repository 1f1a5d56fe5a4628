import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { Aggregation } from '../../src/retrieval/aggregate.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { ToolGraph, type GraphMode } from '../../src/retrieval/tool-graph.ts'

const MODES: readonly GraphMode[] = ['p', 's', 'sym']

describe('ToolGraph', () => {
  it('counts immediate successions and leaves self-edges out', () => {
    const graph = new ToolGraph(3)
    expect(graph.addFlow([0, 1, 1, 2])).toEqual([[0, 1], [1, 2]]) // prettier-ignore
    expect(graph.addFlow([0, 1])).toEqual([])
    expect([graph.count(0, 1), graph.count(1, 2), graph.count(1, 1), graph.count(1, 0)]).toEqual([2, 1, 0, 0])
  })

  it('gathers predecessors, successors or both, and itself', () => {
    const graph = new ToolGraph(3)
    graph.addFlow([0, 1, 2])
    expect(MODES.map((mode) => [...graph.gathered(1, mode)].sort())).toEqual([[0, 1], [1, 2], [0, 1, 2]]) // prettier-ignore
  })

  it('knows who gathers a tool: the transpose', () => {
    const graph = new ToolGraph(4)
    graph.addFlow([0, 1, 2, 0, 3])
    for (const mode of MODES) {
      for (let tool = 0; tool < 4; tool++) {
        const by = [0, 1, 2, 3].filter((other) => graph.gathered(other, mode).includes(tool))
        expect([...graph.gatherers(tool, mode)].sort()).toEqual(by)
      }
    }
  })
})

describe('Aggregation', () => {
  it('mixes a tool with its predecessors as worked by hand', () => {
    // Edge 0 → 1, mode p: row 1 of D⁻¹Ã is (½, ½). H¹(1) = ½·(½, ½) + ½·(0, 1) = (¼, ¾); row 0 keeps (1, 0).
    const graph = new ToolGraph(2)
    graph.add(0, 1)
    const { rows } = new Aggregation(graph, [Float32Array.of(1, 0), Float32Array.of(0, 1)], {
      alpha: 0.5,
      hops: 1,
      mode: 'p',
    })
    expect([...rows[0]!]).toEqual([1, 0])
    expect([...rows[1]!]).toEqual([...normalise([0.25, 0.75])])
  })

  it.each(MODES.flatMap((mode) => [0, 1, 2, 3].map((hops) => ({ mode, hops }))))(
    'refreshes to what a whole recomputation gives: mode $mode, $hops hops',
    ({ mode, hops }) => {
      const random = seededRandom(7)
      const size = 30
      const vectors = Array.from({ length: size }, () =>
        normalise(Array.from({ length: 5 }, () => random() - 0.5)),
      )
      const graph = new ToolGraph(size)
      const grown = new Aggregation(graph, vectors, { alpha: 0.3, hops, mode })
      for (let run = 0; run < 12; run++) {
        const flow = Array.from({ length: 4 }, () => Math.floor(random() * size))
        grown.refresh(graph.addFlow(flow))
        expect(grown.rows).toEqual(new Aggregation(graph, vectors, { alpha: 0.3, hops, mode }).rows)
      }
    },
  )

  it('computes only the rows that a new edge reaches', () => {
    const graph = new ToolGraph(100)
    const vectors = Array.from({ length: 100 }, (_, at) => normalise([1, at]))
    const rows = new Aggregation(graph, vectors, { alpha: 0.5, hops: 1, mode: 'p' })
    expect(rows.refresh(graph.addFlow([3, 4, 5])).size).toBe(2)
    expect(rows.refresh(graph.addFlow([3, 4, 5])).size).toBe(0)
  })
})
