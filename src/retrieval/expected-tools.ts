import { cholesky, solveBy } from '../lib/cholesky.ts'
import { dot } from './dense.ts'
import type { Near } from './past-questions.ts'

/**
 * How much of each tool the nearest past questions lead to expect: ridge regression of the tools of their flows on their vectors, in its
 * dual form with the mean flow taken off (Saunders, Gammerman and Vovk 1998). About 0 to 1, a value a tool of `positions`. Unlike a vote
 * it counts two neighbours that say the same for less than two that differ. Cubic in the number of neighbours.
 */
export function expectedTools(
  nearest: readonly Near[],
  positions: ReadonlyMap<string, number>,
  penalty: number,
): Float64Array {
  const expected = new Float64Array(positions.size)
  if (nearest.length === 0) return expected
  const vectors = nearest.map(({ past }) => past.vector!)
  const kernel = vectors.map((vector, row) => {
    const line = new Float64Array(nearest.length)
    for (let col = 0; col <= row; col++) line[col] = dot(vector, vectors[col]!)
    line[row]! += penalty
    return line
  })
  const weights = solveBy(
    cholesky(kernel),
    nearest.map(({ cosine }) => cosine),
  )
  const ofMean = (1 - weights.reduce((sum, weight) => sum + weight, 0)) / nearest.length
  nearest.forEach(({ past }, row) => {
    for (const tool of new Set(past.tools)) {
      const at = positions.get(tool)
      if (at !== undefined) expected[at]! += weights[row]! + ofMean
    }
  })
  return expected
}
