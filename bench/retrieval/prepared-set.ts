import type { Embedder } from '../../src/models/embedder.ts'
import { clauses } from '../../src/retrieval/clauses.ts'
import type { PastQuestion } from '../../src/retrieval/past-questions.ts'
import { readText, type ReadText, type ToolText } from '../../src/retrieval/tool-index.ts'
import type { Toolset, ToolsetTask } from './toolset.ts'

/** A task with its question and clauses read and, where there is an embedder, embedded. */
export interface PreparedTask extends PastQuestion {
  readonly parts: readonly ReadText[]
}

export interface PreparedSet {
  readonly name: string
  readonly tools: readonly ToolText[]
  readonly tasks: readonly PreparedTask[]
  readonly train: readonly PreparedTask[]
  /** Positions of declared dependencies, null where the set declares none. */
  readonly dependsOn: readonly (readonly number[])[] | null
}

/** The clauses of a task's question, or what stands for them. */
export const partTexts = ({ query, parts }: ToolsetTask): readonly string[] => parts ?? clauses(query)

/** Reads, and with an embedder embeds, every text of a set. Tools are embedded as "name: description". */
export async function prepareSet(
  set: Toolset,
  embedder: Embedder | null,
  progress: (note: string) => void,
): Promise<PreparedSet> {
  const read = async (texts: readonly string[], what: string): Promise<ReadText[]> => {
    let told = 0
    const vectors = await embedder?.embed(texts, {
      progress: (fraction) => {
        if (fraction - told < 0.1 && fraction < 1) return
        told = fraction
        progress(`${set.name}: ${what} embedded, ${Math.round(fraction * 100)} %`)
      },
    })
    return texts.map((text, at) => readText(text, vectors?.[at]))
  }
  const tools = await read(
    set.tools.map(({ name, description }) => `${name}: ${description}`),
    'tools',
  )
  const prepare = async (tasks: readonly ToolsetTask[], what: string): Promise<PreparedTask[]> => {
    const questions = await read(
      tasks.map(({ query }) => query),
      what,
    )
    const cut = tasks.map(partTexts)
    const parts = await read(cut.flat(), `clauses of ${what}`)
    let from = 0
    return tasks.map((task, at) => ({
      ...questions[at]!,
      tools: task.tools,
      parts: parts.slice(from, (from += cut[at]!.length)),
    }))
  }
  const positions = new Map(set.tools.map(({ name }, at) => [name, at]))
  const dependsOn = set.tools.map(({ depends_on }) =>
    depends_on.map(({ name }) => positions.get(name)).filter((at) => at !== undefined),
  )
  return {
    name: set.name,
    tools: tools.map((text, at) => ({ name: set.tools[at]!.name, ...text })),
    tasks: await prepare(set.tasks, 'questions'),
    train: await prepare(set.train, 'training questions'),
    dependsOn: dependsOn.some((list) => list.length > 0) ? dependsOn : null,
  }
}
