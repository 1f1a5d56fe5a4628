import type { Row } from '../harness/bench.ts'
import { cachedMiniLm } from '../lib/cached-minilm.ts'
import { prepareBaselines, sortedByName, type BaselineSet } from './baseline-set.ts'
import { evaluate } from './evaluate.ts'
import { METHODS, type MethodKind } from './methods.ts'
import { readToolset, type Toolset } from './toolset.ts'

export interface ChosenTask {
  /** Its place among the tasks. */
  readonly at: number
  readonly parts: readonly string[]
}

/** Which set, and how it is read. */
export interface SetSource {
  readonly file: string
  /** The first so many tasks only; null for all. */
  readonly limit: number | null
  /** Some of the tasks only, with what stands for the clauses of each. Absent: all, with clauses. */
  readonly chosen?: readonly ChosenTask[]
  /** Null for words alone. */
  readonly embedder: { readonly shared: string; readonly workFolder: string } | null
}

/** One method on one set for a child process. */
export interface RetrievalJob {
  readonly source: SetSource
  /** Of the set's content, so that nothing kept of another is taken for this one's. */
  readonly content: string
  /** Place in METHODS. */
  readonly method: number
  readonly seeds: readonly number[]
  /** In place of the method's own. */
  readonly label?: MethodKind['label']
}

export async function work({ source, method, seeds, label }: RetrievalJob): Promise<readonly Row[]> {
  const kind = label ? { ...METHODS[method]!, label } : METHODS[method]!
  const set = await prepared(source)
  return kind.suits(set) ? await evaluate(kind, set, seeds) : []
}

/** The set as files have it, tools by name. */
export function readSource({ file, limit, chosen }: SetSource): Toolset {
  const set = sortedByName(readToolset(file))
  const tasks = limit === null ? set.tasks : set.tasks.slice(0, limit)
  if (!chosen) return { ...set, tasks }
  return { ...set, tasks: chosen.map(({ at, parts }) => ({ ...tasks[at]!, parts })) }
}

/** Reads, and embeds where that was not done before, all that the methods want of a set. */
export async function prepareSource(
  source: SetSource,
  progress: (note: string) => void,
): Promise<BaselineSet> {
  const embedder = source.embedder ? cachedMiniLm(source.embedder) : null
  return await prepareBaselines(readSource(source), embedder, progress)
}

/** One set at a time: jobs come set by set, and a set with all its cosines takes hundreds of megabytes. */
let last: { readonly key: string; readonly set: Promise<BaselineSet> } | undefined

function prepared(source: SetSource): Promise<BaselineSet> {
  const key = JSON.stringify(source)
  if (last?.key !== key) last = { key, set: prepareSource(source, () => undefined) }
  return last.set
}
