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
    let unused: readonly string[] = []
    await this.write('removing the layer', (database) =>
      database.transaction('rw', [database.layers, database.files], async () => {
        await database.layers.delete(id)
        const used = new Set((await database.layers.toArray()).flatMap(filesOf))
        const files = await database.files.toCollection().primaryKeys()
        unused = files.filter((file) => !used.has(file))
        await database.files.bulkDelete([...unused])
      }),
    )
    return unused
  }

  files(): Promise<readonly StoredFile[]> {
    return this.run('reading the list of files', (database) => database.files.toArray())
  }

  putFiles(files: readonly StoredFile[]): Promise<void> {
    return this.write('storing the list of files', (database) => database.files.bulkPut([...files]))
  }

  async override(fingerprint: string): Promise<SceneOverride | null> {
    const found = await this.run('reading your change', (database) => database.overrides.get(fingerprint))
    return found?.change ?? null
  }

  /** Adds to what was changed before; fields given now win. */
  async putOverride(fingerprint: string, change: SceneOverride): Promise<void> {
    await this.write('storing your change', (database) =>
      database.transaction('rw', database.overrides, async () => {
        const earlier = (await database.overrides.get(fingerprint))?.change
        const bands = { ...earlier?.bands, ...change.bands }
        await database.overrides.put({ fingerprint, change: { ...earlier, ...change, bands } })
      }),
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
