import { readFile } from 'node:fs/promises'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import type { MemoryMode } from '../evaluation/matrix.ts'
import { withSettings, type Settings } from '../lib/with-settings.ts'
import { memoryView } from './memory-view.ts'
import { runTask, type FieldResult } from './run-task.ts'
import { tasksOf } from './tasks.ts'
import type { Split } from './task.ts'

/** One task for a child process: the memory lies in a file, the task is drawn anew from its id. */
export interface FieldJob {
  readonly id: string
  readonly split: Split
  readonly shared: string | null
  readonly mode: MemoryMode
  /** Dump of a memory; null for the one that ships with the app. */
  readonly memory: string | null
  /** Constants to set otherwise. */
  readonly settings: Settings
}

decodeWith(zlibDecoder)

const memories = new Map<string | null, Promise<MemoryStore>>()

export async function work({ id, split, shared, mode, memory, settings }: FieldJob): Promise<FieldResult> {
  const task = tasksOf(split, shared).find((one) => one.id === id)
  if (!task) throw new Error(`there is no task ${id}`)
  if (!memories.has(memory)) memories.set(memory, storeFrom(memory))
  const store = memoryView(await memories.get(memory)!, mode)
  const { result } = await withSettings(settings, () => runTask(task, store))
  return result
}

const storeFrom = async (path: string | null): Promise<MemoryStore> =>
  path === null ? memoryStore() : memoryStore(parseMemory(await readFile(path, 'utf8')))
