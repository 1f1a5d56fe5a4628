import { createHash } from 'node:crypto'
import { shuffled } from '../evaluate.ts'

/** Questions a set that a model writes texts for: it takes seconds for each. */
export const QUESTIONS = 60

/** Fixed, so that figures of two models are of the same questions. */
export const SUBSET_SEED = 1

/** Places of the same questions every time, in the order of the set; all of them where there are no more. */
export function subset(total: number, count = QUESTIONS, seed = SUBSET_SEED): readonly number[] {
  const places = Array.from({ length: total }, (_, at) => at)
  return shuffled(places, seed)
    .slice(0, count)
    .sort((a, b) => a - b)
}

/** Which questions they were, as flat figures of a row. */
export function subsetFigures(ids: readonly string[]) {
  const list = ids.join(' ')
  return { ids_sha256: createHash('sha256').update(list).digest('hex').slice(0, 16), ids: list }
}
