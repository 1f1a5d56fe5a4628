/**
 * A pure function of a text that keeps its results, for texts that come again with every question, such as those of the
 * library. All is forgotten when `limit` texts are held, so that foreign texts cannot fill the memory.
 */
export function byText<Result>(compute: (text: string) => Result, limit = 4096): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    const result = compute(text)
    if (known.size >= limit) known.clear()
    known.set(text, result)
    return result
  }
}
