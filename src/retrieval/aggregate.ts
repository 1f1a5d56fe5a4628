import { config } from '../config.ts'
import { HubSums, type StoredSums } from './hub-sums.ts'
import type { GraphEdge, GraphMode, ToolGraph } from './tool-graph.ts'
import { VectorRows } from './vector-index/vector-rows.ts'

export interface AggregationOptions {
  readonly alpha: number
  readonly hops: number
  readonly mode: GraphMode
}

/**
 * Tool vectors that have gathered those of their neighbours: H⁰ = X, Hᵏ = (1 − α)·D⁻¹Ã·Hᵏ⁻¹ + α·X, rows of length 1
 * at the end. X are L2-normalised embeddings, one a tool of the graph. Rows are made when they are first asked for;
 * after a change only those that it reaches within k hops are made again, and equal a whole recomputation.
 */
export class Aggregation {
  readonly vectors: VectorRows
  /** Levels H¹ … Hᵏ before the last normalisation, as far as they were asked for. */
  readonly #levels: readonly Map<number, Float32Array>[]
  readonly #rows = new Map<number, Float32Array>()
  readonly #sums: HubSums

  constructor(
    readonly graph: ToolGraph,
    vectors: readonly Float32Array[] | VectorRows,
    readonly options: AggregationOptions = config.retrieval,
    sums?: StoredSums,
  ) {
    this.vectors = vectors instanceof VectorRows ? vectors : VectorRows.of(vectors)
    this.#levels = Array.from({ length: options.hops }, () => new Map<number, Float32Array>())
    this.#sums = new HubSums({ graph, vectors: this.vectors, mode: options.mode }, sums)
  }

  /** H: one L2-normalised row a tool. */
  get rows(): readonly Float32Array[] {
    return Array.from({ length: this.graph.size }, (_, tool) => this.row(tool))
  }

  /** A row of H; a tool without neighbours has its own vector. */
  row(tool: number): Float32Array {
    const known = this.#rows.get(tool)
    if (known) return known
    const { hops } = this.options
    if (hops === 0 || this.#isAlone(tool)) return this.vectors.row(tool)
    const row = ofLengthOne(this.#level(tool, hops))
    this.#rows.set(tool, row)
    return row
  }

  /** Takes in edges that are new in the graph, or gone from it, and returns the tools whose rows of H changed. */
  refresh(added: readonly GraphEdge[], removed: readonly GraphEdge[] = []): ReadonlySet<number> {
    const { mode } = this.options
    this.#sums.join(added)
    this.#sums.part(removed)
    const changed = [...added, ...removed].flatMap(([from, to]) =>
      mode === 'p' ? [to] : mode === 's' ? [from] : [from, to],
    )
    return this.#forget(new Set(changed), new Set())
  }

  /** Gives a tool another vector and returns the tools whose rows of H changed. */
  setVector(tool: number, vector: ArrayLike<number>): ReadonlySet<number> {
    if (this.options.hops > 0 && tool < this.vectors.size) this.#sums.exchange(tool, vector)
    this.vectors.set(tool, vector)
    return this.#forget(new Set(), new Set([tool]))
  }

  /** The sums of tools with many neighbours, which take long to make. */
  storedSums(): StoredSums {
    return this.#sums.stored(this.options.hops > 0 ? this.graph.size : 0)
  }

  get byteLength(): number {
    const rows = [...this.#levels, this.#rows].reduce((sum, { size }) => sum + size, 0)
    return rows * this.vectors.dimensions * 4 + this.#sums.byteLength
  }

  /** The rows that hold something of the changed rows of D⁻¹Ã and of the changed vectors, within k hops. */
  #forget(changed: ReadonlySet<number>, vectors: ReadonlySet<number>): ReadonlySet<number> {
    let dirty = vectors
    for (const level of this.#levels) {
      const reached = new Set(changed)
      for (const tool of dirty) {
        for (const other of this.graph.gatherers(tool, this.options.mode)) reached.add(other)
      }
      for (const tool of reached) level.delete(tool)
      dirty = reached
    }
    for (const tool of dirty) this.#rows.delete(tool)
    return dirty
  }

  #isAlone(tool: number): boolean {
    return (
      this.graph.rowBound(tool, this.options.mode) === 1 ||
      this.graph.gathered(tool, this.options.mode).length === 1
    )
  }

  #level(tool: number, hop: number): Float32Array {
    if (hop === 0) return this.vectors.row(tool)
    const level = this.#levels[hop - 1]!
    const known = level.get(tool)
    if (known) return known
    const { alpha, hops } = this.options
    const own = this.vectors.row(tool)
    const { sum, members } = hop === 1 ? this.#sums.of(tool) : this.#gathered(tool, hop)
    const row = new Float32Array(own.length)
    for (let axis = 0; axis < row.length; axis++) {
      row[axis] = ((1 - alpha) * sum[axis]!) / members + alpha * own[axis]!
    }
    // The last level is kept as its normalised rows.
    if (hop < hops) level.set(tool, row)
    return row
  }

  #gathered(tool: number, hop: number): { readonly sum: Float64Array; readonly members: number } {
    // Summed in order of tool number, so that a row does not depend on the order in which edges came.
    const members = [...this.graph.gathered(tool, this.options.mode)].sort((a, b) => a - b)
    const sum = new Float64Array(this.vectors.dimensions)
    for (const other of members) {
      const row = this.#level(other, hop - 1)
      for (let axis = 0; axis < sum.length; axis++) sum[axis]! += row[axis]!
    }
    return { sum, members: members.length }
  }
}

/** The same vector, scaled in place: a run changes many rows. */
function ofLengthOne(vector: Float32Array): Float32Array {
  let squares = 0
  for (let axis = 0; axis < vector.length; axis++) squares += vector[axis]! ** 2
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let axis = 0; axis < vector.length; axis++) vector[axis]! *= scale
  return vector
}
