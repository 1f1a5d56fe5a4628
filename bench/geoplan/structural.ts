import { editDistance, type EditCosts } from '../../src/memory/flows/edit-distance.ts'
import { dot } from '../../src/retrieval/dense.ts'

/** The score of the second flow where the first is expected: at most 1, and 1 for the same flow. */
export type StructuralScore = (expected: readonly string[], actual: readonly string[]) => number

/**
 * The costs of ALGORITHMS §9 over a list of tools: a substitution is 1 − (cos + 1) / 2 of the two vectors (length 1; 1 where one
 * has none), leaving out or putting in is what `costs` says, 1 by default.
 */
export function structuralCosts(
  names: readonly string[],
  vectors: ReadonlyMap<string, Float32Array>,
  costs: ReadonlyMap<string, number>,
): EditCosts {
  const swap = (one: string, other: string) => {
    const [first, second] = [vectors.get(one), vectors.get(other)]
    if (one === other) return 0
    return first && second ? 1 - Math.max(0, (dot(first, second) + 1) / 2) : 1
  }
  return {
    single: Float64Array.from(names, (name) => costs.get(name) ?? 1),
    swap: names.map((one) => Float64Array.from(names, (other) => swap(one, other))),
  }
}

/**
 * GeoPlan-bench's structural score: 1 − distance / (1.5 · longer length); two empty flows are the same. Every tool of a flow
 * must be among the names (RangeError).
 */
export function structuralScore(names: readonly string[], costs: EditCosts): StructuralScore {
  const numbers = new Map(names.map((name, at) => [name, at]))
  const numbered = (flow: readonly string[]) =>
    flow.map((name) => {
      const at = numbers.get(name)
      if (at === undefined) throw new RangeError(`No cost is known for the tool ${name}.`)
      return at
    })
  return (expected, actual) => {
    const longer = Math.max(expected.length, actual.length)
    return longer === 0 ? 1 : 1 - editDistance(numbered(expected), numbered(actual), costs) / (1.5 * longer)
  }
}
