import type { ByteSink } from '../io/types.ts'
import { AppError } from '../lib/errors.ts'
import { storeError } from './store-error.ts'

/** What dedicated workers have and the DOM types leave out. */
interface ReadHandle {
  getSize(): number
  read(bytes: Uint8Array, options: { at: number }): number
  close(): void
}
type ReadableHandle = FileSystemFileHandle & {
  createSyncAccessHandle(options: { mode: 'read-only' }): Promise<ReadHandle>
}

interface Files {
  create(name: string): Promise<ByteSink>
  remove(name: string): Promise<void>
  list(): Promise<readonly string[]>
}

/**
 * Index files of an OPFS folder, numbered: a new one is whole under its own name before the old one goes, so that a page
 * that ends at any moment leaves one or the other. The folder holds nothing else. For dedicated workers only.
 */
export class IndexFiles {
  constructor(
    private readonly parts: {
      readonly folder: FileSystemDirectoryHandle
      /** The same folder as files that are written under a temporary name, flushed and moved. */
      readonly files: Files
    },
  ) {}

  /** Newest first. */
  async list(): Promise<readonly string[]> {
    const names = await this.parts.files.list()
    return names
      .map((name) => ({ name, number: numberOf(name) }))
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number)
      .map(({ name }) => name)
  }

  /** Throws read_failed where the file cannot be read; it is open as long as `use` takes. */
  async read<Result>(
    name: string,
    use: (source: {
      readonly size: number
      read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
    }) => Promise<Result>,
  ): Promise<Result> {
    const handle = await this.open(name)
    try {
      return await use({
        size: handle.getSize(),
        read(offset, length) {
          const bytes = new Uint8Array(length)
          const count = handle.read(bytes, { at: offset })
          if (count === length) return Promise.resolve(bytes)
          return Promise.reject(unreadable(name, `${count} of ${length} bytes came`))
        },
      })
    } finally {
      handle.close()
    }
  }

  /** Throws read_only, storage_full or store_failed; the files that were there are there then. */
  async write(parts: readonly Uint8Array[]): Promise<void> {
    const { files } = this.parts
    // With what a page left unfinished that ended while it wrote.
    const older = await files.list()
    const number = Math.max(0, ...older.map(numberOf)) + 1
    const sink = await files.create(`tools-${number}.index`)
    let offset = 0
    for (const part of parts) {
      await sink.write(offset, part)
      offset += part.byteLength
    }
    await sink.close()
    // One that another tab is just reading goes with the next.
    for (const name of older) await files.remove(name).catch(() => undefined)
  }

  private async open(name: string): Promise<ReadHandle> {
    try {
      const file = (await this.parts.folder.getFileHandle(name)) as ReadableHandle
      // Read-only handles may be many: a reading tab does not keep the writer out.
      return await file.createSyncAccessHandle({ mode: 'read-only' })
    } catch (error) {
      throw unreadable(name, storeError('opening it', error).message, error)
    }
  }
}

/** 0 where it is not the name of an index file, as of one that was never finished. */
const numberOf = (name: string) => Number(/^tools-([1-9]\d*)\.index$/.exec(name)?.[1] ?? 0)

const unreadable = (name: string, why: string, cause?: unknown) =>
  new AppError(
    'read_failed',
    `the stored index ${name} cannot be read: ${why}`,
    { reason: 'unreadable' },
    { cause },
  )
