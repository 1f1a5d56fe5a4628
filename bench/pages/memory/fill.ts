import type { MemorySnapshot, RowChange } from '../../../src/memory/types.ts'
import { DexieMemoryStore, WriterGate, type Database } from '../../../src/store/index.ts'
import type { RunRecord } from '../../../src/trace/events.ts'

/** Rows of a commit while the memory is filled: as many as a run leaves, about. */
const ROWS = 20

export function storeOf(database: Database): DexieMemoryStore {
  const gate = new WriterGate()
  gate.set(true)
  return new DexieMemoryStore({ database, gate, announcer: { tell: () => undefined } })
}

/** Puts a memory in commit by commit, each with the record of its run, so that the journal is as long as it would be. */
export async function fillStore(store: DexieMemoryStore, memory: MemorySnapshot): Promise<void> {
  const added = rowsOf(memory)
  for (let from = 0; from < added.length; from += ROWS) {
    const changes = added.slice(from, from + ROWS)
    await store.commit({ cause: 'run', runId: `run-${from}`, summary: 'filled', changes }, runOf(from))
  }
}

function rowsOf({ workflows, edges, experiences, skills }: MemorySnapshot): readonly RowChange[] {
  const tables = { workflows, edges, experiences, skills }
  return Object.entries(tables).flatMap(([table, rows]) =>
    rows.map((after) => ({ table, id: after.id, before: null, after }) as RowChange),
  )
}

export const runOf = (number: number): RunRecord => ({
  id: `run-${number}`,
  question: 'How many hectares burned between the two dates?',
  taskType: 'burned-area',
  startedAt: Date.UTC(2026, 0, 1) + number,
  status: 'answered',
  events: [],
})
