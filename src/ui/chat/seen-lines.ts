import type { RunView } from './run-view.ts'

/** What a run saw, line by line: scenes and the layers that its steps took, and apart from them what else lay there. */
export interface SeenLines {
  readonly taken: readonly string[]
  readonly others: readonly string[]
}

export function seenLines({ context, steps }: Pick<RunView, 'context' | 'steps'>): SeenLines {
  const lines = (context?.sensing ?? '').split('\n').filter((line) => line !== '')
  const taken = new Set(steps.flatMap(({ call }) => Object.values(call.args).flat().map(String)))
  const isOther = (line: string) => {
    const id = /^(layer-\d+):/.exec(line)?.[1]
    return id !== undefined && !taken.has(id)
  }
  return { taken: lines.filter((line) => !isOther(line)), others: lines.filter(isOther) }
}
