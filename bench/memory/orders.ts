import { seededRandom } from '../../src/lib/random.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import { familyTasks, shuffled, type Family } from './families.ts'

/** Family by family, and all of them mixed, by seed. */
export const ORDERS = ['sequence', 'shuffled-1', 'shuffled-2', 'shuffled-3'] as const
export type Order = (typeof ORDERS)[number]

export function orderedTasks(
  order: Order,
  families: readonly Family[],
  perFamily: number,
): readonly FieldTask[] {
  const tasks = families.flatMap((family) => familyTasks(family, perFamily))
  return order === 'sequence' ? tasks : shuffled(tasks, seededRandom(Number(order.split('-')[1])))
}
