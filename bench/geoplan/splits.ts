import { seededRandom } from '../../src/lib/random.ts'

/** What is remembered, and what is asked. */
export interface Split<T> {
  readonly train: readonly T[]
  readonly tasks: readonly T[]
}

/** Folds of a seeded order, as equal in size as can be; each is asked of what the others remember. */
export function folds<T>(items: readonly T[], count: number, seed: number): Split<T>[] {
  const random = seededRandom(seed)
  const drawn = items.map((item) => ({ item, key: random() })).sort((a, b) => a.key - b.key)
  return Array.from({ length: count }, (_, fold) => ({
    train: drawn.filter((_, at) => at % count !== fold).map(({ item }) => item),
    tasks: drawn.filter((_, at) => at % count === fold).map(({ item }) => item),
  }))
}
