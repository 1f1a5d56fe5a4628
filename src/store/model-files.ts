import { AppError } from '../lib/errors.ts'
import type { ModelManifest } from '../models/manifest.ts'
import { OpfsFiles } from './opfs.ts'
import { storeError } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** What dedicated workers have and the DOM types leave out. */
interface SyncAccessHandle {
  getSize(): number
  read(into: Uint8Array, options: { at: number }): number
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> }

/** A file of a model while it is written. Methods throw storage_full or store_failed. */
export interface OpenModelFile {
  size(): number
  read(into: Uint8Array, at: number): number
  append(bytes: Uint8Array): void
  truncate(size: number): void
  /** Also makes sure that the bytes are on the disk. */
  close(): void
}

export interface StoredModel {
  readonly manifest: ModelManifest
  /** Bytes on the disk by path; less than the file's size where it is not whole yet. */
  readonly storedBytes: ReadonlyMap<string, number>
}

const MANIFEST = 'manifest.json'

/**
 * Models in the private file system, a folder each, for dedicated workers only. A file counts as whole when the manifest
 * beside it holds its hash, which is written after its last byte: what a crash left is a file that goes on growing.
 * Writing throws read_only in a reading tab.
 */
export class StoredModels {
  constructor(
    private readonly options: {
      readonly folder: FileSystemDirectoryHandle
      readonly gate: WriterGate
      /** Throws model_file. */
      readonly parse: (value: unknown, where: string) => ModelManifest
    },
  ) {}

  /** By id. Folders whose manifest is missing or broken come in `broken`. */
  async list(): Promise<{ models: readonly StoredModel[]; broken: readonly string[] }> {
    const models: StoredModel[] = []
    const broken: string[] = []
    const ids: string[] = []
    for await (const id of this.options.folder.keys()) ids.push(id)
    for (const id of ids.sort()) {
      const manifest = await this.manifest(id).catch(() => null)
      if (!manifest) broken.push(id)
      else models.push({ manifest, storedBytes: await this.sizes(manifest) })
    }
    return { models, broken }
  }

  /** Null where there is no such model. Throws model_file where its manifest is broken. */
  async manifest(id: string): Promise<ModelManifest | null> {
    const folder = await existing(() => this.options.folder.getDirectoryHandle(id))
    const handle = folder && (await existing(() => folder.getFileHandle(MANIFEST)))
    if (!handle) return null
    const where = `what is stored of ${id}`
    let value: unknown
    try {
      value = JSON.parse(await (await handle.getFile()).text())
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw storeError('reading a manifest', error)
      value = null
    }
    return this.options.parse(value, where)
  }

  /** In place of the one before, whole or not at all. */
  async putManifest(manifest: ModelManifest): Promise<void> {
    const { gate } = this.options
    await gate.assertWritable()
    const folder = await this.folderOf(manifest.id)
    const toBytes = () => {
      throw new AppError('invalid_input', 'manifests are not read through this')
    }
    const sink = await new OpfsFiles({ folder, gate, toBytes }).create(MANIFEST)
    await sink.write(0, new TextEncoder().encode(JSON.stringify(manifest, null, 1)))
    await sink.close()
  }

  /** One writer at a time: throws store_failed where the file is open already. */
  async open(id: string, path: string): Promise<OpenModelFile> {
    await this.options.gate.assertWritable()
    try {
      const { folder, name } = await this.place(id, path, true)
      const handle = (await folder.getFileHandle(name, { create: true })) as WorkerFileHandle
      return openFile(await handle.createSyncAccessHandle())
    } catch (error) {
      throw storeError('opening a file of the model', error)
    }
  }

  /** The files of a whole model by path, to be read as they are needed. Throws model_file where one is missing. */
  async blobs(id: string): Promise<ReadonlyMap<string, Blob>> {
    const manifest = await this.manifest(id)
    if (!manifest) throw new AppError('model_file', `the model ${id} is not stored here; fetch it first`)
    const found = new Map<string, Blob>()
    for (const { path, sha256 } of manifest.files) {
      const blob = sha256 === null ? null : await this.blob(id, path)
      if (!blob) {
        throw new AppError(
          'model_file',
          `the file ${path} of ${manifest.title} is not whole; open Models and resume or repair it`,
          { id, path },
        )
      }
      found.set(path, blob)
    }
    return found
  }

  async remove(id: string): Promise<void> {
    await this.options.gate.assertWritable()
    try {
      await this.options.folder.removeEntry(id, { recursive: true })
    } catch (error) {
      if ((error as { name?: unknown }).name !== 'NotFoundError')
        throw storeError('removing the model', error)
    }
  }

  async blob(id: string, path: string): Promise<File | null> {
    return existing(async () => {
      const { folder, name } = await this.place(id, path, false)
      return (await folder.getFileHandle(name)).getFile()
    })
  }

  private async sizes({ id, files }: ModelManifest): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for (const { path } of files) sizes.set(path, (await this.blob(id, path))?.size ?? 0)
    return sizes
  }

  private async place(id: string, path: string, create: boolean) {
    const parts = path.split('/')
    const name = parts.pop()!
    let folder = create ? await this.folderOf(id) : await this.options.folder.getDirectoryHandle(id)
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create })
    return { folder, name }
  }

  private folderOf(id: string): Promise<FileSystemDirectoryHandle> {
    return this.options.folder.getDirectoryHandle(id, { create: true })
  }
}

function openFile(access: SyncAccessHandle): OpenModelFile {
  const guard = <Result>(what: string, work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw storeError(what, error)
    }
  }
  return {
    size: () => access.getSize(),
    read: (into, at) => guard('reading a file of the model', () => access.read(into, { at })),
    append: (bytes) =>
      guard('storing the model', () => {
        // A short write is how some browsers say that there is no room.
        if (access.write(bytes, { at: access.getSize() }) === bytes.byteLength) return
        throw new DOMException('short write', 'QuotaExceededError')
      }),
    truncate: (size) => guard('storing the model', () => access.truncate(size)),
    close: () => {
      try {
        access.flush()
      } finally {
        access.close()
      }
    },
  }
}

/** Null for what is not there. */
async function existing<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find()
  } catch (error) {
    const { name } = error as { name?: unknown }
    if (name === 'NotFoundError' || name === 'TypeMismatchError') return null
    throw storeError('opening the stored model', error)
  }
}
