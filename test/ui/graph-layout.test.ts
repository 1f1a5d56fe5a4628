import { describe, expect, it } from 'vitest'
import type { Edge } from '../../src/memory/types.ts'
import { breakCycles, inLayers } from '../../src/ui/memory/graph-layers.ts'
import { layOut, type GraphSizes } from '../../src/ui/memory/graph-layout.ts'
import { crossings, leastCrossed } from '../../src/ui/memory/graph-order.ts'
import { lineWidth, nodeLabel, toneOf } from '../../src/ui/memory/graph-words.ts'
import { manyEntries } from './many-entries.ts'

const edge = (from: string, to: string, successes = 1, failures = 0): Edge => ({
  id: `${from}>${to}`,
  from,
  to,
  successes,
  failures,
})

const SIZES: GraphSizes = {
  direction: 'right',
  node: { width: 100, height: 30 },
  layerGap: 40,
  gap: 10,
}

const afterOf = (chains: readonly (readonly string[])[]) => {
  const after = new Map<string, string[]>()
  for (const chain of chains) {
    for (let place = 1; place < chain.length; place++) {
      after.set(chain[place - 1]!, [...(after.get(chain[place - 1]!) ?? []), chain[place]!])
    }
  }
  return after
}

describe('layOut', () => {
  it('puts a chain into columns, one after another at one height', () => {
    const { nodes, width, height } = layOut([edge('a', 'b'), edge('b', 'c')], [], SIZES)
    // Margin 12, node 100, gap 40.
    expect(nodes).toEqual([
      { tool: 'a', x: 12, y: 12 },
      { tool: 'b', x: 152, y: 12 },
      { tool: 'c', x: 292, y: 12 },
    ])
    expect([width, height]).toEqual([404, 54])
  })

  it('goes down where it is told to', () => {
    const { nodes } = layOut([edge('a', 'b')], [], { ...SIZES, direction: 'down' })
    expect(nodes.map(({ x, y }) => [x, y])).toEqual([
      [12, 12],
      [12, 82],
    ])
  })

  it('draws the same for the same transitions in any order', () => {
    const edges = manyEntries(60).snapshot.edges
    expect(layOut([...edges].reverse(), [], SIZES)).toEqual(layOut(edges, [], SIZES))
  })

  it('keeps nodes of a layer apart, and gives tools without transitions a place', () => {
    const { nodes } = layOut(manyEntries(200).snapshot.edges, ['alone'], SIZES)
    expect(nodes.map(({ tool }) => tool)).toContain('alone')
    for (const one of nodes) {
      for (const other of nodes) {
        if (one.tool !== other.tool && one.x === other.x) {
          expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(SIZES.node.height)
        }
      }
    }
  })

  it('draws nothing of nothing', () => {
    expect(layOut([], [], SIZES)).toMatchObject({ nodes: [], edges: [] })
  })
})

describe('breakCycles', () => {
  it('turns the least used transition of a circle, and leaves a tool after itself out', () => {
    const links = breakCycles([edge('a', 'b', 5), edge('b', 'c', 4), edge('c', 'a', 1), edge('a', 'a', 9)])
    expect(links.filter(({ turned }) => turned).map(({ edge: { id } }) => id)).toEqual(['c>a'])
    expect(links).toHaveLength(3)
  })
})

describe('leastCrossed', () => {
  it('swaps two that cross', () => {
    const layers = inLayers(breakCycles([edge('a', 'd'), edge('b', 'c')]), [])
    const after = afterOf(layers.chains)
    expect(crossings(layers.layers, after)).toBe(1)
    expect(crossings(leastCrossed(layers).layers, after)).toBe(0)
  })
})

describe('toneOf and lineWidth', () => {
  it('tell success and use', () => {
    expect(toneOf(edge('a', 'b', 8, 2))).toBe('good')
    expect(toneOf(edge('a', 'b', 5, 5))).toBe('warn')
    expect(toneOf(edge('a', 'b', 1, 5))).toBe('bad')
    expect(toneOf(edge('a', 'b', 0, 0))).toBe('warn')
    expect(lineWidth(100, 100)).toBeGreaterThan(lineWidth(10, 100))
  })

  it('say in words what the drawing shows', () => {
    const use = { tool: 'b', workflows: 2, experiences: 0, skills: 1 }
    expect(nodeLabel('b', use, [edge('a', 'b'), edge('b', 'c')])).toBe(
      'b; in 2 workflows, 1 skill; after a; before c',
    )
  })
})
