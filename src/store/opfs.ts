import { AppError } from '../lib/errors.ts'
import { makeId } from '../lib/ids.ts'
import type { ByteSink, ByteSource, ResultFiles } from '../io/types.ts'
import { storeError } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** What dedicated workers have and the DOM types leave out. */
interface SyncAccessHandle {
  write(bytes: Uint8Array, options: { at: number }): number
  flush(): void
  close(): void
}
type WorkerFileHandle = FileSystemFileHandle & {
  createSyncAccessHandle(): Promise<SyncAccessHandle>
  move?(name: string): Promise<void>
}

const UNFINISHED = '.part-'

/** A folder of the origin's private file system, made where it is not there. Throws store_failed. */
export async function opfsFolder(name: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true })
  } catch (error) {
    throw storeError('opening the file storage', error)
  }
}

/**
 * Files of one OPFS folder; for dedicated workers only. A file is written under a temporary name, flushed, and moved
 * to its own name by `close`, so that a half-written one is never seen.
 */
export class OpfsFiles implements ResultFiles {
  constructor(
    private readonly options: {
      readonly folder: FileSystemDirectoryHandle
      readonly gate: WriterGate
      readonly toBytes: (blob: Blob) => ByteSource
    },
  ) {}

  /** Throws read_only in a reading tab: two tabs would number their results alike. */
  async create(name: string): Promise<ByteSink> {
    const { folder, gate } = this.options
    await gate.assertWritable()
    const temporary = name + UNFINISHED + makeId('x')
    let handle: WorkerFileHandle
    let access: SyncAccessHandle
    try {
      handle = (await folder.getFileHandle(temporary, { create: true })) as WorkerFileHandle
      access = await handle.createSyncAccessHandle()
    } catch (error) {
      throw storeError('making a file', error)
    }
    const abandon = async () => {
      access.close()
      await folder.removeEntry(temporary).catch(() => undefined)
    }
    return {
      async write(offset, bytes) {
        try {
          if (access.write(bytes, { at: offset }) === bytes.byteLength) return
          // A short write is how some browsers say that there is no room.
          throw new DOMException('short write', 'QuotaExceededError')
        } catch (error) {
          await abandon()
          throw storeError('writing a file', error)
        }
      },
      async close() {
        try {
          access.flush()
          access.close()
          await rename(folder, handle, name)
        } catch (error) {
          await abandon()
          throw storeError('writing a file', error)
        }
      },
      abandon,
    }
  }

  async blob(name: string): Promise<File> {
    try {
      return await (await this.options.folder.getFileHandle(name)).getFile()
    } catch (error) {
      throw new AppError(
        'read_failed',
        `the stored file ${name} is not there; make the layer again`,
        {},
        {
          cause: error,
        },
      )
    }
  }

  async open(name: string): Promise<ByteSource> {
    return this.options.toBytes(await this.blob(name))
  }

  async remove(name: string): Promise<void> {
    await this.options.gate.assertWritable()
    try {
      await this.options.folder.removeEntry(name)
    } catch (error) {
      if ((error as { name?: unknown }).name !== 'NotFoundError') throw storeError('removing a file', error)
    }
  }

  async list(): Promise<readonly string[]> {
    const names: string[] = []
    for await (const name of this.options.folder.keys()) names.push(name)
    return names.sort()
  }
}

/** Copies a dropped file piece by piece. Throws storage_full, AbortError; nothing is left of it then. */
export async function copyIn(
  files: OpfsFiles,
  name: string,
  blob: Blob,
  options: { readonly signal?: AbortSignal | undefined; readonly progress?: (bytes: number) => void },
): Promise<void> {
  const sink = await files.create(name)
  const pieceBytes = 4 << 20
  for (let offset = 0; offset < blob.size; offset += pieceBytes) {
    if (options.signal?.aborted) {
      await sink.abandon()
      throw new DOMException('Stopped', 'AbortError')
    }
    const piece = blob.slice(offset, offset + pieceBytes)
    await sink.write(offset, new Uint8Array(await piece.arrayBuffer()))
    options.progress?.(offset + piece.size)
  }
  await sink.close()
}

/**
 * Removes files that nothing stored belongs to any more: half-written ones, and those whose record never came to be or
 * is gone. To be called before work begins: what a tool is just writing has no record yet.
 */
export async function collectOrphans(
  files: Pick<ResultFiles, 'list' | 'remove'>,
  isOwned: (name: string) => boolean,
): Promise<number> {
  const orphans = (await files.list()).filter((name) => name.includes(UNFINISHED) || !isOwned(name))
  for (const name of orphans) await files.remove(name)
  return orphans.length
}

async function rename(
  folder: FileSystemDirectoryHandle,
  handle: WorkerFileHandle,
  name: string,
): Promise<void> {
  if (handle.move) {
    await folder.removeEntry(name).catch(() => undefined)
    await handle.move(name)
    return
  }
  // Browsers without `move`: the copy is whole before the temporary file goes.
  const target = (await folder.getFileHandle(name, { create: true })) as WorkerFileHandle
  const access = await target.createSyncAccessHandle()
  try {
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
    if (access.write(bytes, { at: 0 }) !== bytes.byteLength) {
      throw new DOMException('short write', 'QuotaExceededError')
    }
    access.flush()
  } finally {
    access.close()
  }
  await folder.removeEntry(handle.name)
}
