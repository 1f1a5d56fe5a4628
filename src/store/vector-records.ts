import type { StoredVector, VectorStore } from '../memory/types.ts'
import type { Database } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** Vectors of entries.. */
export class VectorRecords implements VectorStore {
  constructor(private readonly parts: { readonly database: Database; readonly gate: WriterGate }) {}

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredVector>> {
    const rows = await this.run(({ vectors }) => vectors.bulkGet([...ids]))
    return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))
  }

  all(): Promise<readonly StoredVector[]> {
    return this.run(({ vectors }) => vectors.toArray())
  }

  async putMany(rows: readonly StoredVector[]): Promise<void> {
    await this.parts.gate.assertWritable()
    await this.run(({ vectors }) => vectors.bulkPut([...rows]))
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
