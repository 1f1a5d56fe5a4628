import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { Aggregation } from '../../src/retrieval/aggregate.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { buildLibrary, type NamedEdge } from '../../src/retrieval/library-index.ts'
import { ToolGraph, type GraphMode } from '../../src/retrieval/tool-graph.ts'
import { VectorRows } from '../../src/retrieval/vector-index/vector-rows.ts'

const MODES: readonly GraphMode[] = ['p', 's', 'sym']
const DIMENSIONS = 12

function vectorsFrom(random: () => number) {
  return () => normalise(Array.from({ length: DIMENSIONS }, () => random() - 0.5))
}

function largestDifference(first: readonly Float32Array[], second: readonly Float32Array[]): number {
  let largest = 0
  first.forEach((row, tool) =>
    row.forEach((value, axis) => {
      largest = Math.max(largest, Math.abs(value - second[tool]![axis]!))
    }),
  )
  return largest
}

describe('Aggregation of four tools', () => {
  // Edges 0 → 1 (twice), 0 → 2, 1 → 2, 2 → 3; X are the four axes, so that a row of H says what of whom it holds.
  const graph = () => {
    const made = new ToolGraph(4)
    made.addFlow([0, 1, 2, 3])
    made.addFlow([0, 2])
    made.addFlow([0, 1])
    return made
  }
  const axes = [0, 1, 2, 3].map((axis) => Float32Array.from({ length: 4 }, (_, at) => (at === axis ? 1 : 0)))
  const cases: readonly [mode: GraphMode, hops: number, alpha: number, rows: readonly (readonly number[])[]][] = [
    // Row 2 gathers 0, 1 and itself: ½·(⅓, ⅓, ⅓, 0) + ½·(0, 0, 1, 0).
    ['p', 1, 0.5, [[1, 0, 0, 0], [1 / 4, 3 / 4, 0, 0], [1 / 6, 1 / 6, 2 / 3, 0], [0, 0, 1 / 4, 3 / 4]]],
    ['s', 1, 0.5, [[2 / 3, 1 / 6, 1 / 6, 0], [0, 3 / 4, 1 / 4, 0], [0, 0, 3 / 4, 1 / 4], [0, 0, 0, 1]]],
    ['sym', 1, 0.5, [[2 / 3, 1 / 6, 1 / 6, 0], [1 / 6, 2 / 3, 1 / 6, 0], [1 / 8, 1 / 8, 5 / 8, 1 / 8], [0, 0, 1 / 4, 3 / 4]]],
    // H²: row 2 is ½·⅓·((1, 0, 0, 0) + (¼, ¾, 0, 0) + (1/6, 1/6, ⅔, 0)) + ½·(0, 0, 1, 0) = (17, 11, 44, 0) / 72.
    ['p', 2, 0.5, [[1, 0, 0, 0], [5 / 16, 11 / 16, 0, 0], [17 / 72, 11 / 72, 44 / 72, 0], [1 / 24, 1 / 24, 11 / 48, 33 / 48]]],
    // α 0: nothing but the mean of the neighbours; α 1: nothing but X.
    ['p', 1, 0, [[1, 0, 0, 0], [1 / 2, 1 / 2, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0], [0, 0, 1 / 2, 1 / 2]]],
    ['sym', 3, 1, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]],
    ['p', 0, 0.5, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]],
  ] // prettier-ignore

  it.each(cases)('is as worked by hand: mode %s, %i hops, α %d', (mode, hops, alpha, rows) => {
    const { rows: found } = new Aggregation(graph(), axes, { mode, hops, alpha })
    expect(largestDifference(found, rows.map(normalise))).toBeLessThan(1e-7)
  })

  it('counts what its binarised view does not', () => {
    const made = graph()
    expect([made.count(0, 1), made.count(0, 2), made.count(2, 0), made.edgeCount]).toEqual([2, 1, 0, 4])
    expect([...made.successors(0)]).toEqual([[1, 2], [2, 1]]) // prettier-ignore
    expect([...made.predecessors(2)]).toEqual([[1, 1], [0, 1]]) // prettier-ignore
  })
})

describe('ToolGraph in typed arrays', () => {
  it('says the same as one that was built edge by edge, before and after more edges and removals', () => {
    const random = seededRandom(11)
    const size = 60
    const grown = new ToolGraph(size)
    const flow = () => Array.from({ length: 6 }, () => Math.floor(random() ** 2 * size))
    for (let run = 0; run < 80; run++) grown.addFlow(flow())
    const read = new ToolGraph(size, grown.compressed())
    const told = (graph: ToolGraph) =>
      Array.from({ length: graph.size }, (_, tool) => ({
        successors: [...graph.successors(tool)].sort((a, b) => a[0] - b[0]),
        predecessors: [...graph.predecessors(tool)].sort((a, b) => a[0] - b[0]),
        gathered: MODES.map((mode) => [...graph.gathered(tool, mode)].sort((a, b) => a - b)),
      }))
    expect(told(read)).toEqual(told(grown))
    for (let run = 0; run < 40; run++) {
      const steps = flow()
      expect(read.addFlow(steps)).toEqual(grown.addFlow(steps))
    }
    for (const tool of [0, 3, 17]) {
      const sorted = (edges: readonly (readonly [number, number])[]) => edges.map(String).sort()
      expect(sorted(read.isolate(tool))).toEqual(sorted(grown.isolate(tool)))
      expect([...read.successors(tool).keys(), ...read.predecessors(tool).keys()]).toEqual([])
    }
    // What was taken away may come again.
    expect(read.add(0, 3, 2)).toBe(true)
    expect(grown.add(0, 3, 2)).toBe(true)
    expect(told(read)).toEqual(told(grown))
    expect(read.edgeCount).toBe(grown.edgeCount)
    expect(read.compressed()).toEqual(grown.compressed())
  })

  it('refuses edges that are not those of its tools, and tools beyond it', () => {
    const { compressed } = { compressed: new ToolGraph(3).compressed() }
    expect(() => new ToolGraph(4, compressed)).toThrow(/not those of 4 tools/)
    expect(
      () =>
        new ToolGraph(2, {
          offsets: Uint32Array.of(0, 1, 1),
          columns: Uint32Array.of(7),
          values: Float64Array.of(1),
        }),
    ).toThrow(/not those of 2 tools/)
    expect(() => new ToolGraph(2).add(0, 2)).toThrow(/grow it first/)
  })
})

describe('Aggregation after 1,000 updates', () => {
  it.each(MODES.flatMap((mode) => [1, 2].map((hops) => ({ mode, hops }))))(
    'equals a whole recomputation to 1e-6: mode $mode, $hops hops, tools of up to hundreds of neighbours',
    ({ mode, hops }) => {
      const random = seededRandom(21)
      const vector = vectorsFrom(random)
      const size = 400
      const vectors = Array.from({ length: size }, vector)
      const graph = new ToolGraph(size)
      const options = { alpha: 0.4, hops, mode }
      const kept = new Aggregation(graph, vectors, options)
      let made = 0
      for (let run = 0; run < 1000; run++) {
        const tool = Math.floor(random() * size)
        if (run % 50 === 49) kept.refresh([], graph.isolate(tool))
        else if (run % 50 === 24) kept.setVector(tool, vector())
        else kept.refresh(graph.addFlow(Array.from({ length: 5 }, () => Math.floor(random() ** 3 * size))))
        // So that there is something to bring up to date.
        if (run % 10 === 0) made += kept.rows.length
      }
      expect(made).toBe(100 * size)
      expect(Math.max(...vectors.map((_, tool) => graph.gathered(tool, mode).length))).toBeGreaterThan(150)
      const whole = new Aggregation(graph, new VectorRows(DIMENSIONS, kept.vectors.values.slice()), options)
      expect(largestDifference(kept.rows, whole.rows)).toBeLessThan(1e-6)
      // And from stored sums.
      const again = new Aggregation(graph, kept.vectors, options, kept.storedSums())
      expect(largestDifference(again.rows, whole.rows)).toBeLessThan(1e-6)
    },
  )
})

const options = { alpha: 0.5, hops: 1, mode: 'p' as GraphMode }

describe('LibraryIndex', () => {
  const given = { model: 'test model', dimensions: DIMENSIONS, options }

  function parts(seed: number, size: number) {
    const random = seededRandom(seed)
    const vector = vectorsFrom(random)
    const tools = Array.from({ length: size }, (_, at) => ({ name: `tool_${at}`, vector: vector() }))
    const edges = Array.from({ length: 4 * size }, (): NamedEdge => ({
      from: `tool_${Math.floor(random() * size)}`,
      to: `tool_${Math.floor(random() ** 2 * size)}`,
      successes: 1 + Math.floor(random() * 3),
    }))
    return { random, vector, tools, edges }
  }

  it('does not depend on the order of the tools', () => {
    const { vector, tools, edges, random } = parts(31, 1500)
    const shuffled = tools
      .map((tool) => ({ tool, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ tool }) => tool)
    const [first, second] = [
      buildLibrary(given, tools, edges),
      buildLibrary(given, shuffled, [...edges].reverse()),
    ]
    for (const flow of [
      ['tool_3', 'tool_700', 'tool_9'],
      ['tool_9', 'nowhere', 'tool_3'],
    ]) {
      for (const library of [first, second]) library.learn(flow)
    }
    for (let round = 0; round < 20; round++) {
      const question = vector()
      const [one, other] = [first.search(question, 20), second.search(question, 20)]
      expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name))
      one.forEach(({ score }, at) => expect(score).toBeCloseTo(other[at]!.score, 6))
    }
  })

  it('learns, adds and removes to what a library built of the same has', () => {
    const { vector, tools, edges, random } = parts(32, 300)
    const library = buildLibrary(given, tools, edges)
    const counts = new Map<string, NamedEdge>()
    const count = (from: string, to: string, more: number) => {
      const key = `${from} ${to}`
      if (from !== to) counts.set(key, { from, to, successes: (counts.get(key)?.successes ?? 0) + more })
    }
    for (const { from, to, successes } of edges) count(from, to, successes)
    const now = new Map(tools.map(({ name, vector }) => [name, vector]))
    for (let round = 0; round < 300; round++) {
      const names = [...now.keys()]
      const some = () => names[Math.floor(random() * names.length)]!
      if (round % 10 === 3) {
        const name = some()
        const place = library.position(name)
        expect(library.remove(name)).toBe(true)
        expect(library.position(name)).toBeUndefined()
        now.delete(name)
        for (const [key, { from, to }] of counts) if (from === name || to === name) counts.delete(key)
        const added = vector()
        library.put(`imported_${round}`, added)
        // The place of the removed one is taken; every other tool has kept its own.
        expect(library.position(`imported_${round}`)).toBe(place)
        now.set(`imported_${round}`, added)
      } else if (round % 10 === 6) {
        const added = vector()
        library.put(`more_${round}`, added)
        now.set(`more_${round}`, added)
      } else if (round % 10 === 9) {
        const [name, changed] = [some(), vector()]
        library.put(name, changed)
        now.set(name, changed)
      } else {
        const flow = Array.from({ length: 10 }, some)
        library.learn(flow)
        flow.slice(1).forEach((to, at) => count(flow[at]!, to, 1))
      }
    }
    expect(library.remove('nowhere')).toBe(false)
    const fresh = buildLibrary(
      given,
      [...now].map(([name, vector]) => ({ name, vector })),
      counts.values(),
    )
    expect(library.size).toBe(fresh.size)
    expect(library.graph.edgeCount).toBe(fresh.graph.edgeCount)
    for (let round = 0; round < 20; round++) {
      const question = vector()
      const [one, other] = [library.search(question, 20), fresh.search(question, 20)]
      expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name))
      one.forEach(({ score }, at) => expect(score).toBeCloseTo(other[at]!.score, 6))
    }
  })

  it('becomes what a memory says: more, fewer and other edges', () => {
    const { vector, tools, edges } = parts(33, 200)
    const library = buildLibrary(given, tools, edges)
    const other = [
      ...edges.slice(100),
      { from: 'tool_1', to: 'tool_2', successes: 9 },
      { from: 'tool_1', to: 'gone', successes: 1 },
    ]
    library.takeEdges(other)
    const fresh = buildLibrary(given, tools, other)
    expect(library.graph.compressed()).toEqual(fresh.graph.compressed())
    const question = vector()
    expect(library.search(question, 20)).toEqual(fresh.search(question, 20))
  })

  it('refuses two tools of one name, and vectors of another length', () => {
    const { tools } = parts(34, 3)
    expect(() => buildLibrary(given, [...tools, tools[0]!], [])).toThrow(/have one name/)
    const library = buildLibrary(given, tools, [])
    library.remove('tool_1')
    expect(() => library.put('a', new Float32Array(3))).toThrow(/3 dimensions/)
    // Nothing has come of it.
    expect([library.size, library.position('a')]).toEqual([2, undefined])
    library.put('b', tools[1]!.vector)
    expect(library.position('b')).toBe(1)
  })
})
