import { throwIfAborted } from '../lib/abort.ts'
import { byText } from '../lib/by-text.ts'
import { textMark } from '../lib/text-mark.ts'
import type { Embedder } from '../models/embedder.ts'
import { skillText, workflowText } from './item-text.ts'
import { runKey } from './journal/index.ts'
import type { EmbeddedQuestion, MemorySnapshot, Skill, StoredVector, VectorStore, Workflow } from './types.ts'

export interface EmbeddedParts {
  readonly embedder: Pick<Embedder, 'embed'>
  /** Vectors of two models never mix: those of another are made anew. */
  readonly modelId: string
  readonly vectors: VectorStore
}

interface Options {
  readonly signal?: AbortSignal | undefined
}

type Table = 'workflows' | 'skills'

/** A question that was answered before, by its run. */
export interface AskedBefore {
  readonly id: string
  readonly question: string
}

interface Entry {
  readonly id: string
  readonly text: string
  readonly mark: string
}

/** Vectors are stored by so many, so that little is lost when the work is cut off. */
const BATCH = 16

/** Texts of questions and of their steps that are held: many of the steps come again. */
const TEXTS = 1024

/**
 * Vectors of the workflows and skills of a memory and of the questions that it answered, kept in the store with the model that made them
 * and a mark of the text they are of. A question is compared with those that are there and right; `refresh` makes the others, meant
 * for after a run.
 */
export class EmbeddedMemory {
  private known: Promise<Map<string, StoredVector>> | null = null
  /** Null before any were asked for. */
  private asked: readonly Entry[] | null = null
  private wanted: MemorySnapshot | null = null
  private working: Promise<number> | null = null
  private readonly heard = new Map<string, Float32Array>()

  constructor(private readonly parts: EmbeddedParts) {}

  /** Throws as the embedder and the store do. */
  async ask(question: string, snapshot: MemorySnapshot, { signal }: Options = {}): Promise<EmbeddedQuestion> {
    const known = await this.stored()
    const query = (await this.texts([question], { signal })).get(question)
    const tables = {
      workflows: vectorsOf(snapshot.workflows, (row) => this.current(known, workflowEntry(row))),
      skills: vectorsOf(snapshot.skills, (row) => this.current(known, skillEntry(row))),
    }
    return { query: query!, vectorOf: (table: Table, id: string) => tables[table].get(id) ?? null }
  }

  /** Vectors by text, of these at least; one that was asked for lately is not embedded again. Throws as the embedder does. */
  async texts(
    texts: readonly string[],
    { signal }: Options = {},
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const fresh = [...new Set(texts)].filter((text) => !this.heard.has(text))
    const made = fresh.length > 0 ? await this.parts.embedder.embed(fresh, { signal }) : []
    const known = new Map(this.heard)
    if (known.size + fresh.length > TEXTS) this.heard.clear()
    fresh.forEach((text, at) => {
      known.set(text, made[at]!)
      this.heard.set(text, made[at]!)
    })
    return known
  }

  /** Vectors of past questions, by run: of those that have one. `refresh` makes the others. Throws as the store does. */
  async past(runs: readonly AskedBefore[]): Promise<ReadonlyMap<string, Float32Array>> {
    const known = await this.stored()
    const entries = runs.map(runEntry)
    this.asked = entries
    return new Map(
      entries.flatMap((entry, at) => {
        const vector = this.current(known, entry) ?? this.heard.get(entry.text)
        return vector ? [[runs[at]!.id, vector] as const] : []
      }),
    )
  }

  /**
   * Makes and stores the vectors that this memory and the past questions asked for last lack and gives their number. While it is at work, a later memory takes the
   * place of the one that waits.
   */
  refresh(snapshot: MemorySnapshot, { signal }: Options = {}): Promise<number> {
    this.wanted = snapshot
    this.working ??= this.work(signal).finally(() => (this.working = null))
    return this.working
  }

  private async work(signal: AbortSignal | undefined): Promise<number> {
    const { embedder, modelId, vectors } = this.parts
    const known = await this.stored()
    const isLater = () => this.wanted !== null
    let made = 0
    while (this.wanted !== null) {
      const entries = [...entriesOf(this.wanted), ...(this.asked ?? [])]
      this.wanted = null
      await this.forget(known, new Set(entries.map(({ id }) => id)))
      const lacking = entries.filter((entry) => this.current(known, entry) === null)
      for (let from = 0; from < lacking.length && !isLater(); from += BATCH) {
        throwIfAborted(signal)
        const batch = lacking.slice(from, from + BATCH)
        const texts = batch.map(({ text }) => text)
        const unheard = texts.filter((text) => !this.heard.has(text))
        const vectorsMade = unheard.length > 0 ? await embedder.embed(unheard, { signal }) : []
        const fresh = batch.map(({ id, text, mark }): StoredVector => {
          const vector = this.heard.get(text) ?? vectorsMade[unheard.indexOf(text)]!
          return { id, modelId, textHash: mark, vector }
        })
        await vectors.putMany(fresh)
        for (const each of fresh) known.set(each.id, each)
        made += fresh.length
      }
    }
    return made
  }

  /** What is not compared with anything any more: an erased question must leave no vector, however late it came. */
  private async forget(known: Map<string, StoredVector>, there: ReadonlySet<string>): Promise<void> {
    const gone = [...known.keys()].filter((id) => !there.has(id) && (this.asked !== null || !isOfRun(id)))
    for (const id of gone) known.delete(id)
    if (gone.length > 0) await this.parts.vectors.drop(gone)
  }

  /** Read once; where that failed, by the next call again. */
  private stored(): Promise<Map<string, StoredVector>> {
    this.known ??= this.parts.vectors.all().then(
      (all) => new Map(all.map((each) => [each.id, each])),
      (error: unknown) => {
        this.known = null
        throw error
      },
    )
    return this.known
  }

  private current(known: ReadonlyMap<string, StoredVector>, { id, mark }: Entry): Float32Array | null {
    const found = known.get(id)
    return found?.modelId === this.parts.modelId && found.textHash === mark ? found.vector : null
  }
}

function vectorsOf<Row extends Workflow | Skill>(
  rows: readonly Row[],
  vectorOf: (row: Row) => Float32Array | null,
): ReadonlyMap<string, Float32Array> {
  return new Map(
    rows.flatMap((row) => {
      const vector = vectorOf(row)
      return vector ? [[row.id, vector] as const] : []
    }),
  )
}

/** Quarantined rows are not compared with anything, so they need none. */
function entriesOf({ workflows, skills }: MemorySnapshot): readonly Entry[] {
  return [...skills.filter(isOpen).map(skillEntry), ...workflows.filter(isOpen).map(workflowEntry)]
}

const isOpen = ({ state }: Workflow | Skill) => state !== 'quarantined'

function runEntry({ id, question }: AskedBefore): Entry {
  return { id: runKey(id), text: question, mark: markOf(question) }
}

const isOfRun = (id: string) => id.startsWith(runKey(''))

const markOf = byText(textMark)

const workflowEntry = entryOf('workflows', workflowText)
const skillEntry = entryOf('skills', skillText)

function entryOf<Row extends Workflow | Skill>(table: Table, textOf: (row: Row) => string) {
  const known = new WeakMap<Row, Entry>()
  return (row: Row): Entry => {
    const kept = known.get(row)
    if (kept) return kept
    const text = textOf(row)
    const entry = { id: `${table}/${row.id}`, text, mark: textMark(text) }
    known.set(row, entry)
    return entry
  }
}
