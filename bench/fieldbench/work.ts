import { readFile } from 'node:fs/promises'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import type { MemoryMode } from '../evaluation/memories.ts'
import { withSettings, type Settings } from '../lib/with-settings.ts'
import { memoryView } from './memory-view.ts'
import { runTask, type FieldResult } from './run-task.ts'
import { tasksOf } from './tasks.ts'
import type { Split } from './task.ts'

/** A way to ask a task. */
export interface FieldVariant {
  readonly mode: MemoryMode
  /** File with the dump of a memory; null for the one that ships with the app. */
  readonly memory: string | null
  /** Constants to set otherwise. */
  readonly settings: Settings
}

/** One task for a child process, drawn anew from its id and asked in each of these ways. */
export interface FieldJob {
  readonly id: string
  readonly split: Split
  readonly shared: string | null
  readonly variants: readonly FieldVariant[]
}

decodeWith(zlibDecoder)

const memories = new Map<string | null, Promise<MemoryStore>>()

/** One result a variant, in their order. */
export async function work({ id, split, shared, variants }: FieldJob): Promise<readonly FieldResult[]> {
  const task = tasksOf(split, shared).find((one) => one.id === id)
  if (!task) throw new Error(`there is no task ${id}`)
  const drawn = await task.draw()
  const results: FieldResult[] = []
  for (const { mode, memory, settings } of variants) {
    if (!memories.has(memory)) memories.set(memory, storeFrom(memory))
    const store = memoryView(await memories.get(memory)!, mode)
    const run = () => runTask({ ...task, draw: () => Promise.resolve(drawn) }, store)
    results.push((await withSettings(settings, run)).result)
  }
  return results
}

const storeFrom = async (path: string | null): Promise<MemoryStore> =>
  path === null ? memoryStore() : memoryStore(parseMemory(await readFile(path, 'utf8')))
