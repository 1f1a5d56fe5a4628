import { memoryStore, verdictCommit, type InMemoryStore } from '../../src/memory/index.ts'
import { runTask, type FieldResult } from './run-task.ts'
import type { FieldTask } from './task.ts'

/**
 * A memory that has seen these tasks, one after another, each judged as a person with the truth would: a thumb up or down.
 * `watch` is told each result.
 */
export async function learnFrom(
  tasks: readonly FieldTask[],
  watch: (result: FieldResult, done: number, memory: InMemoryStore) => void = () => undefined,
): Promise<InMemoryStore> {
  const store = memoryStore()
  for (const [at, task] of tasks.entries()) {
    const { result, record } = await runTask(task, store)
    const verdict = result.right ? 'up' : 'down'
    await store.commit(verdictCommit(record, verdict, await store.snapshot()), {
      ...record,
      events: [...record.events, { type: 'verdict', at: record.startedAt, verdict }],
    })
    watch(result, at + 1, store)
  }
  return store
}
