import { runKey } from '../memory/journal/index.ts'
import type { StoredVector, VectorStore } from '../memory/types.ts'
import type { Database } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

const OF_RUN = runKey('')

/** Vectors of entries and of the questions of past runs. */
export class VectorRecords implements VectorStore {
  constructor(private readonly parts: { readonly database: Database; readonly gate: WriterGate }) {}

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredVector>> {
    const rows = await this.run(({ vectors }) => vectors.bulkGet([...ids]))
    return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))
  }

  all(): Promise<readonly StoredVector[]> {
    return this.run(({ vectors }) => vectors.toArray())
  }

  /** The vector of a run that was erased while it was made is not kept: nothing would take it away any more. */
  async putMany(rows: readonly StoredVector[]): Promise<void> {
    await this.parts.gate.assertWritable()
    await this.run((database) =>
      database.transaction('rw', [database.vectors, database.runs], async () => {
        const runIds = rows.flatMap(({ id }) => (id.startsWith(OF_RUN) ? [id.slice(OF_RUN.length)] : []))
        const there = await database.runs.bulkGet(runIds)
        const gone = new Set(runIds.filter((_, at) => there[at] === undefined).map(runKey))
        await database.vectors.bulkPut(rows.filter(({ id }) => !gone.has(id)))
      }),
    )
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.parts.gate.assertWritable()
    await this.run(({ vectors }) => vectors.bulkDelete([...ids]))
  }

  private run<Result>(operation: (database: Database) => PromiseLike<Result>): Promise<Result> {
    const { database } = this.parts
    return guarded('storing what texts mean', database, () => operation(database))
  }
}
