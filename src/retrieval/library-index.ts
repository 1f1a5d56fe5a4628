import { config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { Aggregation, type AggregationOptions } from './aggregate.ts'
import type { StoredSums } from './hub-sums.ts'
import { compressed, type Compressed } from './sparse-rows.ts'
import { ToolGraph } from './tool-graph.ts'
import type { ScanKind, StoredCodes } from './vector-index/coded-rows.ts'
import { VectorIndex } from './vector-index/vector-index.ts'
import { VectorRows } from './vector-index/vector-rows.ts'

export interface FoundTool {
  readonly name: string
  /** Cosine of the question with the tool's row of H. */
  readonly score: number
}

/** How often a tool was called immediately before another, by name. */
export interface NamedEdge {
  readonly from: string
  readonly to: string
  readonly successes: number
}

/** All that a file keeps of an index. `names` has null where a tool was removed and none has taken its place. */
export interface StoredLibrary {
  /** The embedding model that made the vectors. */
  readonly model: string
  readonly options: AggregationOptions
  readonly names: readonly (string | null)[]
  readonly vectors: VectorRows
  readonly edges: Compressed
  /** What can be made of all that; it takes seconds for a hundred thousand tools. */
  readonly made?: { readonly codes: StoredCodes; readonly sums: StoredSums }
}

/**
 * A library of up to some hundred thousand tools: their vectors, the graph of what was called after what, and the search
 * for the tools whose aggregated vectors are nearest to a question. Every change costs what it touches. A tool keeps its
 * position as long as it is there; that of a removed one is given to the next that comes.
 */
export class LibraryIndex {
  readonly model: string
  readonly options: AggregationOptions
  readonly graph: ToolGraph
  readonly #names: (string | null)[]
  readonly #positions = new Map<string, number>()
  readonly #free: number[] = []
  readonly #vectors: VectorRows
  readonly #gathered: Aggregation
  readonly #index: VectorIndex

  constructor(given: {
    readonly model: string
    readonly dimensions: number
    readonly options?: AggregationOptions
    readonly stored?: StoredLibrary
    readonly scan?: ScanKind
  }) {
    const { stored } = given
    const { alpha, hops, mode } = given.options ?? config.retrieval
    this.model = given.model
    this.options = { alpha, hops, mode }
    this.#names = [...(stored?.names ?? [])]
    this.#names.forEach((name, at) => {
      if (name === null) this.#free.push(at)
      else this.#positions.set(name, at)
    })
    this.#vectors = stored?.vectors ?? new VectorRows(given.dimensions)
    this.graph = new ToolGraph(this.#names.length, stored?.edges)
    this.#gathered = new Aggregation(this.graph, this.#vectors, this.options, stored?.made?.sums)
    const rows = { dimensions: given.dimensions, row: (at: number) => this.#gathered.row(at) }
    this.#index = new VectorIndex(rows, given.scan)
    if (stored?.made) this.#index.restore(stored.made.codes)
    else this.#refresh(this.#names.keys())
  }

  /** Tools that are there. */
  get size(): number {
    return this.#positions.size
  }

  get names(): Iterable<string> {
    return this.#positions.keys()
  }

  /** By what the search goes through the codes. */
  get scan(): ScanKind {
    return this.#index.kind
  }

  /** The number of a tool in the graph. */
  position(name: string): number | undefined {
    return this.#positions.get(name)
  }

  /** The vector that a tool was put with: a view, good until it is given another or tools are added. */
  vector(name: string): Float32Array | undefined {
    const at = this.#positions.get(name)
    return at === undefined ? undefined : this.#vectors.row(at)
  }

  /** Bytes of vectors, codes, graph and aggregated rows; names aside. */
  get byteLength(): number {
    return (
      this.#vectors.byteLength + this.#index.byteLength + this.graph.byteLength + this.#gathered.byteLength
    )
  }

  /** Makes room for so many tools in all. */
  reserve(tools: number): void {
    this.#vectors.reserve(tools)
    this.#index.reserve(tools)
  }

  /** Adds a tool, or gives one another vector, of length 1. Its edges stay. Throws invalid_input where it has other dimensions. */
  put(name: string, vector: ArrayLike<number>): void {
    this.#vectors.requireLength(vector)
    const at = this.#positions.get(name) ?? this.#free.pop() ?? this.#names.length
    this.graph.grow(at + 1)
    const changed = this.#gathered.setVector(at, vector)
    this.#names[at] = name
    this.#positions.set(name, at)
    this.#refresh(changed)
  }

  /** Removes a tool with its edges; false where there is none of that name. */
  remove(name: string): boolean {
    const at = this.#positions.get(name)
    if (at === undefined) return false
    const changed = this.#gathered.refresh([], this.graph.isolate(at))
    this.#positions.delete(name)
    this.#names[at] = null
    this.#free.push(at)
    this.#index.remove(at)
    this.#refresh(changed)
    return true
  }

  /** Takes in the tools of a successful run, in order of their calls; names that it does not know are passed over. */
  learn(flow: readonly string[]): void {
    const tools = flow.map((name) => this.#positions.get(name)).filter((at) => at !== undefined)
    this.#refresh(this.#gathered.refresh(this.graph.addFlow(tools)))
  }

  /**
   * Brings the graph to the counts of a memory, of which a stored index is but a copy: what it lacks is added, what the
   * memory does not have is taken away.
   */
  takeEdges(edges: Iterable<NamedEdge>): void {
    const wanted = countsByRow(edges, this.#positions)
    const { added, removed } = this.graph.become(wanted)
    this.#refresh(this.#gathered.refresh(added, removed))
  }

  /** The tools nearest to a question, best first. Throws invalid_input where its vector is of another length. */
  search(question: Float32Array, count: number): FoundTool[] {
    return this.#index
      .search(question, count)
      .map(({ position, score }) => ({ name: this.#names[position]!, score }))
  }

  /** H in one buffer, position by position: what a plain loop over all tools would go through. A copy. */
  exactRows(): VectorRows {
    return VectorRows.of(this.#gathered.rows)
  }

  /** What a file keeps; buffers are the index's own, to be written before anything changes. */
  stored(): Required<StoredLibrary> {
    const { model, options } = this
    return {
      model,
      options,
      names: this.#names,
      vectors: this.#vectors,
      edges: this.graph.compressed(),
      made: { codes: this.#index.stored(), sums: this.#gathered.storedSums() },
    }
  }

  #refresh(changed: Iterable<number>): void {
    for (const at of changed) if (this.#names[at] != null) this.#index.refresh(at)
  }
}

/** An index of all tools and edges at once. Throws invalid_input where two tools have one name. */
export function buildLibrary(
  given: { readonly model: string; readonly dimensions: number; readonly options?: AggregationOptions },
  tools: readonly { readonly name: string; readonly vector: ArrayLike<number> }[],
  edges: Iterable<NamedEdge>,
): LibraryIndex {
  const names = tools.map(({ name }) => name)
  const positions = new Map(names.map((name, at) => [name, at]))
  if (positions.size < names.length) {
    throw new AppError('invalid_input', 'two tools of the library have one name; give each its own')
  }
  const vectors = new VectorRows(given.dimensions)
  vectors.reserve(tools.length)
  tools.forEach(({ vector }, at) => vectors.set(at, vector))
  const rows = countsByRow(edges, positions)
  const compact = compressed(tools.length, (row, take) => {
    for (const [column, count] of rows.get(row) ?? []) take(column, count)
  })
  const { alpha, hops, mode } = given.options ?? config.retrieval
  const options = { alpha, hops, mode }
  return new LibraryIndex({
    ...given,
    stored: { model: given.model, options, names, vectors, edges: compact },
  })
}

/** Edges of known tools by position; those of a tool to itself and those without success are passed over. */
function countsByRow(
  edges: Iterable<NamedEdge>,
  positions: ReadonlyMap<string, number>,
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const rows = new Map<number, Map<number, number>>()
  for (const { from, to, successes } of edges) {
    const [i, j] = [positions.get(from), positions.get(to)]
    if (i === undefined || j === undefined || i === j || successes <= 0) continue
    const row = rows.get(i) ?? new Map<number, number>()
    row.set(j, (row.get(j) ?? 0) + successes)
    rows.set(i, row)
  }
  return rows
}
