import { config } from '../config.ts'
import { normalise } from './dense.ts'
import type { GraphMode, ToolGraph } from './tool-graph.ts'

export interface AggregationOptions {
  readonly alpha: number
  readonly hops: number
  readonly mode: GraphMode
}

/**
 * Tool vectors that have gathered those of their neighbours: H⁰ = X, Hᵏ = (1 − α)·D⁻¹Ã·Hᵏ⁻¹ + α·X, rows of length 1
 * at the end. X are L2-normalised embeddings, one a tool of the graph. After edges were added, `refresh` recomputes
 * only the rows that they reach within k hops, and the result equals a whole recomputation.
 */
export class Aggregation {
  /** Levels H⁰ … Hᵏ before the last normalisation. */
  readonly #levels: Float32Array[][]
  readonly #rows: Float32Array[]

  constructor(
    readonly graph: ToolGraph,
    readonly vectors: readonly Float32Array[],
    readonly options: AggregationOptions = config.retrieval,
  ) {
    this.#levels = [[...vectors]]
    for (let hop = 1; hop <= options.hops; hop++) {
      this.#levels.push(vectors.map((_, tool) => this.#row(tool, hop)))
    }
    this.#rows = this.#levels.at(-1)!.map(normalise)
  }

  /** H: one L2-normalised row a tool. */
  get rows(): readonly Float32Array[] {
    return this.#rows
  }

  /** Takes in edges that are new in the graph and returns how many rows of H were computed again. */
  refresh(added: readonly (readonly [from: number, to: number])[]): number {
    const { hops, mode } = this.options
    const changed = new Set(
      added.flatMap(([from, to]) => (mode === 'p' ? [to] : mode === 's' ? [from] : [from, to])),
    )
    let dirty = new Set<number>()
    for (let hop = 1; hop <= hops; hop++) {
      const reached = new Set(changed)
      for (const tool of dirty) for (const other of this.graph.gatherers(tool, mode)) reached.add(other)
      for (const tool of reached) this.#levels[hop]![tool] = this.#row(tool, hop)
      dirty = reached
    }
    for (const tool of dirty) this.#rows[tool] = normalise(this.#levels[hops]![tool]!)
    return dirty.size
  }

  #row(tool: number, hop: number): Float32Array {
    const { alpha, mode } = this.options
    const own = this.vectors[tool]!
    const below = this.#levels[hop - 1]!
    const gathered = this.graph.gathered(tool, mode)
    // Summed in order of tool number, so that a row does not depend on the order in which edges came.
    const members = [...gathered].sort((a, b) => a - b)
    return own.map((value, at) => {
      let sum = 0
      for (const other of members) sum += below[other]![at]!
      return ((1 - alpha) * sum) / members.length + alpha * value
    })
  }
}
