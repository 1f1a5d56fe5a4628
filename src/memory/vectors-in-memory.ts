import type { StoredVector, VectorStore } from './types.ts'

/** Vectors for as long as the process runs: they are made again from the entries' texts. */
export class VectorsInMemory implements VectorStore {
  readonly #vectors = new Map<string, StoredVector>()

  getMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredVector>> {
    const found = ids.flatMap((id) => this.#vectors.get(id) ?? [])
    return Promise.resolve(new Map(found.map((vector) => [vector.id, vector])))
  }

  all(): Promise<readonly StoredVector[]> {
    return Promise.resolve([...this.#vectors.values()])
  }

  putMany(vectors: readonly StoredVector[]): Promise<void> {
    for (const vector of vectors) this.#vectors.set(vector.id, vector)
    return Promise.resolve()
  }

  drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#vectors.delete(id)
    return Promise.resolve()
  }
}
