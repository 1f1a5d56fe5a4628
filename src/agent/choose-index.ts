import { waysToMark } from '../sensing/meanings.ts'
import type { Ask } from './types.ts'

export type SensingIndexChoice = () => string | null

/** The index a step without a fixed one computes: the one named, else the best known for what is asked. */
export function indexChoice(ask: Ask, admissible: ReadonlySet<string>): SensingIndexChoice {
  return () => {
    const named = ask.indices.find((name) => admissible.has(name))
    if (named) return named
    if (ask.indices.length > 0 || ask.target === null) return null
    return (
      waysToMark(ask.target)
        .map(({ source }) => source)
        .find((source) => admissible.has(source)) ?? null
    )
  }
}
