import { config } from '../../../src/config.ts'
import { blobBytes } from '../../../src/io/read/bytes.ts'
import { encodeIndex } from '../../../src/retrieval/index-file/index-file.ts'
import { openLibrary, saveLibrary } from '../../../src/retrieval/index-file/open-library.ts'
import { buildLibrary, type LibraryIndex, type NamedEdge } from '../../../src/retrieval/library-index.ts'
import { IndexFiles, OpfsFiles, opfsFolder, WriterGate } from '../../../src/store/index.ts'
import { SyntheticLibrary } from '../../lib/synthetic-vectors.ts'
import { scalarSearch } from '../../peers/scalar-search.ts'

export interface RetrievalBenchOptions {
  readonly size: number
  readonly questions: number
  readonly updates: number
  readonly loads: number
  readonly seed: number
}

export interface RetrievalRun {
  readonly edges: number
  readonly kind: string
  readonly buildMs: number
  readonly queryMs: readonly number[]
  /** The plain loop over all rows, for every tenth question. */
  readonly peerMs: readonly number[]
  /** The mean share of the plain loop's best that the index finds among as many. */
  readonly recall: number
  readonly updateMs: readonly number[]
  readonly saveMs: readonly number[]
  readonly loadMs: readonly number[]
  /** The first question to an index that was just loaded, whose aggregated rows are not made yet. */
  readonly firstMs: readonly number[]
  readonly fileBytes: number
  readonly heldBytes: number
}

const MODEL = 'synthetic'
const DIMENSIONS = 384
const SHOWN = config.retrieval.shown
/** Calls of a run, and so nine edges. */
const TRAJECTORY = 10
/** Edges that a library has, a tool. */
const EDGES = 5

/** An index of one size: built, asked, updated, stored in OPFS and loaded again, and what each took. */
export async function measure(given: RetrievalBenchOptions): Promise<RetrievalRun> {
  const synthetic = new SyntheticLibrary(given.size, { seed: given.seed, dimensions: DIMENSIONS })
  const { names, vectors } = synthetic
  let start = performance.now()
  const tools = names.map((name, at) => ({ name, vector: vectors.row(at) }))
  const library = buildLibrary({ model: MODEL, dimensions: DIMENSIONS }, tools, edgesOf(synthetic))
  const buildMs = performance.now() - start
  // The exact rows that the search is over, for the peer: one buffer, as a plain loop would have it.
  const rows = library.exactRows()
  const questions = Array.from({ length: given.questions }, () => synthetic.question())
  // The first calls meet code that is not compiled yet.
  for (const question of questions.slice(0, 30)) library.search(question, SHOWN)
  const [queryMs, peerMs, shares]: [number[], number[], number[]] = [[], [], []]
  questions.forEach((question, at) => {
    start = performance.now()
    const found = library.search(question, SHOWN)
    queryMs.push(performance.now() - start)
    if (at % 10 > 0) return
    start = performance.now()
    const exact = scalarSearch(rows, question, SHOWN)
    peerMs.push(performance.now() - start)
    const known = new Set(found.map(({ name }) => library.position(name)))
    shares.push(exact.filter(({ position }) => known.has(position)).length / exact.length)
  })
  const updateMs = Array.from({ length: given.updates }, () => {
    const flow = synthetic.flow(TRAJECTORY).map((tool) => names[tool]!)
    start = performance.now()
    library.learn(flow)
    return performance.now() - start
  })
  const stored = await timeStored(library, given.loads, questions[0]!)
  return {
    edges: library.graph.edgeCount,
    kind: library.scan,
    buildMs,
    queryMs,
    peerMs,
    recall: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    updateMs,
    heldBytes: library.byteLength,
    ...stored,
  }
}

async function timeStored(library: LibraryIndex, rounds: number, question: Float32Array) {
  const folder = await opfsFolder(`retrieval-bench-${crypto.randomUUID()}`)
  const gate = new WriterGate()
  gate.set(true)
  const store = new IndexFiles({ folder, files: new OpfsFiles({ folder, gate, toBytes: blobBytes }) })
  const { model, options } = library
  const expected = JSON.stringify(library.search(question, SHOWN))
  const fileBytes = encodeIndex(library.stored()).reduce((sum, { byteLength }) => sum + byteLength, 0)
  const [saveMs, loadMs, firstMs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    let start = performance.now()
    const unsaved = await saveLibrary(store, library)
    saveMs.push(performance.now() - start)
    if (unsaved) throw unsaved
    start = performance.now()
    const opened = await openLibrary(store, { model, options, dimensions: DIMENSIONS }, () =>
      Promise.reject(new Error('the stored index was refused')),
    )
    loadMs.push(performance.now() - start)
    start = performance.now()
    const found = opened.library.search(question, SHOWN)
    firstMs.push(performance.now() - start)
    if (JSON.stringify(found) !== expected) {
      throw new Error('The loaded index does not find what the stored one found.')
    }
  }
  for (const name of await store.list()) await folder.removeEntry(name)
  return { saveMs, loadMs, firstMs, fileBytes }
}

function edgesOf(synthetic: SyntheticLibrary): NamedEdge[] {
  const flows = Array.from({ length: Math.ceil((synthetic.size * EDGES) / (TRAJECTORY - 1)) }, () =>
    synthetic.flow(TRAJECTORY).map((tool) => synthetic.names[tool]!),
  )
  return flows.flatMap((flow) => flow.slice(1).map((to, at) => ({ from: flow[at]!, to, successes: 1 })))
}
