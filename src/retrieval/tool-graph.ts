/** Which neighbours a tool gathers: its predecessors (p: Aᵀ + I), its successors (s: A + I) or both (sym). */
export type GraphMode = 'p' | 's' | 'sym'

/** The library graph: how often tool i was called immediately before tool j in a successful flow. Sparse; tools are numbers. */
export class ToolGraph {
  readonly #successors: Map<number, number>[]
  readonly #predecessors: Map<number, number>[]

  constructor(readonly size: number) {
    this.#successors = Array.from({ length: size }, () => new Map<number, number>())
    this.#predecessors = Array.from({ length: size }, () => new Map<number, number>())
  }

  count(from: number, to: number): number {
    return this.#successors[from]?.get(to) ?? 0
  }

  successors(tool: number): ReadonlyMap<number, number> {
    return this.#successors[tool]!
  }

  predecessors(tool: number): ReadonlyMap<number, number> {
    return this.#predecessors[tool]!
  }

  /** Adds to an edge; an edge from a tool to itself is left out. True where the edge is new. */
  add(from: number, to: number, count = 1): boolean {
    if (from === to) return false
    const before = this.count(from, to)
    this.#successors[from]!.set(to, before + count)
    this.#predecessors[to]!.set(from, before + count)
    return before === 0
  }

  /** Adds each step of a flow and returns the new edges. */
  addFlow(flow: readonly number[]): readonly (readonly [from: number, to: number])[] {
    const added: (readonly [number, number])[] = []
    for (let at = 1; at < flow.length; at++) {
      const from = flow[at - 1]!
      const to = flow[at]!
      if (this.add(from, to)) added.push([from, to])
    }
    return added
  }

  /** The tools of one row of Ã, itself first; every weight is 1 (the paper's binarisation). */
  gathered(tool: number, mode: GraphMode): readonly number[] {
    const row = new Set([tool])
    if (mode !== 's') for (const other of this.#predecessors[tool]!.keys()) row.add(other)
    if (mode !== 'p') for (const other of this.#successors[tool]!.keys()) row.add(other)
    return [...row]
  }

  /** The tools whose row of Ã holds this one, itself first: the transpose of `gathered`. */
  gatherers(tool: number, mode: GraphMode): readonly number[] {
    return this.gathered(tool, mode === 'p' ? 's' : mode === 's' ? 'p' : 'sym')
  }
}
