/** Figures of ALGORITHMS §9 as the benchmarks' own code computes them. Names of tools are compared as they are. */

/** |R_k ∩ G| / |G|: the share of the expected set among the first k; 1 where nothing is expected. */
export function recallAt(k: number, ranked: readonly string[], expected: readonly string[]): number {
  const goal = new Set(expected)
  if (goal.size === 0) return 1
  const top = new Set(ranked.slice(0, k))
  return [...goal].filter((name) => top.has(name)).length / goal.size
}

/** 1 where every expected tool is among the first k, else 0. */
export function completeAt(k: number, ranked: readonly string[], expected: readonly string[]): number {
  return recallAt(k, ranked, expected) === 1 ? 1 : 0
}

/** Discounted gain of the first k over that of the best order of min(k, |G|) tools; gains are 0 or 1. */
export function ndcgAt(k: number, ranked: readonly string[], expected: readonly string[]): number {
  const goal = new Set(expected)
  if (goal.size === 0) return 1
  const discount = (rank: number) => 1 / Math.log2(rank + 2)
  let gain = 0
  ranked.slice(0, k).forEach((name, rank) => {
    if (goal.has(name)) gain += discount(rank)
  })
  let ideal = 0
  for (let rank = 0; rank < Math.min(k, goal.size); rank++) ideal += discount(rank)
  return gain / ideal
}

/** |set(e) ∩ set(a)| / |set(e)|; 1 where nothing is expected. */
export function toolAnyOrder(expected: readonly string[], actual: readonly string[]): number {
  return recallAt(actual.length, actual, expected)
}

/**
 * Walks the expected calls, consuming the agent's greedily, and stops at the first that is not found; share found.
 * 1 where nothing is expected: the walk ends without a miss.
 */
export function toolInOrder(expected: readonly string[], actual: readonly string[]): number {
  if (expected.length === 0) return 1
  let from = 0
  let matched = 0
  for (const name of expected) {
    const at = actual.indexOf(name, from)
    if (at < 0) break
    matched++
    from = at + 1
  }
  return matched / expected.length
}

/** Longest common prefix over the number of expected calls; 0 where nothing is expected, as the benchmark has it. */
export function toolExactMatch(expected: readonly string[], actual: readonly string[]): number {
  if (expected.length === 0) return 0
  let same = 0
  while (same < expected.length && expected[same] === actual[same]) same++
  return same / expected.length
}

export interface MetricCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Longest prefix of calls in which name and the whole argument object are equal, over the expected ones; 0 of none. */
export function parameterAccuracy(expected: readonly MetricCall[], actual: readonly MetricCall[]): number {
  const asNames = (calls: readonly MetricCall[]) =>
    calls.map(({ name, input }) => name + ' ' + canonical(input))
  return toolExactMatch(asNames(expected), asNames(actual))
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** F1 of the two sets; 0 for an empty prediction. */
export function toolF1(expected: readonly string[], actual: readonly string[]): number {
  const goal = new Set(expected)
  const made = new Set(actual)
  const common = [...made].filter((name) => goal.has(name)).length
  return common === 0 ? 0 : (2 * common) / (goal.size + made.size)
}

/** Length of the longest common subsequence. */
export function commonSubsequence(first: readonly string[], second: readonly string[]): number {
  let row = new Array<number>(second.length + 1).fill(0)
  for (const name of first) {
    const next = [0]
    second.forEach((other, at) => {
      next.push(name === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    })
    row = next
  }
  return row.at(-1)!
}

/** LCS / len(e): how much of the expected sequence is there in order; 1 where nothing is expected. */
export function sequenceRecall(expected: readonly string[], actual: readonly string[]): number {
  return expected.length === 0 ? 1 : commonSubsequence(expected, actual) / expected.length
}

/** 2·LCS / (len(a) + len(e)): also counts against what is there too much; 1 where both are empty. */
export function sequenceSimilarity(expected: readonly string[], actual: readonly string[]): number {
  const calls = expected.length + actual.length
  return calls === 0 ? 1 : (2 * commonSubsequence(expected, actual)) / calls
}

/** len(a) / len(e), the efficiency of one task: above 1 where calls are wasted. NaN where nothing is expected: leave it out. */
export function lengthRatio(expected: readonly string[], actual: readonly string[]): number {
  return expected.length === 0 ? NaN : actual.length / expected.length
}

export const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
