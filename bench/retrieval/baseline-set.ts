import type { Embedder } from '../../src/models/embedder.ts'
import type { ReadText } from '../../src/retrieval/tool-index.ts'
import { DenseScores } from './dense-scores.ts'
import { partTexts, prepareSet, type PreparedSet, type PreparedTask } from './prepared-set.ts'
import { referenceTokens } from './reference-tokens.ts'
import type { Toolset, ToolsetTask } from './toolset.ts'

/** A clause of a question as the app and as the reference read it. */
export interface BaselineClause extends ReadText {
  readonly reference: readonly string[]
}

export interface BaselineTask extends PreparedTask {
  readonly reference: readonly string[]
  readonly parts: readonly BaselineClause[]
}

/** A set with what the baselines read of it besides. */
export interface BaselineSet extends PreparedSet {
  readonly tasks: readonly BaselineTask[]
  readonly train: readonly BaselineTask[]
  /** Reference tokens of "name description", a tool each. */
  readonly reference: readonly (readonly string[])[]
  /** Cosines with what the app embeds of a tool, "name: description"; null without an embedder. */
  readonly own: DenseScores | null
  /** The same with '_' in names a space, as the reference has it, and with the description alone (the name where there is none). */
  readonly dense: DenseScores | null
  readonly descriptions: DenseScores | null
  /** Names of what each tool takes and gives, where the set declares them. */
  readonly takes: readonly ReadonlySet<string>[]
  readonly gives: readonly ReadonlySet<string>[]
}

/** The tools by name, so that no method can profit from the order in which a file lists them: ties are broken by position. */
export function sortedByName<Set extends Toolset>(set: Set): Set {
  return { ...set, tools: [...set.tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) }
}

/** Reads, and with an embedder embeds, all that any method wants of a set. The order of tools is kept. */
export async function prepareBaselines(
  set: Toolset,
  embedder: Embedder | null,
  progress: (note: string) => void,
): Promise<BaselineSet> {
  const prepared = await prepareSet(set, embedder, progress)
  progress(`${set.name}: tools as the baselines read them`)
  const own = prepared.tools.map(({ vector }) => vector).filter((vector) => vector !== undefined)
  const rows = await embedder?.embed(
    set.tools.map(({ name, description }) => `${name.replaceAll('_', ' ')}: ${description}`),
  )
  const described = await embedder?.embed(set.tools.map(({ name, description }) => description || name))
  const ownScores = embedder ? new DenseScores(own) : null
  return {
    ...prepared,
    tasks: prepared.tasks.map((task, at) => withReference(task, set.tasks[at]!)),
    train: prepared.train.map((task, at) => withReference(task, set.train[at]!)),
    reference: set.tools.map(({ name, description }) => referenceTokens(`${name} ${description}`)),
    own: ownScores,
    dense: rows && ownScores ? new DenseScores(rows, ownScores) : null,
    descriptions: described ? new DenseScores(described) : null,
    takes: set.tools.map(({ params }) => new Set(params.map(({ name }) => name.toLowerCase()))),
    gives: set.tools.map(({ outputs }) => new Set(outputs.map((name) => name.toLowerCase()))),
  }
}

function withReference(task: PreparedTask, asked: ToolsetTask): BaselineTask {
  const cut = partTexts(asked)
  return {
    ...task,
    reference: referenceTokens(asked.query),
    parts: task.parts.map((part, at) => ({ ...part, reference: referenceTokens(cut[at]!) })),
  }
}
