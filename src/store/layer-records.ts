import type { SceneOverride } from '../trace/data.ts'
import type { Layer, LayerId } from '../trace/layer.ts'
import type { Announcer } from './announce.ts'
import type { Database, StoredFile } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** Records of layers, dropped files and what a person changed about scenes. Throws as DexieMemoryStore does. */
export class LayerRecords {
  constructor(
    private readonly parts: {
      readonly database: Database
      readonly gate: WriterGate
      readonly announcer: Pick<Announcer, 'tell'>
    },
  ) {}

  /** In order of making. */
  async list(): Promise<readonly Layer[]> {
    const layers = await this.run('reading the list of layers', (database) => database.layers.toArray())
    return layers.sort((a, b) => a.createdAt - b.createdAt)
  }

  put(layer: Layer): Promise<void> {
    return this.write('storing the layer', (database) => database.layers.put(layer))
  }

  /** Takes the records of files that no other layer uses along, and gives their ids. */
  async remove(id: LayerId): Promise<readonly string[]> {
    await this.write('removing the layer', (database) => database.layers.delete(id))
    return this.removeUnusedFiles()
  }

  files(): Promise<readonly StoredFile[]> {
    return this.run('reading the list of files', (database) => database.files.toArray())
  }

  putFiles(files: readonly StoredFile[]): Promise<void> {
    return this.write('storing the list of files', (database) => database.files.bulkPut([...files]))
  }

  /** Removes the records of files that no layer uses and gives their ids. */
  async removeUnusedFiles(): Promise<readonly string[]> {
    let unused: readonly string[] = []
    await this.write('removing files that nothing uses', (database) =>
      database.transaction('rw', [database.layers, database.files], async () => {
        const used = new Set((await database.layers.toArray()).flatMap(filesOf))
        unused = (await database.files.toCollection().primaryKeys()).filter((file) => !used.has(file))
        await database.files.bulkDelete([...unused])
      }),
    )
    return unused
  }

  /** What was changed about scenes, by fingerprints of their files. */
  async overrides(): Promise<Readonly<Record<string, SceneOverride>>> {
    const rows = await this.run('reading your changes', (database) => database.overrides.toArray())
    return Object.fromEntries(rows.map(({ fingerprint, change }) => [fingerprint, change]))
  }

  putOverrides(overrides: Readonly<Record<string, SceneOverride>>): Promise<void> {
    const rows = Object.entries(overrides).map(([fingerprint, change]) => ({ fingerprint, change }))
    return this.write('storing your change', (database) => database.overrides.bulkPut(rows))
  }

  removeOverrides(fingerprints: readonly string[]): Promise<void> {
    return this.write('taking your change back', (database) =>
      database.overrides.bulkDelete([...fingerprints]),
    )
  }

  private async write(what: string, operation: (database: Database) => PromiseLike<unknown>): Promise<void> {
    await this.parts.gate.assertWritable()
    await this.run(what, operation)
    this.parts.announcer.tell('layers')
  }

  private run<Result>(what: string, operation: (database: Database) => PromiseLike<Result>): Promise<Result> {
    return guarded(what, this.parts.database, () => operation(this.parts.database))
  }
}

/** Ids of the dropped files that a layer reads. */
export function filesOf(layer: Layer): readonly string[] {
  return layer.storage.where === 'files' ? layer.storage.fileIds : []
}
