import { readFile } from 'node:fs/promises'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import type { Family } from './families.ts'
import { orderedTasks, type Order } from './orders.ts'
import { passThrough, type PassResult } from './passes.ts'
import { memoryOf, type Way } from './ways.ts'

/** One order for a child process, gone through on each of these ways. */
export interface PassJob {
  readonly order: Order
  readonly families: readonly Family[]
  readonly perFamily: number
  readonly ways: readonly Way[]
  /** File with the dump of the attacked memory; null where no way begins with it. */
  readonly poisoned: string | null
  readonly keepRuns: boolean
}

decodeWith(zlibDecoder)

/** By way: what each task came to, in the order in which they were asked. */
export async function work(job: PassJob): Promise<readonly (readonly PassResult[])[]> {
  const poisoned = job.poisoned === null ? null : await readFile(job.poisoned, 'utf8')
  const results: PassResult[][] = job.ways.map(() => [])
  for (const tasks of orderedTasks(job.order, job.families, job.perFamily)) {
    const ways = job.ways.map((way) => ({ ...way, store: memoryOf(way.mode, poisoned) }))
    const found = await passThrough(tasks, ways, { keepRuns: job.keepRuns })
    for (const [at, each] of found.entries()) results[at]!.push(...each)
  }
  return results
}
