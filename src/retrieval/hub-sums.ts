import type { GraphEdge, GraphMode, ToolGraph } from './tool-graph.ts'
import type { VectorRows } from './vector-index/vector-rows.ts'

/** A tool that gathers more than this many keeps the sum, so that one more does not cost a walk over all of them. */
const MANY = 16

/** One row of ÃX, and how many tools it sums up: its entry of D. */
export interface RowSum {
  readonly sum: Float64Array
  readonly members: number
}

/** Sums by tool; those of tools[i] are values i·dimensions and on. */
export interface StoredSums {
  readonly tools: Uint32Array
  readonly members: Uint32Array
  readonly sums: Float64Array
}

/** Rows of ÃX: made anew for tools with few neighbours, kept up to date in float64 for those with many. */
export class HubSums {
  readonly #kept = new Map<number, { readonly sum: Float64Array; members: number }>()

  constructor(
    private readonly given: {
      readonly graph: ToolGraph
      readonly vectors: VectorRows
      readonly mode: GraphMode
    },
    stored?: StoredSums,
  ) {
    const { dimensions } = given.vectors
    stored?.tools.forEach((tool, at) => {
      const sum = stored.sums.slice(at * dimensions, (at + 1) * dimensions)
      this.#kept.set(tool, { sum, members: stored.members[at]! })
    })
  }

  get byteLength(): number {
    return this.#kept.size * this.given.vectors.dimensions * 8
  }

  of(tool: number): RowSum {
    const known = this.#kept.get(tool)
    if (known) return known
    const { graph, vectors, mode } = this.given
    // Summed in order of tool number, so that a row does not depend on the order in which edges came.
    const members = [...graph.gathered(tool, mode)].sort((a, b) => a - b)
    const sum = new Float64Array(vectors.dimensions)
    for (const other of members) this.#add(sum, vectors.row(other), 1)
    const made = { sum, members: members.length }
    if (members.length > MANY) this.#kept.set(tool, made)
    return made
  }

  /** Edges that are new in the graph. */
  join(edges: readonly GraphEdge[]): void {
    this.#change(edges, 1)
  }

  /** Edges that are gone from the graph. */
  part(edges: readonly GraphEdge[]): void {
    this.#change(edges, -1)
  }

  /** A tool is about to get another vector. */
  exchange(tool: number, vector: ArrayLike<number>): void {
    const { graph, vectors, mode } = this.given
    for (const other of graph.gatherers(tool, mode)) {
      const known = this.#kept.get(other)
      if (!known) continue
      this.#add(known.sum, vectors.row(tool), -1)
      this.#add(known.sum, vector, 1)
    }
  }

  /** All of them, those that nobody has asked for yet too. */
  stored(size: number): StoredSums {
    const { graph, vectors, mode } = this.given
    for (let tool = 0; tool < size; tool++) if (graph.rowBound(tool, mode) > MANY) this.of(tool)
    const kept = size > 0 ? [...this.#kept] : []
    const sums = new Float64Array(kept.length * vectors.dimensions)
    kept.forEach(([, { sum }], at) => sums.set(sum, at * vectors.dimensions))
    return {
      tools: Uint32Array.from(kept, ([tool]) => tool),
      members: Uint32Array.from(kept, ([, { members }]) => members),
      sums,
    }
  }

  #change(edges: readonly GraphEdge[], sign: 1 | -1): void {
    for (const [gatherer, member] of this.#memberships(edges)) {
      const known = this.#kept.get(gatherer)
      if (!known) continue
      this.#add(known.sum, this.given.vectors.row(member), sign)
      known.members += sign
      // Few enough to be summed anew.
      if (known.members <= MANY) this.#kept.delete(gatherer)
    }
  }

  /** Who came to gather whom, or ceased to: by both sides, a tool is gathered once. */
  #memberships(edges: readonly GraphEdge[]): readonly GraphEdge[] {
    const { graph, mode } = this.given
    if (mode === 's') return edges
    if (mode === 'p') return edges.map(([from, to]) => [to, from])
    const key = (from: number, to: number) => `${from} ${to}`
    const batch = new Set(edges.map(([from, to]) => key(from, to)))
    const done = new Set<string>()
    return edges.flatMap(([from, to]): GraphEdge[] => {
      const hasOther = graph.count(to, from) > 0 && !batch.has(key(to, from))
      if (hasOther || done.has(key(to, from))) return []
      done.add(key(from, to))
      return [
        [from, to],
        [to, from],
      ]
    })
  }

  #add(sum: Float64Array, row: ArrayLike<number>, sign: 1 | -1): void {
    for (let axis = 0; axis < sum.length; axis++) sum[axis]! += sign * row[axis]!
  }
}
