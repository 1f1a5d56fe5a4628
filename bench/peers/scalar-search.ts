/** The best of all rows by a plain loop of dot products over one buffer, and a sort of the scores. */
export function scalarSearch(
  { values, dimensions }: { readonly values: Float32Array; readonly dimensions: number },
  query: Float32Array,
  count: number,
): { readonly position: number; readonly score: number }[] {
  const scores = new Float64Array(values.length / dimensions)
  for (let row = 0, at = 0; row < scores.length; row++) {
    let sum = 0
    for (let axis = 0; axis < dimensions; axis++, at++) sum += query[axis]! * values[at]!
    scores[row] = sum
  }
  const least = scores.slice().sort().at(-count) ?? -Infinity
  const found: { position: number; score: number }[] = []
  scores.forEach((score, position) => {
    if (score >= least) found.push({ position, score })
  })
  return found.sort((a, b) => b.score - a.score || a.position - b.position).slice(0, count)
}
