import { AppError } from '../lib/errors.ts'
import { compressed, SparseRows, transposed, type Compressed } from './sparse-rows.ts'

/** Which neighbours a tool gathers: its predecessors (p: Aᵀ + I), its successors (s: A + I) or both (sym). */
export type GraphMode = 'p' | 's' | 'sym'

export type GraphEdge = readonly [from: number, to: number]

/**
 * The library graph: how often tool i was called immediately before tool j in a successful flow. Tools are numbers and
 * keep them. What was read at once lies in typed arrays, what came since in maps of the tools that it touches.
 */
export class ToolGraph {
  #size: number
  #edgeCount: number
  #successors: SparseRows
  #predecessors: SparseRows

  constructor(size: number, successors?: Compressed) {
    this.#size = size
    this.#edgeCount = successors?.columns.length ?? 0
    this.#successors = new SparseRows(successors)
    this.#predecessors = new SparseRows(successors && transposed(successors, size))
  }

  get size(): number {
    return this.#size
  }

  /** Edges with a count above 0. */
  get edgeCount(): number {
    return this.#edgeCount
  }

  get byteLength(): number {
    return this.#successors.byteLength + this.#predecessors.byteLength
  }

  /** Room for more tools, behind those that are there. */
  grow(size: number): void {
    this.#size = Math.max(this.#size, size)
  }

  count(from: number, to: number): number {
    return this.#successors.get(from, to)
  }

  /** In order of their coming; those that were read at once first, by number. A copy where any were. */
  successors(tool: number): ReadonlyMap<number, number> {
    return this.#successors.row(tool)
  }

  predecessors(tool: number): ReadonlyMap<number, number> {
    return this.#predecessors.row(tool)
  }

  /** Adds to an edge; an edge from a tool to itself is left out. True where the edge is new. */
  add(from: number, to: number, count = 1): boolean {
    if (from === to) return false
    const before = this.count(from, to)
    this.#put(from, to, { before, count: before + count })
    return before === 0
  }

  /** Adds each step of a flow and returns the new edges. */
  addFlow(flow: readonly number[]): readonly GraphEdge[] {
    const added: GraphEdge[] = []
    for (let at = 1; at < flow.length; at++) {
      const from = flow[at - 1]!
      const to = flow[at]!
      if (this.add(from, to)) added.push([from, to])
    }
    return added
  }

  /** Takes every edge of a tool away and returns them. Its number stays. */
  isolate(tool: number): readonly GraphEdge[] {
    const removed: GraphEdge[] = [
      ...[...this.successors(tool).keys()].map((to): GraphEdge => [tool, to]),
      ...[...this.predecessors(tool).keys()].map((from): GraphEdge => [from, tool]),
    ]
    for (const [from, to] of removed) this.#put(from, to, { before: 1, count: 0 })
    return removed
  }

  /** Makes these counts, by row, all that it has. Returns the edges that came and those that went. */
  become(wanted: ReadonlyMap<number, ReadonlyMap<number, number>>): {
    readonly added: readonly GraphEdge[]
    readonly removed: readonly GraphEdge[]
  } {
    const [added, removed]: [GraphEdge[], GraphEdge[]] = [[], []]
    for (let from = 0; from < this.#size; from++) {
      const row = wanted.get(from)
      this.#successors.each(from, (to) => {
        if (!row?.has(to)) removed.push([from, to])
      })
      for (const [to, count] of row ?? []) {
        const before = this.count(from, to)
        if (before === 0) added.push([from, to])
        if (before !== count) this.#put(from, to, { before, count })
      }
    }
    for (const [from, to] of removed) this.#put(from, to, { before: 1, count: 0 })
    // Maps hold ten times what typed arrays do.
    if (added.length > this.edgeCount / 4) this.#compress()
    return { added, removed }
  }

  /** The tools of one row of Ã, itself first; every weight is 1 (the paper's binarisation). */
  gathered(tool: number, mode: GraphMode): readonly number[] {
    const row = new Set([tool])
    if (mode !== 's') this.#predecessors.each(tool, (other) => row.add(other))
    if (mode !== 'p') this.#successors.each(tool, (other) => row.add(other))
    return [...row]
  }

  /** The tools whose row of Ã holds this one, itself first: the transpose of `gathered`. */
  gatherers(tool: number, mode: GraphMode): readonly number[] {
    return this.gathered(tool, mode === 'p' ? 's' : mode === 's' ? 'p' : 'sym')
  }

  /** The tools of the row and itself, at most: one that is gathered from both sides counts twice. */
  rowBound(tool: number, mode: GraphMode): number {
    return (
      1 +
      (mode === 's' ? 0 : this.#predecessors.bound(tool)) +
      (mode === 'p' ? 0 : this.#successors.bound(tool))
    )
  }

  /** All counts by row, in typed arrays. */
  compressed(): Compressed {
    return compressed(this.#size, (tool, each) => this.#successors.each(tool, each))
  }

  #compress(): void {
    const successors = this.compressed()
    this.#successors = new SparseRows(successors)
    this.#predecessors = new SparseRows(transposed(successors, this.#size))
  }

  #put(from: number, to: number, { before, count }: { readonly before: number; readonly count: number }) {
    const most = Math.max(from, to)
    if (most >= this.#size)
      throw new AppError('invalid_input', `tool ${most} in a graph of ${this.#size}; grow it first`)
    this.#successors.put(from, to, count)
    this.#predecessors.put(to, from, count)
    this.#edgeCount += Number(count > 0) - Number(before > 0)
  }
}
