import { config } from '../config.ts'

/** How rare each token is among the texts: ln(1 + (N − df + 0.5) / (df + 0.5)), above 0. */
export function inverseFrequencies(texts: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const token of new Set(text)) counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  const rarity = (count: number) => Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
  return new Map([...counts].map(([token, count]) => [token, rarity(count)]))
}

/**
 * Share of the question's tokens found in a text, weighted by rarity: 0 to 1. A token that no text knows (a place, a
 * number) cannot tell texts apart and counts `config.coverage.unknown`.
 */
export function coverage(
  asked: Iterable<string>,
  text: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  let found = 0
  let all = 0
  for (const token of new Set(asked)) {
    const weight = rarity.get(token) ?? config.coverage.unknown
    all += weight
    if (text.has(token)) found += weight
  }
  return all > 0 ? found / all : 0
}

/** Token Jaccard of the paper: shared over all. */
export function jaccard(first: Iterable<string>, second: Iterable<string>): number {
  const a = new Set(first)
  const b = new Set(second)
  const shared = [...a].filter((token) => b.has(token)).length
  const all = a.size + b.size - shared
  return all > 0 ? shared / all : 0
}
