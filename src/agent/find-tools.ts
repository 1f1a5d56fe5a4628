import { isAbort } from '../lib/abort.ts'
import { byText } from '../lib/by-text.ts'
import { tokens } from '../lib/text.ts'
import type { EmbeddedMemory } from '../memory/index.ts'
import type { Edge } from '../memory/types.ts'
import { ToolFinder, type PastQuestion, type SubTask, type ToolVectors } from '../retrieval/index.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { RetrievedTool, RunRecord } from '../trace/events.ts'

/** Vectors of a question, of what is remembered and of the tools. Their owner makes those that lack after a run. */
export interface RunEmbedder {
  readonly memory: Pick<EmbeddedMemory, 'ask' | 'texts' | 'past'>
  readonly tools: Pick<ToolVectors, 'of'>
}

/** Past runs that vote, at least; older ones have left their trace in workflows and edges. */
const PAST_RUNS = 500
/** So many leave at once: whoever follows the past from question to question begins anew when its first is another. */
const LEAVING = 100

/** What one run finds tools among. */
interface Library {
  readonly specs: readonly ToolSpec[]
  readonly admissible: ReadonlySet<string>
  readonly edges: readonly Edge[]
  /** All runs that the session knows of, in their order. */
  readonly runs: readonly RunRecord[]
}

interface Parts {
  readonly finder: ToolFinder
  readonly embedder: RunEmbedder | null
  readonly signal: AbortSignal | undefined
}

/** Finds tools for one run: by words, and by meaning too where the texts of the tools or past questions have vectors. */
export class FindTools {
  readonly #ofTools: ReadonlyMap<string, Float32Array>
  readonly #past: readonly PastQuestion[]
  #embedder: RunEmbedder | null

  static async over(library: Library, parts: Parts): Promise<FindTools> {
    const runs = pastRuns(library.runs)
    const { embedder } = parts
    const none = new Map<string, Float32Array>()
    if (!embedder) return new FindTools(library, parts, { ofTools: none, ofRuns: none, runs })
    const [ofTools, ofRuns] = await Promise.all([
      embedder.tools.of(library.specs).catch(() => none),
      // A session without memory must not make the store forget what it knows.
      runs.length > 0 ? embedder.memory.past(runs).catch(() => none) : none,
    ])
    return new FindTools(library, parts, { ofTools, ofRuns, runs })
  }

  private constructor(
    private readonly library: Library,
    private readonly parts: Parts,
    known: {
      readonly ofTools: ReadonlyMap<string, Float32Array>
      readonly ofRuns: ReadonlyMap<string, Float32Array>
      readonly runs: readonly RunRecord[]
    },
  ) {
    this.#ofTools = known.ofTools
    this.#embedder = known.ofTools.size + known.ofRuns.size > 0 ? parts.embedder : null
    this.#past = known.runs.map((run) => pastQuestion(run, known.ofRuns.get(run.id)))
  }

  /** The best `most` for a question and the steps of its plan, best first. Throws AbortError. */
  async find(
    question: string,
    subTasks: readonly SubTask[],
    most: number,
  ): Promise<readonly RetrievedTool[]> {
    const { specs, admissible, edges } = this.library
    // Steps are compared with tools alone, the question with past questions too.
    const steps = this.#ofTools.size > 0 ? subTasks.map(({ text }) => text) : []
    const heard = await this.#heard([question, ...steps])
    const vectors = { get: (text: string) => heard?.get(text) ?? this.#ofTools.get(text) }
    const query = { question, subTasks, specs, admissible, edges, past: this.#past, most }
    return this.parts.finder.find(heard ? { ...query, vectors } : query)
  }

  /** Null where words have to do. An embedder that failed is not asked again by this run. */
  async #heard(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array> | null> {
    try {
      const { signal } = this.parts
      return this.#embedder ? await this.#embedder.memory.texts(texts, { signal }) : null
    } catch (error) {
      if (isAbort(error)) throw error
      this.#embedder = null
      return null
    }
  }
}

function pastRuns(runs: readonly RunRecord[]): readonly RunRecord[] {
  const answered = runs.filter(({ status }) => status === 'answered')
  const left = Math.floor(Math.max(0, answered.length - PAST_RUNS) / LEAVING) * LEAVING
  return answered.slice(left)
}

function pastQuestion(run: RunRecord, vector: Float32Array | undefined): PastQuestion {
  const tools = run.events.flatMap((event) => (event.type === 'step-start' ? [event.call.tool] : []))
  return {
    tokens: questionTokens(run.question),
    tools: [...new Set(tools)],
    ...(vector ? { vector } : {}),
  }
}

const questionTokens = byText(tokens)
