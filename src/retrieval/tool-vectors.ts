import { config } from '../config.ts'
import { throwIfAborted } from '../lib/abort.ts'
import { textMark } from '../lib/text-mark.ts'
import type { Embedder } from '../models/embedder.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { readLibrary, saveLibrary, type IndexStore } from './index-file/open-library.ts'
import { LibraryIndex } from './library-index.ts'
import { toolText } from './retrieve.ts'

export interface ToolVectorParts {
  readonly embedder: Pick<Embedder, 'embed'>
  /** Vectors of two models never mix: a file of another is made anew. */
  readonly modelId: string
  readonly dimensions: number
  /** Where they are kept. Where that fails they are there for as long as this is. */
  readonly files: () => Promise<IndexStore>
}

/** A stop is heard between two batches, and a question's own texts need not wait for more. */
const BATCH = 16

/**
 * Vectors of the texts of a library, kept in an index file. `of` gives those that are there; `refresh` makes the others, meant for when
 * nobody waits. A text that is kept is never embedded again.
 */
export class ToolVectors {
  #opened: Promise<LibraryIndex> | null = null
  #store: IndexStore | null = null
  /** By text: one object for each vector, as whoever ranks by them knows them by it. */
  readonly #views = new Map<string, Float32Array>()
  /** What was asked for last: text by key. */
  #wanted: ReadonlyMap<string, string> | null = null
  #working: Promise<number> | null = null
  #isUnsaved = false

  constructor(private readonly parts: ToolVectorParts) {}

  /** By text: those of the tools that are there. Never throws. */
  async of(specs: readonly ToolSpec[]): Promise<ReadonlyMap<string, Float32Array>> {
    const wanted = new Map(
      specs.filter(({ internal }) => !internal).map((spec) => [keyOf(spec), toolText(spec)] as const),
    )
    this.#wanted = wanted
    const library = await this.#open()
    const found = new Map<string, Float32Array>()
    for (const [key, text] of wanted) {
      const vector = this.#view(library, key)
      if (vector) found.set(text, vector)
    }
    return found
  }

  /**
   * Makes the vectors that the tools asked for last lack, lets those of others go, stores what has changed and gives the number that was
   * made. Each batch is stored when it is made. Throws AbortError, and as the embedder does.
   */
  refresh({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<number> {
    this.#working ??= this.#work(signal).finally(() => (this.#working = null))
    return this.#working
  }

  async #work(signal: AbortSignal | undefined): Promise<number> {
    const wanted = this.#wanted
    if (!wanted) return 0
    const library = await this.#open()
    const gone = [...library.names].filter((key) => !wanted.has(key))
    const lacking = [...wanted].filter(([key]) => library.position(key) === undefined)
    for (const key of gone) {
      library.remove(key)
      this.#views.delete(key)
      this.#isUnsaved = true
    }
    library.reserve(library.size + lacking.length)
    let made = 0
    for (let from = 0; from < lacking.length; from += BATCH) {
      throwIfAborted(signal)
      const batch = lacking.slice(from, from + BATCH)
      const texts = batch.map(([, text]) => text)
      const vectors = await this.parts.embedder.embed(texts, { signal })
      batch.forEach(([key], at) => library.put(key, vectors[at]!))
      made += batch.length
      this.#isUnsaved = true
      // A tab is closed without a word: what was made before that is there in the next session.
      await this.#save(library)
    }
    if (this.#isUnsaved) await this.#save(library)
    return made
  }

  /** Why it could not be stored is of no use to anybody: it works as it is, and is tried again after the next run. */
  async #save(library: LibraryIndex): Promise<void> {
    if (!this.#store) return
    const problem = await saveLibrary(this.#store, library).catch((error: unknown) => error)
    this.#isUnsaved = problem !== null
  }

  /** The stored file is read once. One that is of no use is taken for none: what it lacks is made. */
  #open(): Promise<LibraryIndex> {
    const { modelId: model, dimensions, files } = this.parts
    const { alpha, hops, mode } = config.retrieval
    const wanted = { model, dimensions, options: { alpha, hops, mode } }
    const empty = () => new LibraryIndex(wanted)
    this.#opened ??= files()
      .then(async (store) => {
        this.#store = store
        return (await readLibrary(store, wanted)).library ?? empty()
      })
      .catch(empty)
    return this.#opened
  }

  #view(library: LibraryIndex, key: string): Float32Array | undefined {
    const known = this.#views.get(key)
    if (known) return known
    const vector = library.vector(key)
    if (vector) this.#views.set(key, vector)
    return vector
  }
}

/** A tool whose text was changed is another. */
const keyOf = (spec: ToolSpec) => `${spec.name} ${textMark(toolText(spec))}`
