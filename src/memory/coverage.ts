/** How rare a token is that `count` of `total` texts have: ln(1 + (N − df + 0.5) / (df + 0.5)), above 0. */
export const rarityOf = (count: number, total: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5))

/** The rarity of each token among the texts. */
export function inverseFrequencies(texts: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const token of new Set(text)) counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  return new Map([...counts].map(([token, count]) => [token, rarityOf(count, texts.length)]))
}

/** Jaccard of two sets by their sizes and what they share; 0 where both are empty. */
export function shareOfAll(shared: number, first: number, second: number): number {
  const all = first + second - shared
  return all > 0 ? shared / all : 0
}
