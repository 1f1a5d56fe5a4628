/**
 * What speaks for a tool, each in a unit that means the same in every library: words and meaning in deviations over the library, votes as
 * logarithms, shares from 0 to 1.
 */
export const SIGNALS = [
  /** BM25 of the whole question, and its cosine. */
  'words',
  'meaning',
  /** The same of the part of the question that fits the tool best. */
  'partWords',
  'partMeaning',
  /** Votes of the past questions that are nearest by meaning, and by words. */
  'voteMeaning',
  'voteWords',
  /** What a ridge regression over the nearest past questions expects. */
  'expected',
  /** How often the tool was used at all. */
  'used',
  /** What the best tools lead to, or follow. */
  'transitions',
] as const
export type Signal = (typeof SIGNALS)[number]

/** One value a tool for each signal; `count` tools. */
export type SignalLists = Readonly<Record<Signal, Float64Array>>

/** Weighted sum of some signals. */
export function joined(
  lists: SignalLists,
  weights: Readonly<Record<Signal, number>>,
  of: readonly Signal[] = SIGNALS,
): Float64Array {
  const sum = new Float64Array(lists.words.length)
  for (const signal of of) {
    const weight = weights[signal]
    if (weight === 0) continue
    const list = lists[signal]
    for (let at = 0; at < sum.length; at++) sum[at]! += weight * list[at]!
  }
  return sum
}
