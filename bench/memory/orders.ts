import { seededRandom } from '../../src/lib/random.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import { familyTasks, shuffled, UNSEEDED, type Family } from './families.ts'

/** Family by family, and all of them mixed, by seed: one memory goes through them all. */
export const ORDERS = ['sequence', 'shuffled-1', 'shuffled-2', 'shuffled-3'] as const
export type MixedOrder = (typeof ORDERS)[number]

/**
 * Each family that has no skill on its own, from a memory in which nothing was learned, its tasks in a ring that begins with another one
 * in each order: so every task of a family is its first once, and what is easy or hard about a wording cancels.
 */
export type AloneOrder = `alone-${number}`
export const aloneOrders = (perFamily: number): readonly AloneOrder[] =>
  Array.from({ length: perFamily }, (_, at): AloneOrder => `alone-${at}`)

export type Order = MixedOrder | AloneOrder

export const isAlone = (order: Order): order is AloneOrder => order.startsWith('alone-')

/** What one memory goes through after another, each list from the beginning of a memory. */
export function orderedTasks(
  order: Order,
  families: readonly Family[],
  perFamily: number,
): readonly (readonly FieldTask[])[] {
  if (isAlone(order)) {
    const start = Number(order.slice('alone-'.length))
    return families
      .filter((family) => UNSEEDED.has(family))
      .map((family) => {
        const tasks = familyTasks(family, perFamily)
        return [...tasks.slice(start), ...tasks.slice(0, start)]
      })
  }
  const tasks = families.flatMap((family) => familyTasks(family, perFamily))
  return [order === 'sequence' ? tasks : shuffled(tasks, seededRandom(Number(order.split('-')[1])))]
}
