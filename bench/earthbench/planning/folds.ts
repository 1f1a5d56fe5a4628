import { seededRandom } from '../../../src/lib/random.ts'

/** The fold of each of `count` tasks, 0 to `folds` − 1, in a seeded order; sizes differ by one at most. */
export function foldsOf(count: number, folds: number, seed: number): readonly number[] {
  const random = seededRandom(seed)
  const order = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  const fold = new Array<number>(count).fill(0)
  order.forEach((task, place) => {
    fold[task] = place % folds
  })
  return fold
}
