import type { Embedder } from '../../../src/models/embedder.ts'
import { clauses } from '../../../src/retrieval/clauses.ts'
import { prepareBaselines, type BaselineSet, type BaselineTask } from '../baseline-set.ts'
import type { Toolset } from '../toolset.ts'

/** A task with the vectors of its sub-tasks q ⊕ s: the question and each clause as one text. */
export interface InvocationTask extends BaselineTask {
  readonly id: string
  readonly question: string
  readonly joined: readonly Float32Array[]
}

export interface InvocationSet extends Omit<BaselineSet, 'tasks'> {
  readonly tasks: readonly InvocationTask[]
  /** Names of library and flows, the library first, and vectors of "name description" by name. */
  readonly names: readonly string[]
  readonly vectors: ReadonlyMap<string, Float32Array>
}

export async function invocationSet(
  toolset: Toolset,
  embedder: Embedder,
  progress: (note: string) => void,
): Promise<InvocationSet> {
  const set = await prepareBaselines(toolset, embedder, progress)
  const cut = toolset.tasks.map(({ query }) => joinedTexts(query))
  progress(`${set.name}: sub-tasks are embedded`)
  const joined = await embedder.embed(cut.flat())
  const told = await embedder.embed(
    toolset.tools.map(({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`),
  )
  const library = toolset.tools.map(({ name }) => name)
  const flows = [...toolset.tasks, ...toolset.train].flatMap(({ tools }) => tools)
  let from = 0
  return {
    ...set,
    tasks: set.tasks.map((task, at) => ({
      ...task,
      id: toolset.tasks[at]!.id,
      question: toolset.tasks[at]!.query,
      joined: joined.slice(from, (from += cut[at]!.length)),
    })),
    names: [...new Set([...library, ...flows])],
    vectors: new Map(library.map((name, at) => [name, told[at]!])),
  }
}

/** q ⊕ s of each clause; a question of one clause is its own sub-task. */
export function joinedTexts(question: string): readonly string[] {
  const parts = clauses(question)
  return parts.length < 2 ? [question] : parts.map((part) => `${question} ${part}`)
}
